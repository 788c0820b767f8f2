"""Where games are played: threads of this machine, or a Ray cluster."""
