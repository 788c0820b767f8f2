"""Where the rooms meet: study files, evaluation, the farm, tracking, reports, the command line."""
