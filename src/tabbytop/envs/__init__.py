"""The games as environments for learning: PettingZoo, Gymnasium, OpenSpiel, and thousands of games in one call.

`pettingzoo`, `gymnasium` and `openspiel` need the extra of the same name as this package: pip install 'tabbytop[envs]'.
`vector` needs nothing else.
"""
