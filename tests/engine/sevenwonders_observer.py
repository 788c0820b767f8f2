"""What one player knows of the covered cards of 7 Wonders, worked out from what it has seen and from nothing else."""

from collections import Counter
from dataclasses import dataclass, field

from engine.sevenwonders.hands import as_set
from engine.sevenwonders.legal_moves import pile_of
from engine.sevenwonders.printed import members
from engine.sevenwonders.state import held_hand


def set_of(word):
    return set(members(word))


@dataclass
class Group:
    """Cards of which only the set is known, and the places in which they lie."""

    cards: set[int]
    places: Counter = field(default_factory=Counter)  # "pile", "stage", "box", or the number of a hand

    def gone(self, card, place=None):
        """A card of the group has come to light; it had that place."""
        self.cards.discard(card)
        if place is not None:
            self.places[place] -= 1


class Age:
    """One age, seen by one player. Cards are their numbers in the age."""

    def __init__(self, rules, age, n):
        self.guilds = set_of(rules.guilds[age])
        self.left_out = int(rules.guilds_left[age])
        deck = set_of(rules.deck[age]) | self.guilds
        self.unseen = Group(deck, Counter(dict.fromkeys(range(n), 7) | {"box": len(deck) - 7 * n}))
        self.open: dict[int, Group] = {}  # hands that it has held
        self.closed: list[Group] = []
        self.pile: set[int] = set()  # known cards of the pile

    def group_of(self, hand):
        return self.open.get(hand, self.unseen)

    def see_hand(self, hand, cards):
        """It holds a hand: what was covered since it last did is a group of its own from now on."""
        if hand in self.open:
            old = self.open[hand]
            old.cards -= cards
            del old.places[hand]
            self.closed.append(old)
        else:
            self.unseen.cards -= cards
            del self.unseen.places[hand]
        self.open[hand] = Group(set(cards), Counter({hand: len(cards)}))

    def see_play(self, hand, card, place, own):
        """A card has left a hand: built face up (place None), or covered; it knows its own."""
        group = self.group_of(hand)
        group.places[hand] -= 1
        if own or place is None:
            group.cards.discard(card)
            if place == "pile":
                self.pile.add(card)
        else:
            group.places[place] += 1

    def groups(self):
        return [self.unseen, *self.open.values(), *self.closed]

    def see_recovered(self, card):
        """A card of the pile has been built."""
        if card in self.pile:
            self.pile.remove(card)
            return
        (group,) = [group for group in self.groups() if card in group.cards]
        group.gone(card, "pile")

    def see_pile(self, cards):
        """It looks through the pile."""
        for group in self.groups():
            for card in group.cards & cards:
                group.gone(card, "pile")
        self.pile = set(cards)

    def chances(self):
        """For every card that is not in plain sight: the probability of each place."""
        found = {card: {"pile": 1.0} for card in self.pile}
        for group in self.groups():
            guilds = group.cards & self.guilds if group is self.unseen else set()
            boxed = self.left_out if guilds else 0
            for card in group.cards:
                drawn = 1 - boxed / len(guilds) if card in guilds else 1.0
                others = Counter(group.places)
                others["box"] -= boxed
                share = {place: drawn * n / (len(group.cards) - boxed) for place, n in others.items() if n}
                if card in guilds:
                    share["box"] = share.get("box", 0) + 1 - drawn
                found[card] = share
        return found


class Observer:
    """One player at a table, told of everything that it can see."""

    def __init__(self, table, viewer):
        self.table, self.viewer, self.ages = table, viewer, []

    def begin_turn(self):
        """A turn begins: it looks at its hand."""
        state, rules = self.table.state, self.table.rules
        if len(self.ages) == state.age:
            self.ages.append(Age(rules, int(state.age), int(state.n_players)))
        hand = held_hand(state, self.viewer)
        self.ages[-1].see_hand(int(hand), set_of(as_set(state.hand[hand])))

    def see_play(self, player, hand, card, way):
        place = {"discard": "pile", "stage": "stage"}.get(way)
        self.ages[-1].see_play(hand, card, place, player == self.viewer)

    def see_last_card(self, player, hand, card):
        self.ages[-1].see_play(hand, card, "pile", player == self.viewer)

    def look(self):
        for number, age in enumerate(self.ages):
            age.see_pile(set_of(pile_of(self.table.state, number)))
