"""`python3 scripts/measure`: measures the compute and bandwidth of an accelerator, and step times of a small decoder.

Needs Python 3.9 or newer and torch 2.5 or newer; the product needs neither. docs/measuring.md describes the measurements and how
to read them. The program reads the device's clocks and power and changes none of its settings.
"""

import sys

from main import main

sys.exit(main(sys.argv[1:]))
