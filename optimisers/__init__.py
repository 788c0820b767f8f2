"""The search: spaces, samplers, evolution. Knows nothing of games."""
