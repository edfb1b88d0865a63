"""The console command, also as ``python -m wargraph``."""

from wargraph.cli import main

if __name__ == "__main__":
    main()
