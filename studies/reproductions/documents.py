"""The documents whose experiments are run again. Their study files lie in `studies/specs/<name>`."""

from typing import NamedTuple


class Document(NamedTuple):
    """A document as the page introduces it."""

    title: str
    about: str
    number: str = ""  # another name for the command line


DOCUMENTS = {
    "hepworth": Document(
        "Hepworth 2016, *The States of Splendor*",
        "Two-player Splendor: greedy, minimax, random search and three genetic planners. `thesis` are the rules as the "
        "thesis' program played them, `splendor` the published ones; the document's figures stand beside both.",
        "000",
    ),
    "rinascimento": Document(
        "Bravi, Perez-Liebana, Lucas and Liu 2019, *Rinascimento*",
        "Splendor for four: rolling horizon evolution and tree search, tuned by NTBEA.",
        "001",
    ),
    "splinter": Document(
        "Câmara et al., *Splinter*",
        "A new board game for two, its evaluation function tuned by a genetic algorithm.",
        "004",
    ),
    "beyond": Document("Beyond the sources", "Questions that the documents leave open."),
}
NUMBERS = {document.number: name for name, document in DOCUMENTS.items() if document.number}
