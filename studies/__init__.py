"""Where the rooms meet: a study file goes down this list, its result comes back up. Each imports only those below it.

cli                              the list of commands
benchmarks | reproductions       speed, as ratios within one run; the experiments of the sources and their page
commands | api | pettingzoo_env  the commands of `bottega`; the same from Python; games as PettingZoo environments
interactive                      games with people, in the terminal and in a browser
run                              `run_study(study, options) -> Result`: a study from start to end
tracking                         what MLflow gets of a study, and how it is found there again
report                           what people see: progress, results, tables, pictures, replays
search                           plans, candidate spaces, search, race and proof, ledgers, the folder of a run
learn                            networks learnt from games
farm                             where games are played: threads of this machine, or a Ray cluster
play                             games: which deals, how they are played, what they say
spec                             what a study says: its file and keys, players' texts, rules

specs/ has the study files that ship.
"""
