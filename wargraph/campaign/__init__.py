"""Long work: its run options and progress, campaigns that divide it into work units, and checkpoints that keep them."""
