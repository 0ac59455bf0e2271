"""`python3 scripts/measure`: measures what an accelerator reaches and how long steps of a small decoder take on it.

Needs Python 3.9 or newer and torch 2.5 or newer; the product needs neither. docs/measuring.md says what is measured and how it is
read. It reads the device's clocks and power and changes none of its settings.
"""

import sys

from main import main

sys.exit(main(sys.argv[1:]))
