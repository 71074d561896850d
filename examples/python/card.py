#!/usr/bin/env python3
"""Write the card of a data set: README.md, with the plot difficulty.svg beside it.

    python3 card.py --name NAME --licence LICENCE --made-by make.sh train.jsonl test.jsonl

The files are lines of JSON as "lightsout generate --format jsonl" writes them; what is before .jsonl is the
name of the split. The card says which families of boards there are, how many puzzles of each and how hard,
the licence, the checksums, the script that makes the files again, and how answers are graded. It needs the
standard library and the command lightsout, on the path or where the environment variable LIGHTSOUT says.
"""

import argparse
import collections
import hashlib
import html
import json
import os
import pathlib
import subprocess
import sys

COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]  # Okabe and Ito


def read(path):
    """Count the puzzles of a file by board and fewest presses, and take its checksum."""
    counts, digest = collections.defaultdict(collections.Counter), hashlib.sha256()
    with open(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            digest.update(line)
            try:
                record = json.loads(line)
                counts[record["board"]][record["min_presses"]] += 1
            except (ValueError, KeyError, TypeError) as error:
                sys.exit(f"{path}:{number}: not a puzzle of generate --format jsonl: {error!r}")
    return counts, digest.hexdigest()


def plot(boards):
    """The share of each number of presses, a line for each board, as SVG."""
    known = [presses for counts in boards.values() for presses in counts if presses is not None]
    if not known:
        sys.exit("no puzzle says its min_presses: make them with generate --min")
    width, height, left, top = 640, 320, 56, 16
    most = max(known)
    shares = {board: [counts[presses] / sum(counts.values()) for presses in range(most + 1)]
              for board, counts in sorted(boards.items())}
    highest = max(max(share) for share in shares.values())

    def x(presses):
        return left + presses * (width - left - 16) / max(most, 1)

    def y(share):
        return top + (1 - share / highest) * (height - top - 48)

    step = max(1, -(-most // 20))
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           f'<title>Difficulty: the share of puzzles by fewest presses</title><rect width="{width}" height="{height}" fill="#ffffff"/>',
           f'<path d="M{left} {top}V{y(0):.1f}H{width - 16}" fill="none" stroke="#888888"/>',
           f'<text x="{width / 2:.0f}" y="{height - 8}" text-anchor="middle">fewest presses</text>']
    svg += [f'<text x="{x(presses):.1f}" y="{y(0) + 16:.1f}" text-anchor="middle">{presses}</text>' for presses in range(0, most + 1, step)]
    svg += [f'<text x="{left - 6}" y="{y(share) + 4:.1f}" text-anchor="end">{100 * share:.0f} %</text>' for share in (0, highest / 2, highest)]
    for number, (board, share) in enumerate(shares.items()):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(f"{x(presses):.1f},{y(part):.1f}" for presses, part in enumerate(share))
        svg.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        svg.append(f'<text x="{left + 16}" y="{top + 12 + 16 * number}" fill="{colour}">{html.escape(board)}</text>')
    return "\n".join([*svg, "</svg>"]) + "\n"


def table(head, rows):
    line = "| " + " | ".join(head) + " |\n|" + "---|" * len(head) + "\n"
    return line + "".join("| " + " | ".join(str(cell) for cell in row) + " |\n" for row in rows)


def difficulty(counts):
    known = {presses: n for presses, n in counts.items() if presses is not None}
    if not known:
        return "not counted"
    mean = sum(presses * n for presses, n in known.items()) / sum(known.values())
    return f"{min(known)}–{max(known)}, mean {mean:.1f}"


def card(name, licence, script, version, files):
    """The text of the card, and the plot. files has for each path its counts and its checksum."""
    splits = {path: pathlib.Path(path).name.rsplit(".jsonl", 1)[0] for path in files}
    boards = collections.defaultdict(collections.Counter)
    for counts, _ in files.values():
        for board, by_presses in counts.items():
            boards[board].update(by_presses)
    total = sum(sum(counts.values()) for counts in boards.values())
    data = "".join(f"  - split: {splits[path]}\n    path: {pathlib.Path(path).name}\n" for path in files)
    families = table(
        ["board", *splits.values(), "fewest presses"],
        [[f"`{board}`", *(f"{sum(files[path][0][board].values()):,}" for path in files), difficulty(counts)]
         for board, counts in sorted(boards.items())])
    sums = "".join(f"{digest}  {pathlib.Path(path).name}\n" for path, (_, digest) in files.items())
    last = pathlib.Path(list(files)[-1]).name
    return f"""---
license: {licence.lower()}
pretty_name: {name}
configs:
- config_name: default
  data_files:
{data}---

# {name}

{total:,} Lights Out puzzles, all solvable. A press of a switch flips a fixed set of lights; the goal is to turn
all lights off. Each line is a JSON object: the `board`, the lights that are `on` (counted from 0), an answer
(`presses`) and the fewest presses that solve it (`min_presses`), which are proved.

## Families and counts

{families}
## Difficulty

![The share of puzzles by fewest presses, a line for each board](difficulty.svg)

## Grading

An answer is a set of switches, counted from 0: as a list, as places such as `r1c1`, or in the final
form of a text, `Answer: [0, 2, 4]`. It is replayed press by press, with no solver involved, and is *solved* if all lights are off in the end,
and *minimal* if it has `min_presses` presses:

    lightsout check --batch {last} --answers answers.jsonl --free-text --summary summary.json

where a line of `answers.jsonl` is `{{"id": "…", "answer": "…"}}`.

## Made by

{version}. The same commands give the same bytes on any machine and any number of cores:

{"".join("    " + line + chr(10) for line in script.rstrip().splitlines())}
## Checksums

SHA-256, for `sha256sum -c`:

{"".join("    " + line + chr(10) for line in sums.splitlines())}
## Licence

{licence}. The puzzles are the output of a program and copy no collection; the program itself is under the MIT
licence.
""", plot(boards)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--name", required=True, help="the name of the data set")
    parser.add_argument("--licence", required=True, help="its licence, such as CC0-1.0")
    parser.add_argument("--made-by", required=True, metavar="SCRIPT", help="the script that made the files")
    parser.add_argument("-o", "--output", default=".", metavar="FOLDER", help="where README.md and difficulty.svg go")
    parser.add_argument("files", nargs="+", metavar="SPLIT.jsonl")
    args = parser.parse_args()
    try:
        script = pathlib.Path(args.made_by).read_text(encoding="utf-8")
        version = subprocess.run([os.environ.get("LIGHTSOUT", "lightsout"), "version"], check=True, stdout=subprocess.PIPE, text=True)
        files = {path: read(path) for path in args.files}
        text, picture = card(args.name, args.licence, script, version.stdout.splitlines()[0], files)
        folder = pathlib.Path(args.output)
        (folder / "difficulty.svg").write_text(picture, encoding="utf-8")
        (folder / "README.md").write_text(text, encoding="utf-8")
    except OSError as error:
        sys.exit(f"card.py: {error}")


if __name__ == "__main__":
    main()
