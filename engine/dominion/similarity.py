"""How near an answer comes to one that cannot be given now."""

from engine.dominion.actions import NO, Ask, answer_of, ask_of
from engine.jit import jit_inline

FAR = 100.0


@jit_inline
def similarity(rules, state, wanted, action):
    """The same card is near whatever is asked; another one is nearer the less it differs in cost. Larger is nearer."""
    wish, answer = answer_of(wanted), answer_of(action)
    other_question = 1.0 if ask_of(wanted) != ask_of(action) else 0.0
    if wish == answer:
        return -other_question
    about_cards = ask_of(wanted) < Ask.MAY and ask_of(action) < Ask.MAY
    if wish >= NO or answer >= NO or not about_cards:
        return -FAR
    difference = rules.cost[state.cards[wish]] - rules.cost[state.cards[answer]]
    return -float(abs(difference)) - 0.5 - other_question
