"""Long work on one thread: the stages of exact play."""

from wargraph import RunOptions, exact_play


def test_exact_play_tells_its_stages():
    told = []
    exact_play(3, RunOptions(progress=told.append))
    stages = [progress.partial_summary for progress in told]
    assert stages[:2] == ["", "looking for the states of 3 cards"]
    assert stages[-1] == "finding what the strategy guarantees"
    assert {progress.work for progress in told} == {"3 cards"}
    assert any(stage.startswith("sweep 1: ") for stage in stages)
