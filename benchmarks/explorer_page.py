"""How large is the explorer page, how soon can it be used, and how smoothly does it move?

    python benchmarks/explorer_page.py            the decks of 5 and 6 cards
    python benchmarks/explorer_page.py 4 5        these decks

In Chromium, from disk: milliseconds from the address to the first paint, and to a card that lies on the table after a
key was pressed, by when the graph is drawn; then the frames of zooming in and out under free order. Medians of five
visits.
"""

import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from wargraph import explorer_page

VISITS = 5
LIMITS = {5: "2 MB, usable in 2,000 ms", 6: "painted in 5,000 ms"}
FIRST_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
FRAMES = """async () => {
    const press = (key) => document.getElementById("graph").dispatchEvent(new KeyboardEvent("keydown", { key }));
    const frames = [];
    let last = await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < 60; frame++) {
        press(frame % 20 < 10 ? "+" : "-");
        const now = await new Promise(requestAnimationFrame);
        frames.push(now - last);
        last = now;
    }
    return frames;
}"""


def visit(browser: Browser, address: str) -> tuple[float, float, float]:
    """Milliseconds to the first paint, to the first card that is laid, and of a frame while the picture is zoomed."""
    page = browser.new_page(viewport={"width": 1400, "height": 900}, offline=True)
    start = time.perf_counter()
    page.goto(address)
    page.locator("body").press("ArrowRight")
    page.locator("#table li").first.wait_for()
    used = 1000 * (time.perf_counter() - start)
    page.wait_for_function(FIRST_PAINT)
    painted = page.evaluate(FIRST_PAINT)
    page.get_by_label("free", exact=True).check()
    frame = median(page.evaluate(FRAMES))
    page.close()
    return painted, used, frame


def main(sizes: list[int]) -> None:
    """Print what each page takes."""
    names = ("chromium", "chromium-headless-shell", "google-chrome")
    chromium = next(filter(None, map(shutil.which, names)), None)
    print("| cards | bytes | first paint, ms | usable, ms | a frame, ms | limits |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for n in sizes:
            path = explorer_page(n).save(Path(folder) / f"war-{n}.html")
            visits = zip(*(visit(browser, f"file://{path}") for _ in range(VISITS)), strict=True)
            painted, used, frame = map(median, visits)
            print(
                f"| {n} | {path.stat().st_size:,} | {painted:,.0f} | {used:,.0f} | {frame:.0f} | {LIMITS.get(n, '')} |"
            )
        browser.close()


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or list(LIMITS))
