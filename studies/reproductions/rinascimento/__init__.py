"""What Bravi et al. (2019) measured besides wins: landscapes, and what tuning finds."""
