"""Games for a study: which deals, how they are played, what they say."""
