"""Where the rooms meet: a study file goes down this list, its result comes back up.

commands/       one command of `bottega` each; cli.py lists them
study/          what a study is: its file, its keys, the names in it looked up
work/           search, race and proof, from start to end and after every interruption
play/           games for a study: which deals, how they are played, what they say
farm/           where games are played: threads of this machine, or a Ray cluster
show/           results, reports, pictures, replays
tracking/       what MLflow gets of it
specs/          study files that ship
reproductions/  the experiments of the sources, and the page that compares them
benchmarks/     speed, as ratios within one run
"""
