#!/usr/bin/env python3
"""Makes the pictures of the README from the sample notes: .github/screen.svg and .github/graph.svg.

The first is a screen of `slip browse` in tmux. The second is the graph page, with the positions that `slip graph` computed.

    .github/pictures.py [SLIP]     (default: .build/release/slip)
"""

import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SLIP = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else f"{ROOT}/.build/release/slip")
COLUMNS, ROWS = 100, 24
# The dark palette of GNOME Terminal.
COLORS = "171421 c01c28 26a269 a2734c 12488b a347ba 2aa1b3 d0cfcc".split()
COLORS += "5e5c64 f66151 33da7a e9ad0c 2a7bde c061cb 33c7de ffffff".split()
TEXT, PAPER = "d0cfcc", "1e1e1e"


def screen(work):
    """Returns the screen of `slip browse` after a query was typed, with escape sequences."""
    name = f"slip-pictures-{os.getpid()}"
    environment = {**os.environ, "SLIPBOX_NOW": "2024-03-30T12:00:00Z", "COLORFGBG": "15;0", "TERM": "tmux-256color"}
    environment.pop("NO_COLOR", None)
    # Without pdftotext, as in the tests, so that the picture is the same everywhere.
    environment["PATH"] = "/nowhere"
    environment["XDG_CACHE_HOME"] = f"{work}/../cache"
    tmux = [shutil.which("tmux"), "-L", name, "-f", "/dev/null"]
    subprocess.run(
        [*tmux, "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), "-c", work, SLIP, "browse"],
        env=environment, check=True)
    try:
        subprocess.run([*tmux, "set", "status", "off"], check=True)
        time.sleep(2)
        subprocess.run([*tmux, "send-keys", "-l", "slip box"], check=True)
        time.sleep(2)
        subprocess.run([*tmux, "send-keys", "Down"], check=True)
        time.sleep(1)
        found = subprocess.run([*tmux, "capture-pane", "-e", "-p"], check=True, capture_output=True, text=True)
        return found.stdout.rstrip("\n").split("\n")
    finally:
        subprocess.run([*tmux, "kill-server"], check=False)


def indexed(number):
    """Returns a color of the palette of 256 colors."""
    if number < 16:
        return COLORS[number]
    if number >= 232:
        return f"{8 + 10 * (number - 232):02x}" * 3
    parts = [(number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6]
    return "".join(f"{0 if part == 0 else 55 + 40 * part:02x}" for part in parts)


class Style:
    def __init__(self):
        self.text, self.paper, self.marks = None, None, set()

    def take(self, sequence):
        """Applies the parameters of an SGR sequence: ECMA-48, 8.3.117."""
        numbers = [int(part or 0) for part in re.split("[;:]", sequence)]
        while numbers:
            number = numbers.pop(0)
            if number == 0:
                self.__init__()
            elif number in (1, 2, 3, 4, 7, 9):
                self.marks.add(number)
            elif number == 22:
                self.marks -= {1, 2}
            elif number in (23, 24, 27, 29):
                self.marks.discard(number - 20)
            elif number in (38, 48) and numbers:
                if numbers.pop(0) == 5:
                    color = indexed(numbers.pop(0))
                else:
                    color = "".join(f"{part:02x}" for part in numbers[:3])
                    del numbers[:3]
                self.set(number, color)
            elif 30 <= number <= 37 or 90 <= number <= 97:
                self.set(38, COLORS[number - 30 if number < 90 else number - 82])
            elif 40 <= number <= 47 or 100 <= number <= 107:
                self.set(48, COLORS[number - 40 if number < 100 else number - 92])
            elif number in (39, 49):
                self.set(number - 1, None)

    def set(self, place, color):
        if place == 38:
            self.text = color
        else:
            self.paper = color

    def colors(self):
        text, paper = self.text or TEXT, self.paper
        return (paper or PAPER, text) if 7 in self.marks else (text, paper)


def columns(text):
    wide = sum(1 for character in text if unicodedata.east_asian_width(character) in "WF")
    return len(text) + wide - sum(1 for character in text if unicodedata.combining(character))


def screen_picture(lines):
    width, height = 8.4, 18
    parts = []
    for row, line in enumerate(lines):
        style, column = Style(), 0
        y = 20 + row * height
        for number, piece in enumerate(re.split("\x1b\\[([0-9;:]*)m", line)):
            if number % 2:
                style.take(piece)
                continue
            # Hyperlinks and other sequences are not shown.
            piece = re.sub("\x1b\\][^\x07\x1b]*(\x07|\x1b\\\\)|[\x0e\x0f]", "", piece)
            if not piece:
                continue
            text, paper = style.colors()
            size = columns(piece)
            x, span = 10 + column * width, size * width
            if paper:
                parts.append(f'<rect x="{x:.1f}" y="{y - 14}" width="{span:.1f}" height="{height}" fill="#{paper}"/>')
            blanks = len(piece) - len(piece.lstrip(" "))
            x, shown = x + blanks * width, piece.strip(" ")
            span = columns(shown) * width
            if shown:
                look = "".join([
                    ' font-weight="bold"' if 1 in style.marks else "", ' opacity=".6"' if 2 in style.marks else "",
                    ' font-style="italic"' if 3 in style.marks else "",
                    ' text-decoration="underline"' if 4 in style.marks else ""])
                fill = "" if text == TEXT else f' fill="#{text}"'
                parts.append(
                    f'<text x="{x:.1f}" y="{y}" textLength="{span:.1f}"{fill}{look}>{html.escape(shown)}</text>')
            column += size
    full = (20 + COLUMNS * width, 20 + ROWS * height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full[0]:.0f} {full[1]:.0f}" role="img" '
        'aria-label="slip browse">\n'
        f'<rect width="100%" height="100%" rx="6" fill="#{PAPER}"/>\n'
        f'<g fill="#{TEXT}" font-family="ui-monospace,DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="14" '
        'xml:space="preserve">\n' + "\n".join(parts) + "\n</g>\n</svg>\n")


def graph_picture(work):
    environment = {**os.environ, "SLIPBOX_NOW": "2024-03-30T12:00:00Z"}
    page = subprocess.run(
        [SLIP, "graph", "--format", "html"], cwd=work, env=environment, check=True, capture_output=True, text=True)
    data = json.loads(re.search(r'id="data">(.*?)</script>', page.stdout, re.S).group(1))
    return draw(data)


def draw(data):
    """Returns the map of notes: a circle for each note, with the color of its folder, and the titles of the most linked."""
    notes, links = data["notes"], [tuple(link) for link in data["links"]]
    count = [sum(number in link for link in links) for number in range(len(notes))]
    shown = [number for number in range(len(notes)) if count[number]]
    titled = set(sorted(range(len(notes)), key=lambda number: -count[number])[:14])
    hues = ["#2aa1b3", "#33da7a", "#e9ad0c", "#c061cb", "#f66151", "#5c8ee6", "#a2734c", "#26a269"]
    # The map is as wide as the text of the README, so it is made lower.
    xs, ys = [notes[number]["x"] for number in shown], [0.6 * notes[number]["y"] for number in shown]
    # Titles are wider than circles.
    left, top, margin = min(xs) - 40, min(ys), 50
    width, height = max(xs) - left + 2 * margin + 40, max(ys) - top + 2 * margin

    def place(number):
        return notes[number]["x"] - left + margin, 0.6 * notes[number]["y"] - top + margin

    parts = []
    for link in links:
        (x1, y1), (x2, y2) = place(link[0]), place(link[1])
        parts.append(f'<path d="M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}"/>')
    body = f'<g stroke="#5e5c64">{"".join(parts)}</g>\n'
    for number in shown:
        x, y = place(number)
        radius = 5 + 2 * count[number] ** 0.5
        color = hues[notes[number]["folder"] % len(hues)]
        body += f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.1f}" fill="{color}"/>\n'
    for number in sorted(titled):
        x, y = place(number)
        title = html.escape(notes[number]["title"])
        body += f'<text x="{x:.0f}" y="{y + 26 + count[number] ** 0.5:.0f}">{title}</text>\n'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        'aria-label="slip graph">\n'
        f'<rect width="100%" height="100%" rx="6" fill="#{PAPER}"/>\n'
        f'<g fill="#{TEXT}" font-family="system-ui,sans-serif" font-size="17" text-anchor="middle">\n{body}</g>\n</svg>\n')


def main():
    with tempfile.TemporaryDirectory() as folder:
        work = f"{folder}/notes"
        shutil.copytree(f"{ROOT}/SampleVault", work, ignore=shutil.ignore_patterns("index.*"))
        # Notes without dates have those of their files.
        for path, _, names in os.walk(work):
            for name in names:
                os.utime(f"{path}/{name}", (1711533694, 1711533694))
        for name, text in [("screen", screen_picture(screen(work))), ("graph", graph_picture(work))]:
            with open(f"{ROOT}/.github/{name}.svg", "w", encoding="utf-8") as file:
                file.write(text)


main()
