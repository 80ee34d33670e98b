"""`python -m tabbytop` is `tabbytop`."""

from tabbytop.cli import main

main()
