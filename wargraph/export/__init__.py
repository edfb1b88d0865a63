"""Files for other programs: War graphs, records of games and rules."""
