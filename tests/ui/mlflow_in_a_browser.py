"""MLflow's own pages in a headless Chromium: two studies compared, charts drawn, a replayed game stepped through.

Needs Chromium and chromedriver, so it is no ordinary test: `make test-ui`. Screenshots go to `screenshots/`.
"""

import re
from pathlib import Path

import pytest

from studies.spec.study_file import as_toml
from tests.studies.commands import bottega_process
from tests.studies.small import TUNE
from tests.ui.browser import Browser, free_port

SCREENSHOTS = Path("screenshots")
ARROW_RIGHT, END, HOME = "\ue014", "\ue010", "\ue011"
STUDIES = {"first": "ntbea", "second": "random"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """`bottega ui` over a store with two studies; the link that it prints."""
    home = tmp_path_factory.mktemp("ui")
    (home / "study.toml").write_text(as_toml(TUNE))
    for name, optimiser in STUDIES.items():
        sets = "--set", f"name={name}", "--set", f"optimiser.name={optimiser}", "--set", "budget.games=600"
        process = bottega_process("run", "study.toml", "-q", *sets, cwd=home)
        said = process.communicate()
        assert process.returncode == 0, said
    process = bottega_process("ui", "--port", free_port(), cwd=home)
    link = next(found.group() for line in process.stdout if (found := re.search(r"http://\S+CHART", line)))
    yield link
    process.terminate()
    process.communicate()


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """One tab for all tests."""
    tab = Browser(tmp_path_factory.mktemp("profile"))
    yield tab
    tab.close()


def test_the_link_lands_on_the_results_of_both_studies_and_their_curves_are_below(server, browser):
    browser.open(server)
    for name in STUDIES:
        browser.find(f"//a[normalize-space()='{name}']")
    browser.until(lambda: browser.count(".js-plotly-plot .barlayer .point") >= 8, "results of both studies")
    text = browser.text()
    assert text.index("champion/win_rate") < text.index(
        "\nsearch\n"
    )  # what is proven stands above the search's own view
    browser.screenshot(SCREENSHOTS / "charts.png")
    browser.run(
        "Array.from(document.querySelectorAll('*')).findLast(e => e.textContent.trim() == 'search').scrollIntoView()"
    )
    browser.until(lambda: browser.count(".js-plotly-plot .scatterlayer .trace") >= 4, "curves of both studies")


def test_two_studies_are_selected_and_compared(server, browser):
    browser.open(server.replace("CHART", "TABLE"))
    for name in STUDIES:
        browser.click(f"//div[@role='row'][.//a[normalize-space()='{name}']]//input[@type='checkbox']")
    browser.click("//button[normalize-space()='Compare']")
    browser.until(lambda: "Comparing 2 Runs" in browser.text(), "the comparison")
    browser.until(lambda: browser.count(".js-plotly-plot") >= 1, "its plot")
    text = browser.text()
    assert all(name in text for name in STUDIES)
    assert "optimiser.name" in text
    assert "champion/win_rate" in text
    browser.screenshot(SCREENSHOTS / "comparison.png")


def test_the_replay_steps_through_a_game(server, browser):
    browser.open(server)
    browser.click("//a[normalize-space()='first']")
    browser.click("//*[@role='tab'][normalize-space()='Artifacts']")
    browser.click("//*[normalize-space(text())='replay.html']")
    browser.enter_frame("//iframe")
    count = "return document.getElementById('count').textContent"
    browser.until(lambda: browser.run(count).startswith("position 0 of "), "the first position")
    browser.click("//button[@id='next']")
    assert browser.run(count).startswith("position 1 of ")
    browser.press(ARROW_RIGHT)
    assert browser.run(count).startswith("position 2 of ")
    assert browser.count("#board svg") == 1
    browser.screenshot(SCREENSHOTS / "replay.png")
    browser.press(END)
    last = re.fullmatch(r"position (\d+) of (\d+)", browser.run(count))
    assert last[1] == last[2]
    assert "points:" in browser.run("return document.getElementById('caption').textContent")
    browser.press(HOME)
    assert browser.run(count).startswith("position 0 of ")
