"""One file a benchmark: `run() -> list[Table]`-like rows that `bottega bench` prints. Figures are ratios within one run."""
