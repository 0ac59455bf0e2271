"""Clocks, power and temperature as nvidia-smi tells them, read while a part runs. It asks and never sets."""

from __future__ import annotations

import shutil
import subprocess
import threading
from types import TracebackType

from backend import Watched
from spread import quantile

LIVE = ("clocks.sm", "clocks.mem", "power.draw", "temperature.gpu")
STILL = ("driver_version", "power.limit")
EVERY_MS = 200
PATIENCE_SECONDS = 20
MEGA = 10**6


def parse_line(line: str, columns: int) -> tuple[float | None, ...] | None:
    """Numbers of one line of CSV without units; None for what is “[N/A]”. None at all where columns are missing."""
    cells = [cell.strip() for cell in line.split(",")]
    return tuple(number(cell) for cell in cells) if len(cells) == columns else None


def number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def summary(lines: list[str]) -> dict[str, float | int]:
    """Of what nvidia-smi printed while a part ran; what it never told is not in it."""
    rows = [row for row in (parse_line(line, len(LIVE)) for line in lines) if row is not None]

    def column(at: int) -> list[float]:
        return sorted(value for value in (row[at] for row in rows) if value is not None)

    sm, memory, power, temperature = (column(at) for at in range(len(LIVE)))
    told: dict[str, float | int] = {"n": len(rows)}
    if sm:
        told["smClockHertzMedian"] = quantile(sm, 0.5) * MEGA
        told["smClockHertzLeast"] = sm[0] * MEGA
        told["smClockHertzMost"] = sm[-1] * MEGA
    if memory:
        told["memoryClockHertzMedian"] = quantile(memory, 0.5) * MEGA
    if power:
        told["powerWattsMedian"] = quantile(power, 0.5)
        told["powerWattsMost"] = power[-1]
    if temperature:
        told["temperatureCelsiusMost"] = temperature[-1]
    return told


def query(fields: tuple[str, ...], which: str) -> list[str]:
    return ["nvidia-smi", f"--query-gpu={','.join(fields)}", "--format=csv,noheader,nounits", "-i", which]


def still_facts(which: str | None) -> tuple[str | None, float | None]:
    """Driver and power limit in watts; None for what it does not tell."""
    if which is None or shutil.which("nvidia-smi") is None:
        return None, None
    try:
        asked = subprocess.run(query(STILL, which), capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=True)
    except (subprocess.SubprocessError, OSError):
        return None, None
    cells = [cell.strip() for cell in asked.stdout.splitlines()[0].split(",")] if asked.stdout.strip() else []
    return (cells[0] or None, number(cells[1])) if len(cells) == len(STILL) else (None, None)


class SmiWatch:
    """Reads every 200 ms from entering to leaving."""

    def __init__(self, which: str | None) -> None:
        self.which = which
        self.watched = Watched()
        self.lines: list[str] = []
        self.process: subprocess.Popen[str] | None = None
        self.reader: threading.Thread | None = None

    def __enter__(self) -> Watched:
        if shutil.which("nvidia-smi") is None:
            self.watched.reason = "there is no nvidia-smi"
        elif self.which is None:
            self.watched.reason = "torch does not tell which of nvidia-smi's devices this is"
        else:
            self.start(self.which)
        return self.watched

    def start(self, which: str) -> None:
        command = [*query(LIVE, which), "-lms", str(EVERY_MS)]
        try:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        except OSError as error:
            self.watched.reason = f"nvidia-smi cannot be run: {error.strerror}"
            return
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        if self.process is not None and self.process.stdout is not None:
            self.lines.extend(self.process.stdout)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process is None:
            return
        self.process.terminate()
        self.process.wait(PATIENCE_SECONDS)
        if self.reader is not None:
            self.reader.join(PATIENCE_SECONDS)
        told = summary(self.lines)
        if told["n"] == 0:
            self.watched.reason = "nvidia-smi told nothing while this ran"
        else:
            self.watched.state = told
