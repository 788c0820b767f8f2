"""The games: rules as compiled code on plain records. Knows nothing of players or tuning."""
