# One environment under the repository, made once and renewed when the lock changes.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: help setup tune test test-ui slow check bench ui clean
.DEFAULT_GOAL := help

help:            ## list these commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 12

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "bottega needs Python 3.11 or newer; set PYTHON=..."; exit 2; }
	@echo "setting up .venv (once)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/pip install -q --disable-pip-version-check -r requirements.lock
	@$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

setup: $(READY)  ## the environment only

tune: $(READY)   ## the main job, on embedded defaults
	@$(BIN)/bottega tune splendor mcts

test: $(READY)   ## every test but the slow ones
	@$(BIN)/python -m pytest -n auto --dist loadgroup -m "not slow"

test-ui: $(READY) ## games with people and MLflow's pages in a headless Chromium (needs chromium and chromedriver)
	@$(BIN)/python -m pytest tests/ui/play_in_a_browser.py tests/ui/mlflow_in_a_browser.py

slow: $(READY)   ## strength and statistics over many games
	@$(BIN)/python -m pytest -n auto --dist loadgroup -m slow

check: $(READY)  ## format, lint, types, import rules
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: $(READY)  ## speed, as ratios within one run
	@$(BIN)/bottega bench

ui: $(READY)     ## MLflow on 127.0.0.1
	@$(BIN)/bottega ui

clean:           ## remove the environment and all caches
	rm -rf .venv .numba .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
