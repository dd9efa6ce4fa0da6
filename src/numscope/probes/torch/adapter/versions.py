"""The versions of torch that numscope follows: said here once."""

# Minor versions on which the tests of recording and of torch.compile have passed. Others are tried.
TRIED = ("2.13",)
# Recording has no chance with older ones.
OLDEST = (2, 4)


def was_tried(version: str) -> bool:
    """Say whether the tests have passed on this minor version."""
    return version.startswith(tuple(f"{tried}." for tried in TRIED))
