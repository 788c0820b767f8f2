"""7 Wonders once more, slow and obvious: lists of cards and a search over payments. The engine must agree with it."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import product

from engine.sevenwonders.content import RAW, Card, Effect, Side, load
from engine.sevenwonders.params import Params, Payment

PASS_TO = {1: 1, 2: -1, 3: 1}  # hands go to the left, to the right, to the left


def payments(cost, own, left, right, price):
    """Every division of the cheapest ways to pay: (coins to the left, to the right), none better for both purses.

    Units are strings of the letters they can be; `price(side, letter)` is what a unit costs.
    """
    ways = {"".join(sorted(cost)): {(0, 0)}}
    for side, units in (("own", own), ("left", left), ("right", right)):
        for unit in units:
            after = {missing: set(pairs) for missing, pairs in ways.items()}
            for missing, pairs in ways.items():
                for letter in set(missing) & set(unit):
                    coins = 0 if side == "own" else price(side, letter)
                    rest = missing.replace(letter, "", 1)
                    more = {(x + coins * (side == "left"), y + coins * (side == "right")) for x, y in pairs}
                    after[rest] = best_pairs(after.get(rest, set()) | more)
            ways = after
    return sorted(best_pairs(ways.get("", set())))


def best_pairs(pairs):
    """Those for which no other is as good for both."""
    return {(x, y) for x, y in pairs if not any(a <= x and b <= y and (a, b) != (x, y) for a, b in pairs)}


def science(symbols, free, per_set=7):
    """The best that symbols of free choice can make of the others."""
    best = 0
    for chosen in product(("compass", "wheel", "tablet"), repeat=free):
        n = Counter(symbols) + Counter(chosen)
        counts = [n[symbol] for symbol in ("compass", "wheel", "tablet")]
        best = max(best, sum(count**2 for count in counts) + per_set * min(counts))
    return best


@dataclass
class City:
    """What stands before one player."""

    title: str
    side: Side
    coins: int
    cards: list[Card] = field(default_factory=list)
    stages: int = 0
    tokens: list[int] = field(default_factory=list)
    defeats: int = 0
    free_used: bool = False
    recovers: bool = False
    fresh: list[str] = field(default_factory=list)  # recovered in this age
    new_stage: bool = False  # built in this turn

    def effects(self) -> list[Effect]:
        return [card.effect for card in self.cards] + [stage.effect for stage in self.side.stages[: self.stages]]

    def has(self, power) -> bool:
        return any(power in effect.powers for effect in self.effects())

    def for_sale(self) -> list[str]:
        return [self.side.start, *(unit for effect in self.effects() for unit in effect.make)]

    def private(self) -> list[str]:
        return [unit for effect in self.effects() for unit in effect.private]

    def shields(self) -> int:
        return sum(effect.shields for effect in self.effects())

    def number(self, thing) -> int:
        if thing == "stage":
            return self.stages
        return self.defeats if thing == "defeat" else sum(card.colour == thing for card in self.cards)


class Model:
    """A whole game. Cards are named by (age, name)."""

    def __init__(self, params: Params, boards, hands):
        self.params, self.content = params, load(params.cards, params.wonders)
        self.cards = {(card.age, card.name): card for card in self.content.cards}
        self.n, self.age, self.turn = params.players, 1, 0
        self.cities = []
        for title in boards:
            name, side = title.split()
            self.cities.append(City(title, self.content.boards[name]["AB".index(side)], params.start_coins))
        self.hands = [list(hand) for hand in hands]
        self.pile: list[tuple[int, str]] = []

    def left(self, i):
        return self.cities[(i + 1) % self.n]

    def right(self, i):
        return self.cities[(i - 1) % self.n]

    def price(self, i):
        """What a unit costs a player, by side and letter."""
        trades = {trade for effect in self.cities[i].effects() for trade in effect.trade}

        def of(side, letter):
            cheap = ("raw" if letter in RAW else "made", side) in trades
            return self.params.reduced_price if cheap else self.params.price

        return of

    def ways_to_pay(self, i, goods, coins):
        """The divisions that the purse allows."""
        city = self.cities[i]
        own = city.for_sale() + city.private()
        pairs = payments(goods, own, self.left(i).for_sale(), self.right(i).for_sale(), self.price(i))
        return [(x, y) for x, y in pairs if x + y + coins <= city.coins]

    def chosen(self, pairs):
        """Those divisions that are offered as moves: all, or the cheapest by the side that is preferred."""
        if self.params.payment == Payment.CHOOSE or not pairs:
            return pairs
        least = min(x + y for x, y in pairs)
        cheapest = [(x, y) for x, y in pairs if x + y == least]
        return [cheapest[-1] if self.params.payment == Payment.LEFT else cheapest[0]]

    def chained(self, i, card):
        city = self.cities[i]
        names = {old.name for old in city.cards}
        if not self.params.chain_same_age:
            names -= set(city.fresh)
        return bool(set(card.chain) & names)

    def may_stand(self, i, card):
        return not any(
            old.name == card.name and (self.params.names_across_ages or old.age == card.age)
            for old in self.cities[i].cards
        )

    def options(self, i, name):
        """What can be done with a card of the hand: (way, coins to the left, to the right)."""
        card, city = self.cards[name], self.cities[i]
        found = []
        free = self.chained(i, card)
        pairs = [(0, 0)] if free else self.ways_to_pay(i, card.goods, card.coins)
        if self.may_stand(i, card):
            found += [("build", *pair) for pair in self.chosen(pairs)]
            costs = not free and (card.coins > 0 or (0, 0) not in pairs)
            if city.has("free_build") and not city.free_used and (costs or self.params.free_build_always):
                found.append(("free", 0, 0))
        if city.stages < len(city.side.stages):
            pairs = self.ways_to_pay(i, city.side.stages[city.stages].goods, 0)
            found += [("stage", *pair) for pair in self.chosen(pairs)]
        if self.params.may_discard or not found:
            found.append(("discard", 0, 0))
        return found

    def legal(self, i):
        """Every move of a player with a hand."""
        return {(name, *option) for name in set(self.hands[i]) for option in self.options(i, name)}

    def settle(self, moves):
        """Moves of some players at once: {player: (card, way, coins to the left, to the right)}."""
        gained = Counter()
        for i, (name, way, to_left, to_right) in moves.items():
            city, card = self.cities[i], self.cards[name]
            self.hands[i].remove(name)
            if way in ("build", "stage"):
                bank = 0 if way == "stage" or self.chained(i, card) else card.coins
                gained[i] -= to_left + to_right + bank
                gained[(i + 1) % self.n] += to_left
                gained[(i - 1) % self.n] += to_right
        built = {}
        for i, (name, way, _, _) in moves.items():
            city, card = self.cities[i], self.cards[name]
            if way == "discard":
                self.pile.append(name)
                gained[i] += self.params.discard_coins
            elif way == "stage":
                built[i] = city.side.stages[city.stages].effect
                city.stages += 1
                city.recovers |= "recover" in built[i].powers
                city.new_stage = True
            else:
                built[i] = card.effect
                city.cards.append(card)
                city.free_used |= way == "free"
        for i, effect in built.items():
            gained[i] += self.per(i, effect.coins)
        for i in range(self.n):
            self.cities[i].coins += gained[i]

    def per(self, i, per):
        """An amount for each counted thing."""
        if per is None or not per.things:
            return per.each if per else 0
        cities = {"left": self.left(i), "own": self.cities[i], "right": self.right(i)}
        return per.each * sum(cities[who].number(thing) for who in per.who for thing in per.things)

    def recoverable(self, i):
        return {name for name in self.pile if self.may_stand(i, self.cards[name])}

    def recover(self, i, name):
        """Build a card of the pile, or none."""
        self.cities[i].recovers = False
        if name is not None:
            self.pile.remove(name)
            self.cities[i].cards.append(self.cards[name])
            self.cities[i].fresh.append(name[1])
            self.cities[i].coins += self.per(i, self.cards[name].effect.coins)

    def plays_seventh(self, i):
        """Whether a player may play its last card."""
        city = self.cities[i]
        new = city.new_stage and "seventh_card" in city.side.stages[city.stages - 1].effect.powers
        return city.has("seventh_card") and bool(self.hands[i]) and (self.params.seventh_at_once or not new)

    def sweep(self):
        for hand in self.hands:
            self.pile += hand
            hand.clear()

    def end_turn(self, next_hands):
        """Pass the hands on, or fight and take the hands of the next age."""
        self.turn += 1
        for city in self.cities:
            city.new_stage = False
        if self.turn < 6:
            to = PASS_TO[self.age]
            self.hands = [self.hands[(i - to) % self.n] for i in range(self.n)]
            return
        for i in range(self.n):
            for other in (self.left(i), self.right(i)):
                mine, theirs = self.cities[i].shields(), other.shields()
                if mine > theirs:
                    victory = (self.params.victory_1, self.params.victory_2, self.params.victory_3)
                    self.cities[i].tokens.append(victory[self.age - 1])
                elif mine < theirs:
                    self.cities[i].tokens.append(-self.params.defeat)
                    self.cities[i].defeats += 1
            self.cities[i].free_used = False
            self.cities[i].fresh.clear()
        if self.age < 3:
            self.age, self.turn = self.age + 1, 0
            self.hands = [list(hand) for hand in next_hands()]

    def points(self, i):
        """By part, in the order of the engine's."""
        city = self.cities[i]
        symbols = [symbol for effect in city.effects() for symbol in effect.science if symbol != "any"]
        free = sum(symbol == "any" for effect in city.effects() for symbol in effect.science)
        of_science = science(symbols, free, self.params.science_set)
        guilds = sum(self.per(i, card.effect.points) for card in city.cards if card.colour == "purple")
        parts = [
            sum(city.tokens),
            city.coins // self.params.coins_per_point,
            sum(stage.effect.points.each for stage in city.side.stages[: city.stages] if stage.effect.points),
            sum(card.effect.points.each for card in city.cards if card.colour == "blue"),
            of_science,
            sum(self.per(i, card.effect.points) for card in city.cards if card.colour == "yellow"),
            guilds,
        ]
        if city.has("copy_guild"):
            best = (0, 0)
            for guild in self.left(i).cards + self.right(i).cards:
                if guild.colour == "purple":
                    best = max(best, self.copied(i, guild, symbols, free), key=sum)
            parts[6] += best[0]
            parts[4] += best[1]
        return parts

    def copied(self, i, guild, symbols, free):
        """What a guild would be worth in this city: as a guild, and as a symbol."""
        points = guild.effect.points
        worth = self.per(i, points)
        if points and "purple" in points.things and "own" in points.who and self.params.copy_counts_itself:
            worth += points.each
        gain = 0
        if guild.effect.science and self.params.copy_science:
            per_set = self.params.science_set
            gain = science(symbols, free + 1, per_set) - science(symbols, free, per_set)
        return worth, gain
