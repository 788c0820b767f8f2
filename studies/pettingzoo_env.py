"""Any game as a PettingZoo environment of players in turn (AEC). Needs the extra `bottega[pettingzoo]`.

    from studies.pettingzoo_env import GameEnv

    env = GameEnv("splendor", players=2)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        mask = observation["action_mask"]
        env.step(None if termination or truncation else env.action_space(agent).sample(mask))

An observation has the game's features as the observing player sees them (what is hidden stays hidden) and a mask of
the actions: action i is the i-th of the game's legal list, `env.words()` says what each of them means. Rewards are
shares of the win, at the end of the game.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from engine.game import Ended, feature, legal, payoffs, step
from studies.play.setup import game_setup, prepare_game

MOST_SEED = 2**63


class GameEnv(AECEnv):
    """A game under its rules: a preset or a file, and changes of single rules."""

    def __init__(self, game: str, rules: str = "", render_mode: str | None = None, **changes: Any) -> None:
        super().__init__()
        prepared = prepare_game(game_setup(game, rules, changes))
        self.game, self.params, self.rules, n = prepared
        self.metadata = {"name": f"{self.game.name}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(n)]
        self.agents: list[str] = []
        actions, features = self.game.max_actions(self.params), len(self.game.FEATURES)
        self._actions = np.zeros(actions, np.int64)
        self._observed = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (features,), np.float64),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observed)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space:
        """The space of features and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """Places in the list of legal actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed deals the same, and without one every game is another."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.state_record = self.game.new_deal(self.rules, int(self._seeds.integers(MOST_SEED)))
        self.agents = list(self.possible_agents)
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._move_on()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What a player sees; the mask is empty for who is not to move."""
        seat, mask = self.possible_agents.index(agent), np.zeros(len(self._actions), np.int8)
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            mask[: self._n] = 1
        seen = [float(feature(self.rules, self.state_record, seat, i)) for i in range(len(self.game.FEATURES))]
        return {"observation": np.array(seen), "action_mask": mask}

    def words(self) -> list[str]:
        """What each action of the player to move means."""
        return [self.game.view.say(self.rules, self.state_record, action) for action in self._actions[: self._n]]

    def step(self, action: int | None) -> None:
        """Play the action of that place in the list."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < self._n:
            raise ValueError(f"{agent}: action {action} is not legal; {self._n} are: see the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        step(self.rules, self.state_record, self._actions[action])
        if self.state_record.ended != Ended.PLAYING:
            shares = np.zeros(len(self.possible_agents))
            payoffs(self.rules, self.state_record, shares)
            self.rewards = dict(zip(self.possible_agents, shares.tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._move_on()

    def _move_on(self) -> None:
        self._n = legal(self.rules, self.state_record, self._actions)
        self.agent_selection = self.possible_agents[self.state_record.to_move]

    def render(self) -> str | None:
        """The position as text."""
        return self.game.view.show(self.rules, self.state_record) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Release nothing: nothing is open."""
