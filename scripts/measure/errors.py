"""Errors of the measurement: of one case, or of the program."""


class CannotMeasure(Exception):
    """One case is skipped for this reason; the others continue."""


class CannotStart(Exception):
    """Nothing can be measured: the problem and its fix."""

    def __init__(self, problem: str, fix: str) -> None:
        super().__init__(problem)
        self.fix = fix
