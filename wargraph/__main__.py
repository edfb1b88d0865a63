"""The console command, also as ``python -m wargraph``."""

import os


def main() -> None:
    """Run the command line; Ctrl-C while it loads ends it quietly."""
    try:
        from wargraph.cli import main as run

        run()
    except KeyboardInterrupt:
        os._exit(130)


if __name__ == "__main__":
    main()
