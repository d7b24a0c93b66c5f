"""A command at a terminal, and what a person sees there after each frame."""

import fcntl
import os
import pty
import struct
import subprocess
import termios

import pyte

FRAME_END = b"\x1b[?7h"


class Film:
    """What a terminal shows after each frame, as pyte shows it."""

    def __init__(self, status, frames, screen):
        self.status, self.frames, self.screen = status, frames, screen
        self.cursor = (screen.cursor.y, screen.cursor.x)

    @property
    def texts(self):
        """The lines of each frame that are not empty at the bottom, without blanks at their ends."""
        return [lines(display) for display, _ in self.frames]

    def faint(self, index):
        """The characters of a frame that are shown in another style than usual."""
        return "".join(cell.data for row in self.frames[index][1] for cell in row)


def lines(display):
    return "\n".join(line.rstrip() for line in display).rstrip("\n").split("\n")


class FaintStream(pyte.Stream):
    """pyte knows no faint characters: they are shown in italics."""

    def feed(self, data):
        super().feed(data.replace("\x1b[0;2m", "\x1b[0;3m"))


def film(*arguments, columns=40, rows=10, environment=None):
    """Runs kinetype to its end, and returns what was seen."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    variables = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "LC_ALL", "LC_CTYPE")}
    variables |= {"TERM": "xterm-256color", "LANG": "C.UTF-8"} | (environment or {})
    process = subprocess.Popen([os.environ["KINETYPE"], *arguments], stdout=theirs, stderr=subprocess.STDOUT,
                               stdin=subprocess.DEVNULL, env=variables)
    os.close(theirs)
    read = b""
    try:
        while piece := os.read(ours, 65536):
            read += piece
    except OSError:
        pass  # The end of a terminal that nobody writes to is an error.
    os.close(ours)
    status = process.wait(30)
    screen = pyte.Screen(columns, rows)
    stream = FaintStream(screen)
    frames = []
    for part in read.split(FRAME_END):
        stream.feed((part + FRAME_END).decode())
        faint = [[cell for _, cell in sorted(row.items()) if cell.italics] for row in screen.buffer.values()]
        frames.append((list(screen.display), faint))
    return Film(status, frames, screen)
