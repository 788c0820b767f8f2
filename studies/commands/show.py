"""Show one study."""

import json as json_format
from typing import Annotated

import typer

from studies.report.console import plain_console
from studies.report.text import print_result
from studies.search.folder import RESULT
from studies.spec.seal import SEAL, read_record
from studies.tracking.runs import fetch_text, find_run


def run(
    name: Annotated[
        str, typer.Argument(metavar="RUN", help="Its id's beginning, or a name; the latest if not given.")
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Show one study: its result, where it came from, its state."""
    found = find_run(name)
    text = fetch_text(found, RESULT)
    if json:
        typer.echo(text or json_format.dumps(found._asdict(), indent=1))
        return
    console = plain_console()
    console.print(f"run {found.id}  {found.status.lower()}  started {found.started}", highlight=False)
    for tag in ("study", "git.commit", "version.bottega", "machine.cpu", "machine.cores"):
        console.print(f"  {tag:<16} {found.tags.get(tag, '')}", highlight=False)
    if text:
        place = f"{RESULT} of run {found.id[:8]}"
        old = SEAL not in text  # written before results had a checksum
        print_result(console, json_format.loads(text) if old else read_record(text, place, "its folder has another"))
    else:
        console.print(f"not finished; go on with: bottega resume {found.tags.get('study', '')}", highlight=False)
