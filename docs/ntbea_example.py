"""NTBEA in a plain Optuna script: which settings of a coin-tossing machine win most often?

Copy `optimisers/{distributions,landscape,trials,ntbea}.py`, or install the project; nothing else of it is needed.
"""

import random

import optuna

from optimisers.ntbea import NTBEASampler


def objective(trial: optuna.Trial) -> float:
    """One game: 1 for a win, 0 for a loss."""
    speed = trial.suggest_float("speed", 0.1, 10.0, log=True)
    depth = trial.suggest_int("depth", 1, 20)
    style = trial.suggest_categorical("style", ["bold", "calm", "mixed"])
    strength = 0.2 + 0.3 * (style == "calm") + 0.2 * (depth > 12) + 0.2 * (speed > 3)
    return float(random.random() < strength)


optuna.logging.set_verbosity(optuna.logging.WARNING)
random.seed(1)
sampler = NTBEASampler(seed=1, k=0.3, resolution=9)
study = optuna.create_study(direction="maximize", sampler=sampler)
study.optimize(objective, n_trials=400)

print("recommended", sampler.recommend(study))
for cell in sampler.marginals(study)["style"]:
    print(f"style {cell.values[0]:6} tried {cell.visits:4} times, won {cell.mean:.2f} ± {cell.stderr:.2f}")
