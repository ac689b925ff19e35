"""Counts the lines of the shop's source files."""

from pathlib import Path

root = Path(__file__).resolve().parent.parent
for path in sorted(root.glob("src/*")):
    print(f"{path.name}: {len(path.read_text().splitlines())} lines")
