"""PROVISIONAL: players from text until the agents land."""

from typing import Annotated, Any, NamedTuple

from engine.chance import unit
from engine.errors import InputError
from engine.game import imagine, points, sample
from engine.match import Needs, Player, compile_act, new_mind
from engine.mind import OWN, advance, exhausted, unpack
from engine.space import Range, Steps, build, word


class RandomParams(NamedTuple):
    pass


def act_random(rules, state, mind):  # type: ignore
    return sample(rules, state, mind.rng)


class LuckyParams(NamedTuple):
    p: Annotated[float, Steps((0, 0.25, 0.5, 0.75, 1)), "chance to look"] = 0.25
    tries: Annotated[int, Steps((1, 2, 4, 8)), "looks"] = 2
    budget: Annotated[int, Range(1, 1000, accepts=(1, 10**6)), "calls"] = 50


def act_lucky(rules, state, mind):  # type: ignore
    me = state.to_move
    params = unpack(LuckyParams, mind.knobs)
    best = sample(rules, state, mind.rng)
    if unit(mind.rng) > params.p:
        return best
    top = -1.0
    for _ in range(params.tries):
        if exhausted(mind.budget[OWN]):
            break
        action = sample(rules, state, mind.rng)
        copy = imagine(rules, state, me, mind.states, 0, mind.rng, True)
        advance(rules, copy, action, mind.budget[OWN])
        worth = points(rules, copy, me) + 0.01 * unit(mind.rng)
        if worth > top:
            top, best = worth, action
    return best


AGENTS: dict[str, Any] = {"random": (RandomParams, act_random), "lucky": (LuckyParams, act_lucky)}


def split(text: str) -> tuple[str, dict[str, str]]:
    name, _, rest = text.partition(":")
    if name not in AGENTS:
        raise InputError(f"unknown agent {name!r}; there are {', '.join(AGENTS)}")
    return name, dict(part.split("=", 1) for part in rest.split(",") if part)


def params_of(text: str) -> tuple[str, type, dict[str, str]]:
    name, knobs = split(text)
    return name, AGENTS[name][0], knobs


def with_values(text: str, values: Any) -> str:
    name, knobs = split(text)
    merged = {**knobs, **{k: word(v) if not isinstance(v, float) else repr(v) for k, v in values.items()}}
    return name + (":" + ",".join(f"{k}={v}" for k, v in merged.items()) if merged else "")


def seat(game: Any, rules_params: Any, text: str) -> Player:
    name, knobs = split(text)
    Params, act = AGENTS[name]
    params = build(Params, knobs, f"player {text}")
    numbers = [float(v) for v in params]
    mind = new_mind(game, Needs(states=1), numbers or [0.0], budget=getattr(params, "budget", 0))
    return Player(text, compile_act(game, act), mind)
