"""The C program that Splinter's speed is compared with plays the same games."""

from studies.benchmarks.splinter import c_play, our_play


def test_ours_and_c_make_the_same_decisions_with_and_without_copies():
    plays = [play for play in (our_play(), c_play()) if play is not None]
    assert len({play(copy) for play in plays for copy in (False, True)}) == 1
