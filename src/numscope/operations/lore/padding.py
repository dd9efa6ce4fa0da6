"""Operations that copy an array and put values of their own around it: what they give was not all there before."""

from __future__ import annotations

# A regular expression of names.
PADS = r"(^|\.|::)(pad|constant_pad_nd|resize)$"
