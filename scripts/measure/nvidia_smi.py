"""Clocks, power and temperature from nvidia-smi, read during a measurement. It only queries and never changes settings."""

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
TIMEOUT_SECONDS = 20
MEGA = 10**6


def parse_line(line: str, columns: int) -> tuple[float | None, ...] | None:
    """Returns the numbers of one CSV line without units; None for “[N/A]”. Returns None when columns are missing."""
    cells = [cell.strip() for cell in line.split(",")]
    return tuple(number(cell) for cell in cells) if len(cells) == columns else None


def number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def summary(lines: list[str]) -> dict[str, float | int]:
    """Summarises the lines printed during a measurement. Values that nvidia-smi never reported are absent."""
    rows = [row for row in (parse_line(line, len(LIVE)) for line in lines) if row is not None]

    def column(at: int) -> list[float]:
        return sorted(value for value in (row[at] for row in rows) if value is not None)

    sm, memory, power, temperature = (column(at) for at in range(len(LIVE)))
    result: dict[str, float | int] = {"n": len(rows)}
    if sm:
        result["smClockHertzMedian"] = quantile(sm, 0.5) * MEGA
        result["smClockHertzMin"] = sm[0] * MEGA
        result["smClockHertzMax"] = sm[-1] * MEGA
    if memory:
        result["memoryClockHertzMedian"] = quantile(memory, 0.5) * MEGA
    if power:
        result["powerWattsMedian"] = quantile(power, 0.5)
        result["powerWattsMax"] = power[-1]
    if temperature:
        result["temperatureCelsiusMax"] = temperature[-1]
    return result


def query(fields: tuple[str, ...], which: str) -> list[str]:
    return ["nvidia-smi", f"--query-gpu={','.join(fields)}", "--format=csv,noheader,nounits", "-i", which]


def still_facts(which: str | None) -> tuple[str | None, float | None]:
    """Returns driver and power limit in watts; None for values that nvidia-smi does not report."""
    if which is None or shutil.which("nvidia-smi") is None:
        return None, None
    try:
        completed = subprocess.run(query(STILL, which), capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=True)
    except (subprocess.SubprocessError, OSError):
        return None, None
    cells = [cell.strip() for cell in completed.stdout.splitlines()[0].split(",")] if completed.stdout.strip() else []
    return (cells[0] or None, number(cells[1])) if len(cells) == len(STILL) else (None, None)


class SmiWatch:
    """Context manager that reads every 200 ms."""

    def __init__(self, which: str | None) -> None:
        self.which = which
        self.watched = Watched()
        self.lines: list[str] = []
        self.process: subprocess.Popen[str] | None = None
        self.reader: threading.Thread | None = None

    def __enter__(self) -> Watched:
        if shutil.which("nvidia-smi") is None:
            self.watched.reason = "nvidia-smi is not installed"
        elif self.which is None:
            self.watched.reason = "torch does not report the device's UUID"
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
        self.process.wait(TIMEOUT_SECONDS)
        if self.reader is not None:
            self.reader.join(TIMEOUT_SECONDS)
        result = summary(self.lines)
        if result["n"] == 0:
            self.watched.reason = "nvidia-smi reported nothing during the measurement"
        else:
            self.watched.state = result
