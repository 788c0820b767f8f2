"""Jobs are pure functions of plain data."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from studies.play.jobs import Job, Opponents, evaluate
from studies.play.setup import GameSetup
from studies.spec.players import player_spec_of

PLAYERS = [
    "mcts:budget=40",
    "mcts:budget=400,d=6",
    "bmrh:budget=60,l=3",
    "mcts:budget=40",
    "srh:budget=90,l=5",
    "random_search:k=5,depth=2",
    "mcts:budget=400,d=6",
]


def test_players_that_share_a_room_play_as_in_rooms_of_their_own():
    setup = GameSetup("splendor", "", (("players", 2), ("end_points", 5)))
    specs, rival = [player_spec_of("splendor", player) for player in PLAYERS], player_spec_of("splendor", "random")
    jobs = [Job(setup, player, Opponents((rival,)), 7, 0, 4, 2) for player in specs]
    with ThreadPoolExecutor(1) as one:
        shared = list(one.map(evaluate, jobs))
    alone = []
    for job in jobs:
        with ThreadPoolExecutor(1) as own:  # a new thread has a new room
            alone.append(own.submit(evaluate, job).result())
    assert all(map(np.array_equal, shared, alone))
    assert np.array_equal(shared[0], shared[3])
    assert not np.array_equal(shared[0], shared[1])
