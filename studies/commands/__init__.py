"""One file a command: it reads arguments, calls the rooms and prints."""
