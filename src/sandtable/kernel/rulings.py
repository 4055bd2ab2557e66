"""The former home of `kernel.cases`: games of others import their referees' words from here."""

from sandtable.kernel.cases import *  # noqa: F403
from sandtable.kernel.cases import __all__ as __all__
