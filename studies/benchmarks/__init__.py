"""One file a benchmark, each with `run(console)`. Figures that matter are ratios within one run."""
