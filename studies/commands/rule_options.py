"""Every rule of a game as an option: `--kingdom first-game` stands for `--set kingdom=first-game`."""

from typing import Any

from typer.core import TyperCommand

STUDY_KEYS = "sets"  # the parameter of commands whose --set takes keys of a study; a rule is one under game.


class RuleCommand(TyperCommand):
    """A command; if it takes a game and --set, the game's rules are options of it too."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Write rules as --set before anything else is read."""
        names = {parameter.name for parameter in self.params}
        if "game" in names and names & {STUDY_KEYS, "set_"}:
            known = {option for parameter in self.params for option in parameter.opts}
            args = with_rules_set(args, known, "game." if STUDY_KEYS in names else "")
        return super().parse_args(ctx, args)


def with_rules_set(args: list[str], known: set[str], prefix: str) -> list[str]:
    """The arguments, each option that is a rule of the game in them and no option of the command written as --set."""
    from engine.catalog import GAMES  # takes a moment, which --help can do without
    from engine.space import knobs_of

    rules = next((knobs_of(GAMES[word].Params) for word in args if word in GAMES), {})
    written, rest = [], list(args)
    while rest:
        option, sign, value = rest.pop(0).partition("=")
        name = option.removeprefix("--").replace("-", "_")
        if option in known or not option.startswith("--") or name not in rules or not (sign or rest):
            written.append(option + sign + value)
        else:
            written += ["--set", f"{prefix}{name}={value if sign else rest.pop(0)}"]
    return written
