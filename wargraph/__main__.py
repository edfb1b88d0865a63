"""The console command, also as ``python -m wargraph``: Ctrl-C while its libraries load ends it quietly."""

import os
import signal


def main() -> None:
    """Run the command line."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    from wargraph.cli import main as run
    from wargraph.cli.signals import ignore_signals

    try:
        signal.signal(signal.SIGINT, before)
        run()
    except KeyboardInterrupt:  # before the command line looks out for it, or after
        os._exit(130)
    finally:
        ignore_signals()  # all is out: Python would still end by them, with another status


if __name__ == "__main__":
    main()
