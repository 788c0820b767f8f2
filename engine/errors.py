"""What a user did wrong, said in one line."""


class InputError(ValueError):
    """Bad input: names the place, what was found there and what is accepted. The command line exits with 2."""
