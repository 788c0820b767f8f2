"""Jobs are pure functions of plain data."""

from concurrent.futures import ThreadPoolExecutor

from studies.play.jobs import Job, Opponents, evaluate
from studies.play.setup import GameSetup

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
    table = GameSetup("splendor", "", (("players", 2), ("end_points", 5)))
    jobs = [Job(table, player, Opponents(("random",)), 7, 0, 4) for player in PLAYERS]
    with ThreadPoolExecutor(1) as one:
        shared = list(one.map(evaluate, jobs))
    alone = []
    for job in jobs:
        with ThreadPoolExecutor(1) as own:  # a new thread has a new room
            alone.append(own.submit(evaluate, job).result())
    assert shared == alone
    assert shared[0] == shared[3] != shared[1]
