"""`bottega play --browser` in a headless Chromium: whole games by clicks on buttons and on the picture.

Needs Chromium and chromedriver, so it is no ordinary test: `make test-ui`. Screenshots go to `screenshots/`.
"""

import re
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.studies.commands import bottega_process
from tests.ui.browser import Browser

SCREENSHOTS = Path("screenshots")
MY_TURN = "return now && now.your_turn && document.getElementById('veil').hidden"
OVER = "return now && Boolean(now.ending)"


@contextmanager
def playing(tmp_path, *words):
    """The link of a running server."""
    process = bottega_process("play", *words, "--browser", cwd=tmp_path)
    try:
        yield next(found.group() for line in process.stdout if (found := re.search(r"http://127\S+", line)))
    finally:
        process.terminate()
        process.communicate()


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """One tab for all tests."""
    tab = Browser(tmp_path_factory.mktemp("profile"))
    yield tab
    tab.close()


def wait_for_me(browser):
    """Until a person is to move or the game is over; False then."""
    browser.until(lambda: browser.run(MY_TURN) or browser.run(OVER), "the agent's answer", 240)
    return not browser.run(OVER)


def turn(browser):
    return browser.run("return now.turn")


def finish(browser, move, most=300):
    """Play `move` again and again to the end of the game; how many of them it took."""
    for number in range(most):
        if not wait_for_me(browser):
            return number
        before = turn(browser)
        move(browser)
        browser.until(lambda seen=before: turn(browser) != seen, "the move")
    raise AssertionError(f"no end after {most} moves")


def click_mark(browser, mark):
    browser.click(f"//*[@id='board']//*[@data-mark='{mark}']")


def buy_or_take(browser):
    """A purchase by its button; else tokens from the bank on the picture; else the first button."""
    words = browser.run("return now.moves.map(move => move.words)")
    clicks = browser.run("return now.moves.map(move => move.clicks)")
    buy = next((i for i, text in enumerate(words) if text.startswith("buy")), None)
    take = next((i for i, text in enumerate(words) if text.startswith("take") and "return" not in text), None)
    if buy is None and take is not None:
        for mark in clicks[take][0]:
            click_mark(browser, mark)
        if len(clicks[take][0]) == 1:
            click_mark(browser, clicks[take][0][0])
    else:
        browser.click(f"(//*[@id='moves']//button)[{(buy or 0) + 1}]")


def step_a_piece(browser):
    """A piece and the square that it goes to, on the picture; one that leaves the board, by its button."""
    clicks = browser.run("return now.moves.map(move => move.clicks)")
    number = turn(browser) * 7 % len(clicks)
    if len(clicks[number]) == 2:
        for stage in clicks[number]:
            click_mark(browser, stage[0])
    else:
        browser.click(f"(//*[@id='moves']//button)[{number + 1}]")


def play_or_buy(browser):
    """A card of the hand or a pile of the supply, by two clicks on it; what has no picture, by its button."""
    clicks = browser.run("return now.moves.map(move => move.clicks)")
    number = next((i for i, stages in enumerate(clicks) if stages), 0)
    if not clicks[number]:
        return browser.click(f"(//*[@id='moves']//button)[{number + 1}]")
    for _ in range(2):
        click_mark(browser, clicks[number][0][0])


def build_or_discard(browser):
    """A card of the hand on the picture, then the first thing that can be done with it; else the first button."""
    clicks = browser.run("return now.moves[0].clicks")
    if clicks:
        click_mark(browser, clicks[0][0])
    browser.click("(//*[@id='moves']//button)[1]")


@pytest.mark.parametrize(
    ("words", "move"),
    [
        (("splendor", "osla:budget=50", "--seed", "3", "--set", "end_points=4"), buy_or_take),
        (("splinter", "random", "--seed", "3", "--set", "max_plies=80"), step_a_piece),
        (("dominion", "random", "--seed", "3", "--set", "turn_limit=6"), play_or_buy),
        (("sevenwonders", "random", "random", "--seed", "3"), build_or_discard),
    ],
    ids=["splendor", "splinter", "dominion", "sevenwonders"],
)
def test_a_whole_game_is_played_by_clicks_and_replayed(browser, tmp_path, words, move):
    with playing(tmp_path, *words) as link:
        browser.open(link)
        assert finish(browser, move) > 3
        browser.screenshot(SCREENSHOTS / f"play-{words[0]}-over.png")
        assert re.search("wins|share the win|nobody wins", browser.run("return at('status').textContent"))
        assert browser.count("#log li") == turn(browser)
        browser.open(browser.run("return at('replay').href"))
        count = "return document.getElementById('count').textContent"
        browser.until(lambda: browser.run(count).startswith("position 0 of "), "the first position")
        browser.click("//button[@id='last']")
        assert re.search("wins|share", browser.run("return document.getElementById('caption').textContent"))


def test_hints_take_backs_and_a_second_game_beside_the_first(browser, tmp_path):
    with playing(tmp_path, "splendor", "mcts:budget=50", "--seed", "3") as link:
        browser.open(link)
        wait_for_me(browser)
        assert "thinks at most 1 s or 50 forward-model calls a move" in browser.run("return at('players').textContent")
        assert "#" not in browser.run("return location.href")  # the token is out of sight
        browser.click("//button[@id='hint']")
        browser.find("//*[@id='moves']//button[@class='advised']", 240)
        browser.screenshot(SCREENSHOTS / "play-hint.png")
        browser.click("(//*[@id='moves']//button)[1]")
        browser.until(lambda: turn(browser) == 2, "the answer", 240)
        browser.click("//button[@id='back']")
        browser.until(lambda: turn(browser) == 0, "the position before")
        browser.click("//button[@id='new']")
        browser.click("//option[@value='splinter']")
        browser.run("document.querySelectorAll('.form-seat')[1].value = 'mtcs'")
        browser.click("//button[@id='form-start']")
        browser.until(lambda: "did you mean mcts" in browser.run("return at('form-error').textContent"), "the reason")
        browser.run("document.querySelectorAll('.form-seat')[1].value = 'person'")
        browser.click("//button[@id='form-start']")
        browser.until(lambda: browser.run("return now && now.game") == "splinter", "the second game")
        wait_for_me(browser)
        step_a_piece(browser)
        browser.until(lambda: turn(browser) == 1, "the other person's turn")
        assert browser.count("#tabs .tab") == 2
        browser.screenshot(SCREENSHOTS / "play-splinter.png")
        kept = "const tab = at('tabs').firstChild; return look().then(() => at('tabs').firstChild === tab)"
        assert browser.run(kept)  # a tab is not made anew at every look: it would miss clicks
        browser.click("(//*[@id='tabs']//button)[1]")
        browser.until(lambda: browser.run("return now && now.game") == "splendor", "the first game")
        assert turn(browser) == 0
        browser.run("window.confirm = () => true")
        browser.click("(//*[@id='tabs']//button[@class='close'])[1]")
        browser.until(lambda: browser.run("return now && now.game") == "splinter", "the game that is left")
        assert browser.count("#tabs .tab") == 1
        assert browser.count("#tabs .close") == 0  # there is always one


def test_without_the_token_nothing_is_shown(browser, tmp_path):
    with playing(tmp_path, "splinter", "random", "--seed", "3") as link:
        browser.open("about:blank")
        browser.open(link.partition("#")[0] + "?again#wrong")
        browser.until(lambda: "open the link" in browser.text(), "the refusal")
        assert browser.count("#board svg") == 0
