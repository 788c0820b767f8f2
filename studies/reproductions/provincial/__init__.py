"""Provincial's evolution of buy menus for Dominion, and who wins."""
