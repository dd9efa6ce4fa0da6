"""The tests on every Python this machine has: `nox`, or `nox -s tests-3.12`."""

import nox

nox.options.default_venv_backend = "venv"


@nox.session(python=["3.10", "3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """Install the wheel as a user would, and run the tests against it."""
    groups = nox.project.load_toml("pyproject.toml")["dependency-groups"]
    session.install(".", *groups["test"])
    session.run("python", "-m", "pytest", *(session.posargs or ["tests"]))


@nox.session(python="3.11")
def oldest(session: nox.Session) -> None:
    """The oldest NumPy there is support for."""
    groups = nox.project.load_toml("pyproject.toml")["dependency-groups"]
    session.install(".", *groups["test"])
    session.install("numpy==1.26.4")
    session.run("python", "-m", "pytest", *(session.posargs or ["tests"]))
