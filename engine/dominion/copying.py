"""A copy of a state holds what its game uses: the seats that are taken, the cards being played, the open passes."""

from engine.copying import copy_part
from engine.dominion.state import FRAME, SEAT, STATE
from engine.jit import jit_inline

SEATS, FRAMES, PASSES = (int(STATE.fields[name][1]) for name in ("seats", "frames", "passed"))  # type: ignore[index]
A_SEAT, A_FRAME, A_PASS = SEAT.itemsize, FRAME.itemsize, STATE["passed"].shape[1]


@jit_inline
def copy_state(rules, state, pool, slot):
    """Put a copy into pool[slot]."""
    copy_part(pool, slot, state, 0, SEATS + state.n_players * A_SEAT)
    if state.depth > 0:
        copy_part(pool, slot, state, FRAMES, FRAMES + state.depth * A_FRAME)
    if state.n_passed > 0:
        copy_part(pool, slot, state, PASSES, PASSES + state.n_passed * A_PASS)
