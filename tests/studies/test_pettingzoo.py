"""Games as PettingZoo environments pass PettingZoo's own tests."""

import warnings

import pytest
from pettingzoo.test import api_test, seed_test

from engine.catalog import GAMES
from studies.pettingzoo_env import GameEnv

SHORT = {"splendor": {"players": 3, "end_points": 4}, "dominion": {"turn_limit": 6}}  # of what takes long


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_s_own_tests_pass(game):
    rules = SHORT.get(game, {})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(GameEnv(game, **rules), num_cycles=60)
        seed_test(lambda: GameEnv(game, **rules), num_cycles=30)


def test_the_win_is_shared_out_and_moves_have_words():
    env = GameEnv("splendor", players=2, end_points=2, render_mode="ansi")
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, done, cut, _ = env.last()
        total[agent] += reward
        if not done:
            assert len(set(env.words())) == observation["action_mask"].sum() > 0
            assert env.render()
        env.step(None if done or cut else int(observation["action_mask"].sum()) - 1)
    assert sum(total.values()) in (0.0, 1.0)
    env.reset(seed=3)
    with pytest.raises(ValueError, match="action 99999 is not legal"):
        env.step(99999)
