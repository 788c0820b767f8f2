"""7 Wonders, the first edition's base game for 3-7 players."""

from engine.game import Game
from engine.sevenwonders import rules, view
from engine.sevenwonders.features import FEATURES
from engine.sevenwonders.params import ODD_RULES, PRESETS, Params, max_actions, prepare, write_content
from engine.sevenwonders.state import RULES, STATE
from engine.sevenwonders.values import VALUES

GAME = Game(
    name="sevenwonders",
    title="7 Wonders",
    Params=Params,
    presets=PRESETS,
    STATE=STATE,
    RULES=RULES,
    verbs=rules,
    prepare=prepare,
    max_actions=max_actions,
    FEATURES=FEATURES,
    player_counts=(3, 4, 5, 6, 7),
    view=view,
    length_limit="decision_limit",
    odd_rules=ODD_RULES,
    values=VALUES,
    write_content=write_content,
)
