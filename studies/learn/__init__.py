"""Networks learnt from games: collect positions, train, judge. Pure functions of plain data and a seed."""
