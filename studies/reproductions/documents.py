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
    "fenner": Document(
        "Fenner 2014, *ANN-assisted heuristic tree search*",
        "Dominion for four: branch and bound over purchases with a network of deck vectors, against simple agents.",
        "002",
    ),
    "robilliard": Document(
        "Robilliard and Fonlupt 2015, *Towards Human-Competitive Game Playing for Complex Board Games with GP*",
        "7 Wonders for three: evaluation functions by genetic programming, a rule-based player, and UCT.",
        "003",
    ),
    "sevenwonders": Document(
        "7 Wonders, beyond its source", "Stronger players, larger tables, and how even the boards are."
    ),
    "splinter": Document(
        "Câmara et al., *Splinter*",
        "A new board game for two, its evaluation function tuned by a genetic algorithm.",
        "004",
    ),
    "provincial": Document(
        "Fischer, *Provincial*",
        "Dominion for two: an ordered list of cards to buy, evolved against the leaders of its own population. Its "
        "program knows neither Thief nor Secret Chamber nor Masquerade; they are in none of the five kingdoms, only in "
        "the two tables of cards. Start hands are drawn here, where it has them split three to four, and the "
        "leaderboards that it prints on the way are left out.",
    ),
    "beyond": Document("Beyond the sources", "Questions that the documents leave open."),
}
NUMBERS = {document.number: name for name, document in DOCUMENTS.items() if document.number}
