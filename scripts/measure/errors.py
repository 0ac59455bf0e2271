"""Why something could not be measured: of one case, or of all."""


class CannotMeasure(Exception):
    """One case is left out, for this reason; the others go on."""


class CannotStart(Exception):
    """Nothing can be measured: what is wrong, and what to do about it."""

    def __init__(self, what: str, fix: str) -> None:
        super().__init__(what)
        self.fix = fix
