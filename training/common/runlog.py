"""The log of a training: one JSON object a line, appended, so that a resumed run goes on where it stopped."""

import json
import os
import subprocess
import time


class RunLog:
    """Appends rows to a file and prints them.

    @param path the .jsonl file; made with its folder if missing
    @param keep_until rows whose ``iteration`` lies above are dropped: written after the checkpoint resumed from
    """

    def __init__(self, path: str, keep_until: int | None = None):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        self.path = path
        self.started = time.time()
        if keep_until is not None and os.path.exists(path):
            rows = [row for row in read_rows(path) if row.get("iteration", 0) <= keep_until]
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(json.dumps(row) + "\n" for row in rows)

    def write(self, **row: object) -> None:
        """One row; floats are rounded to six digits."""
        rounded = {key: float(f"{value:.6g}") if isinstance(value, float) else value for key, value in row.items()}
        line = json.dumps(rounded)
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(line + "\n")
        print(f"{time.time() - self.started:7.0f}s {line}", flush=True)


def read_rows(path: str) -> list[dict]:
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def commit() -> str:
    """The commit this repository stands at, or 'unknown' outside one."""
    folder = os.path.dirname(os.path.abspath(__file__))
    answer = subprocess.run(["git", "-C", folder, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return answer.stdout.strip() or "unknown"
