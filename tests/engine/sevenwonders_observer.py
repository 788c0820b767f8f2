"""What one player knows of the covered cards of 7 Wonders, worked out from what it has seen and from nothing else.

Cards are rows: copies of one card look alike. How likely things are follows from counting deals.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from math import comb, prod

from engine.sevenwonders.hands import as_set
from engine.sevenwonders.legal_moves import pile_of
from engine.sevenwonders.printed import rows_in
from engine.sevenwonders.state import held_hand


@dataclass
class Group:
    """Cards of which only the set is known, and the places in which they lie."""

    cards: Counter
    places: Counter = field(default_factory=Counter)  # "stage", "box", the number of a hand, ("pile", turn)

    def piled(self, first, last):
        """How many of them went to the pile in some turns."""
        return sum(n for place, n in self.places.items() if isinstance(place, tuple) and first <= place[1] < last)


def divisions(n, most):
    """All ways to take n from several, of each at most so many."""
    if not most:
        return [()] if n == 0 else []
    return [(i, *rest) for i in range(min(n, most[0]) + 1) for rest in divisions(n - i, most[1:])]


class Age:
    """One age, seen by one player."""

    def __init__(self, rules, age, n):
        self.age = age
        self.guilds = set(rows_in(rules, age, rules.guilds[age]))
        self.left_out = int(rules.guilds_left[age])
        deck = Counter(rows_in(rules, age, rules.deck[age] | rules.guilds[age]))
        self.unseen = Group(deck, Counter(dict.fromkeys(range(n), 7) | {"box": deck.total() - 7 * n}))
        self.open: dict[int, Group] = {}  # hands that it has held
        self.closed: list[Group] = []
        self.own = Counter()  # (row, turn) that it discarded, (row, "stage") that it covered
        self.taken = Counter()  # built from the pile
        self.seen = Counter()  # in the pile when it last looked, or taken from there before

    def see_hand(self, hand, cards):
        """It holds a hand: what was covered since it last did is a group of its own from now on."""
        old = self.open.get(hand, self.unseen)
        old.cards -= cards
        del old.places[hand]
        if hand in self.open:
            self.closed.append(old)
        self.open[hand] = Group(Counter(cards), Counter({hand: cards.total()}))

    def see_play(self, hand, row, place, own):
        """A card has left a hand: built face up (place None), or covered; it knows its own."""
        group = self.open.get(hand, self.unseen)
        group.places[hand] -= 1
        if own or place is None:
            group.cards -= Counter([row])
            if own and place is not None:
                self.own[row, place[1] if isinstance(place, tuple) else place] += 1
        else:
            group.places[place] += 1

    def groups(self):
        return [self.unseen, *self.open.values(), *self.closed]

    def own_piled(self, last):
        """The rows that it discarded itself before a turn."""
        return Counter(row for row, turn in self.own.elements() if turn != "stage" and turn < last)

    def worlds(self, known, until):
        """Who lies where of the cards that came to light: (deals, by group and row: seen, otherwise in the pile)."""
        seen = self.seen - self.own_piled(known)
        taken = self.taken - self.own_piled(until) - seen
        rows = sorted(set(seen) | set(taken))
        groups = self.groups()
        there = {row: [group.cards[row] for group in groups] for row in rows}
        for found in product(*(divisions(seen[row], there[row]) for row in rows)):
            if any(sum(by[i] for by in found) != group.piled(0, known) for i, group in enumerate(groups)):
                continue
            rest = [[m - s for m, s in zip(there[row], by, strict=True)] for row, by in zip(rows, found, strict=True)]
            piles = [
                [by for n in range(taken[row], sum(left) + 1) for by in divisions(n, left)]
                for row, left in zip(rows, rest, strict=True)
            ]
            for piled in product(*piles):
                deals = prod(
                    comb(m, s) * comb(m - s, p)
                    for row, by, pile in zip(rows, found, piled, strict=True)
                    for m, s, p in zip(there[row], by, pile, strict=True)
                )
                for i, group in enumerate(groups):
                    others = sum(n for row, n in group.cards.items() if row not in rows) - self.boxed(group)
                    left = group.piled(known, until) - sum(pile[i] for pile in piled)
                    deals *= comb(others, left) if left >= 0 else 0
                if deals:
                    yield deals, dict(zip(rows, found, strict=True)), dict(zip(rows, piled, strict=True))

    def boxed(self, group):
        """How many guilds of a group were not drawn."""
        return self.left_out if group is self.unseen else 0

    def expected(self, looked_by_me, looked_by_any):
        """How many copies of each card are where, on average over all deals that fit: by (row, place)."""
        known, until = (max(0, min(7, looked - 8 * self.age)) for looked in (looked_by_me, looked_by_any))
        found, total = Counter(), 0
        for deals, seen, piled in self.worlds(known, until):
            total += deals
            for i, group in enumerate(self.groups()):
                for place, n in self.of_group(group, i, seen, piled, known, until).items():
                    found[place] += deals * n
        means = Counter({place: n / total for place, n in found.items()})
        for (row, place), n in self.own.items():
            means[row, "stage" if place == "stage" else "pile"] += n
        for row, n in self.taken.items():
            means[row, "pile"] -= n
        return means

    def of_group(self, group, i, seen, piled, known, until):
        """The same of one group, if so many of its cards were seen in the pile or lie there otherwise."""
        means = Counter()
        boxed = self.boxed(group)
        rest = Counter()  # places of which nothing is known
        for place, n in group.places.items():
            if not isinstance(place, tuple) or place[1] >= until:
                rest["pile" if isinstance(place, tuple) else place] += n
        rest["box"] -= boxed
        others = sum(n for row, n in group.cards.items() if row not in seen) - boxed
        piled_others = group.piled(known, until) - sum(pile[i] for pile in piled.values())
        guilds = sum(n for row, n in group.cards.items() if row in self.guilds and row not in seen)
        for row, n in group.cards.items():
            drawn = 1 - boxed / guilds if row in self.guilds and row not in seen else 1  # or it lies in the box
            in_pile = seen[row][i] + piled[row][i] if row in seen else drawn * n * piled_others / max(1, others)
            means[row, "pile"] += in_pile
            means[row, "box"] += (1 - drawn) * n
            for place, room in rest.items():
                if room:
                    means[row, place] += (drawn * n - in_pile) * room / rest.total()
        return means


class Observer:
    """One player at a table, told of everything that it can see."""

    def __init__(self, table, viewer):
        self.table, self.viewer, self.ages = table, viewer, []
        self.looked = 0

    def begin_turn(self):
        """A turn begins: it looks at its hand."""
        state, rules = self.table.state, self.table.rules
        if len(self.ages) == state.age:
            self.ages.append(Age(rules, int(state.age), int(state.n_players)))
        hand = held_hand(state, self.viewer)
        self.ages[-1].see_hand(int(hand), Counter(rows_in(rules, int(state.age), as_set(state.hand[hand]))))

    def see_play(self, player, hand, row, way, turn):
        place = {"discard": ("pile", turn), "stage": "stage"}.get(way)
        self.ages[-1].see_play(hand, row, place, player == self.viewer)

    def see_last_card(self, player, hand, row):
        self.ages[-1].see_play(hand, row, ("pile", 6), player == self.viewer)

    def see_recovered(self, age, row):
        self.ages[age].taken[row] += 1

    def look(self):
        """It looks through the pile, if it has not yet done so now."""
        state = self.table.state
        if self.looked != state.looked[self.viewer]:
            self.looked = int(state.looked[self.viewer])
            for number, age in enumerate(self.ages):
                pile = Counter(rows_in(self.table.rules, number, pile_of(state, number)))
                age.seen = pile + age.taken

    def expected(self):
        """For each age, how many copies of each card are where on average."""
        anybody = int(max(self.table.state.looked[: self.table.state.n_players]))
        return [age.expected(self.looked, anybody) for age in self.ages]
