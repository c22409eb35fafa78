"""Curves of a training's log as an SVG, one panel a quantity.

/usr/bin/python3 -m training.common.curves LOG.jsonl OUT.svg QUANTITY...
"""

import sys

from .runlog import read_rows

WIDTH, PANEL, MARGIN = 720, 150, 56


def panel(rows: list[dict], name: str, top: int, last: int) -> str:
    """One quantity against the iteration, with its least and greatest value at the axis."""
    points = [(row["iteration"], row[name]) for row in rows if isinstance(row.get(name), (int, float))]
    if not points:
        raise SystemExit(f"the log has no quantity {name}")
    low, high = min(y for _, y in points), max(y for _, y in points)
    span = (high - low) or 1.0
    inner_width, inner_height = WIDTH - 2 * MARGIN, PANEL - 40
    line = " ".join(
        f"{MARGIN + inner_width * x / last:.1f},{top + 24 + inner_height * (1 - (y - low) / span):.1f}"
        for x, y in points
    )
    bottom = top + 24 + inner_height
    return (
        f'<text x="{MARGIN}" y="{top + 14}" font-weight="bold">{name}</text>'
        f'<text x="4" y="{top + 30}">{high:.4g}</text><text x="4" y="{bottom}">{low:.4g}</text>'
        f'<rect x="{MARGIN}" y="{top + 24}" width="{inner_width}" height="{inner_height}" fill="none" stroke="#ccc"/>'
        f'<polyline fill="none" stroke="#1b6ca8" stroke-width="1.2" points="{line}"/>'
    )


def plot(log: str, out: str, names: list[str]) -> None:
    """Draws the named quantities of a log over the iterations."""
    rows = [row for row in read_rows(log) if "iteration" in row]
    last = max(row["iteration"] for row in rows) or 1
    panels = "".join(panel(rows, name, index * PANEL, last) for index, name in enumerate(names))
    height = PANEL * len(names) + 20
    with open(out, "w", encoding="utf-8") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" '
            f'font-size="11"><rect width="100%" height="100%" fill="white"/>{panels}'
            f'<text x="{WIDTH - MARGIN}" y="{height - 6}" text-anchor="end">iterations 0 to {last}</text></svg>\n'
        )


if __name__ == "__main__":
    plot(sys.argv[1], sys.argv[2], sys.argv[3:])
