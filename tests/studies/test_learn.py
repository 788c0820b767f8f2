"""Learning: what is collected is what was played, training repeats and stops in time, and what is learnt plays."""

import pickle

import numpy as np
import pytest

from engine.errors import InputError
from engine.interpreter import value
from engine.match import play, rotations
from engine.network import write_network
from engine.value import compile_value, parse_value
from studies.farm.local import LocalFarm
from studies.learn.collect import CollectJob, check, collect_games, parts_of, record
from studies.learn.dataset import Dataset, join, split
from studies.learn.targets import Target, measure_of
from studies.learn.train import judge, train
from studies.play.deals import fixtures
from studies.play.setup import prepare_game, seat_player, setup_for
from studies.search.formula_space import shortest
from studies.spec.players import player_spec_of
from studies.spec.study import TrainingPart
from tests.engine.networks import linear_network
from tests.engine.tables import copy_of, raw

SPLENDOR = setup_for("splendor", "", {"end_points": 6}, 2)
SPLINTER = setup_for("splinter", "varied", {}, 2)


def collect(farm, job):
    """The dataset of a job, made by all workers of a farm."""
    check(job)
    return join([future.result() for future in [farm.submit(collect_games, part) for part in parts_of(job)]])


def players_of(*texts, game="splendor"):
    return tuple(player_spec_of(game, text) for text in texts)


RANDOM = CollectJob(SPLENDOR, players_of("random", "random"), 5, 0, 6, rate=1.0)
COLUMNS = ("features", "targets", "games", "deals", "players", "turns")


def same(one, two):
    return all(np.array_equal(getattr(one, name), getattr(two, name)) for name in COLUMNS)


def column(dataset, name):
    return dataset.features[:, dataset.names.index(name)]


def test_all_positions_are_there_as_all_players_see_them_with_how_the_game_ended():
    targets = (Target("share"), Target("points_to_come"), Target("lead"))
    dataset = collect_games(RANDOM._replace(targets=targets))
    prepared = prepare_game(SPLENDOR)
    players = [seat_player(prepared, player) for player in RANDOM.players]
    results = play(prepared.game, prepared.rules, players, fixtures(5, np.arange(6), 2, 1))
    assert dataset.outputs == ("share", "points_to_come", "lead")
    for number, result in enumerate(results):
        game = dataset.rows(dataset.games == number)
        assert len(game) == 2 * result.length
        assert game.turns.tolist() == [turn for turn in range(1, result.length + 1) for _ in range(2)]
        share, to_come, lead = game.targets.T
        assert np.array_equal(share, result.payoffs[game.players])
        assert np.array_equal(column(game, "points") + to_come, result.points[game.players])
        assert np.array_equal(lead, (result.points[game.players] - result.points[1 - game.players]))
        assert set(game.deals) == {number}


def test_seats_rotate_on_every_deal_unless_players_are_equal():
    dataset = collect_games(RANDOM._replace(players=players_of("greedy", "random")))
    assert [set(dataset.deals[dataset.games == number]) for number in range(6)] == [{0}, {0}, {1}, {1}, {2}, {2}]
    wins = {number: dataset.targets[dataset.games == number][-2:, 0].tolist() for number in range(6)}
    assert sum(wins[number][number % 2] for number in range(6)) > 4  # greedy's seat goes round


def test_a_share_of_the_positions_is_kept_and_random_moves_make_other_games():
    every, some = collect_games(RANDOM), collect_games(RANDOM._replace(rate=0.3))
    assert 0.2 < len(some) / len(every) < 0.4
    rows = {row.tobytes() for row in every.features}
    assert all(row.tobytes() in rows for row in some.features)
    greedy = RANDOM._replace(players=players_of("greedy", "greedy"))
    assert not same(collect_games(greedy), collect_games(greedy._replace(explore=0.5)))
    assert not same(collect_games(greedy), collect_games(RANDOM))


def test_a_game_of_more_positions_than_there_is_room_for_is_recorded_all_the_same(monkeypatch):
    expected = collect_games(RANDOM)
    monkeypatch.setattr("studies.learn.collect.ROOM", 3)
    assert same(collect_games(RANDOM), expected)


def test_workers_change_nothing():
    alone, together = (collect(LocalFarm(workers), RANDOM._replace(rate=0.5)) for workers in (1, 3))
    assert same(alone, together)
    assert same(alone, collect_games(RANDOM._replace(rate=0.5)))
    assert not same(alone, collect_games(RANDOM._replace(rate=0.5, stream=6)))


def test_players_and_teachers_with_networks_need_no_files_on_the_way(tmp_path):
    network, _ = train(collect_games(RANDOM), TrainingPart(hidden=[2], epochs=2), seed=1)
    write_network(network, tmp_path / "net.json")
    job = RANDOM._replace(players=players_of(f"greedy:value=@{tmp_path}/net.json", "random"), rate=0.1, last=2)
    (tmp_path / "net.json").unlink()
    assert same(collect_games(pickle.loads(pickle.dumps(job))), collect_games(job))


def best_after_one_move(prepared, state, player, program):
    """What the player to move can reach at once."""
    moves = np.zeros(prepared.game.max_actions(prepared.params), np.int64)
    found = []
    for action in moves[: prepared.game.verbs.legal(prepared.rules, state, moves)]:
        child = copy_of(prepared.game, state)
        prepared.game.verbs.step(prepared.rules, child, action)
        found.append(value(prepared.rules, child, player, program, 0))
    return max(found)


def test_by_search_a_position_is_worth_what_the_teacher_makes_of_it():
    prepared = prepare_game(SPLINTER)  # without chance and hidden things: one look is exact
    text = "own_mobility - opp_mobility + 0.1*own_group"
    program = compile_value(parse_value(text, prepared.game), prepared.game.FEATURES)
    job = CollectJob(SPLINTER, players_of("random", "random", game="splinter"), 5, 0, 1, rate=0.3)
    players = [seat_player(prepared, player) for player in job.players]
    recorded = record(prepared, players, fixtures(5, np.arange(1), 2, 1)[0], 0, job)
    before = [raw(state) for state in recorded.positions]
    (teacher,) = players_of(f"greedy:value={text}", game="splinter")
    found = measure_of(Target("search", teacher, 1, 1), prepared)(recorded)
    assert [raw(state) for state in recorded.positions] == before
    checked = 0
    for view, target in zip(recorded.views, found, strict=True):
        state = recorded.positions[view.position]
        if state.ended:
            assert target == value(prepared.rules, state, view.player, program, 0)
        elif state.to_move == view.player:
            assert target == best_after_one_move(prepared, state, view.player, program)
            checked += 1
    assert checked > 3


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (Target("pointz"), "unknown feature 'pointz'"),
        (Target("allEval"), "values moves, not positions"),
        (Target("search"), "takes a teacher"),
        (Target("search", *players_of("random")), "strives for nothing"),
        (Target("search", *players_of("greedy"), 0), "plies and samples from 1 on"),
    ],
)
def test_targets_that_cannot_be_are_refused(target, message):
    with pytest.raises(InputError, match=message):
        collect(LocalFarm(1), RANDOM._replace(targets=(target,)))


def test_as_many_players_as_seats_are_wanted():
    with pytest.raises(InputError, match="3 players given; splendor takes 2"):
        collect(LocalFarm(1), RANDOM._replace(players=players_of("random") * 3))


def test_the_shortest_form_of_a_value_keeps_its_networks(tmp_path):
    write_network(linear_network({"points": 1, "cards": 2}), tmp_path / "net.json")
    text = f'net("{tmp_path}/net.json")'
    (player,) = players_of(f"greedy:value={{a: 2}}*points + points + {text} + 0*gold")
    short = shortest(player.value)
    assert short in (f"3*points + {text}", f"{text} + 3*points")


def made_up(rows=1200, seed=0):
    """A curve and a sum to learn, and a feature that never changes; ten rows a deal."""
    rng = np.random.default_rng(seed)
    features = np.column_stack([rng.normal(3, 2, rows), rng.uniform(-50, 50, rows), np.full(rows, 7.0)])
    curve = 100 + 40 * np.tanh(features[:, 0] - 3) + rng.normal(0, 1, rows)
    deals = np.arange(rows) // 10
    targets = np.column_stack([curve, features[:, 0] + 0.1 * features[:, 1]])
    return Dataset(("a", "b", "still"), features, ("curve", "sum"), targets, deals, deals, deals, deals)


QUICK = TrainingPart(hidden=[8], learning_rate=0.01, batch=32, epochs=60, patience=5)


def changed(training, **changes):
    return training.model_copy(update=changes)


@pytest.mark.parametrize("activation", ["tanh", "relu", "sigmoid"])
def test_training_finds_a_curve_and_a_sum(activation):
    network, history = train(made_up(), changed(QUICK, activation=activation), seed=3)
    assert network.features == ("a", "b")  # what never changes says nothing
    assert network.shape == (2, 8, 2)
    assert history[-1].loss < 0.1 * history[0].loss
    for fit in judge(network, made_up(400, seed=1)):
        assert fit.error < 0.2 * fit.constant, fit


def test_the_network_is_that_of_the_pass_with_the_least_loss_on_the_other_side():
    dataset = made_up()
    dataset = dataset.rows(np.arange(300))
    network, history = train(dataset, changed(QUICK, hidden=[64], learning_rate=0.05, epochs=200), seed=4)
    losses = [epoch.held_out for epoch in history]
    assert len(history) < 200
    assert losses.index(min(losses)) == len(history) - 1 - QUICK.patience
    _, held = split(dataset, QUICK.held_out, 4)
    errors = [fit.error / part.scale for fit, part in zip(judge(network, held), network.outputs, strict=True)]
    assert np.mean(np.square(errors)) == pytest.approx(min(losses), rel=1e-3)


def test_the_same_seed_gives_the_same_network_and_another_seed_another():
    one, two, other = (train(made_up(), changed(QUICK, epochs=3), seed) for seed in (3, 3, 4))
    assert one == two
    assert one != other


def test_deals_are_on_one_side_of_the_split():
    dataset = made_up()
    learning, held = split(dataset, 0.25, 9)
    assert not set(learning.deals) & set(held.deals)
    assert len(set(held.deals)) == 30
    assert len(learning) + len(held) == len(dataset)
    assert not same(held, split(dataset, 0.25, 10)[1])
    with pytest.raises(InputError, match="cannot be held out"):
        split(dataset.rows(dataset.deals == 0), 0.25, 1)


def test_what_is_learnt_from_games_at_random_predicts_other_games_and_beats_players_at_random(tmp_path):
    job = CollectJob(setup_for("splendor", "", {}, 2), RANDOM.players, 1, 0, 500)
    farm = LocalFarm()
    network, history = train(collect(farm, job), TrainingPart(hidden=[8], patience=4), seed=1)
    assert min(epoch.held_out for epoch in history) < 0.95
    (fit,) = judge(network, collect(farm, job._replace(stream=2, last=200)))
    assert fit.error < 0.95 * fit.constant
    write_network(network, tmp_path / "net.json")
    prepared = prepare_game(job.setup)
    texts = (f'greedy:value=10*winloss + net("{tmp_path}/net.json")', "random")
    players = [seat_player(prepared, player) for player in players_of(*texts)]
    results = play(prepared.game, prepared.rules, players, rotations(range(12), 2))
    wins = sum(result.payoffs[turn % 2] for turn, result in enumerate(results))
    assert wins >= 18  # of 24: by chance once in a hundred tests
