"""What benchmarks measure with."""
