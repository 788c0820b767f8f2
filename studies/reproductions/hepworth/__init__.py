"""What Hepworth (2016) measured besides wins."""
