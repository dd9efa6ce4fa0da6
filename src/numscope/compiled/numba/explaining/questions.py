"""From a failure to its explanation, and from an exception or a function to its failure."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import types
from typing import Any

from numscope.compiled.numba.explaining.call_site import failed_call
from numscope.compiled.numba.explaining.case import Case, prepare
from numscope.compiled.numba.explaining.explanation import DOCS, Diagnosis, Explanation
from numscope.compiled.numba.explaining.failure import Argument, Failure
from numscope.compiled.numba.explaining.observer import CALL_TIME_TEXTS, Observer
from numscope.compiled.numba.explaining.rules import diagnose
from numscope.compiled.numba.explaining.rules.general import GENERAL, WITHOUT_RULE
from numscope.compiled.numba.explaining.rules.stencils import NOTHING_TO_TRY
from numscope.compiled.numba.explaining.shrinking import smallest_failing
from numscope.compiled.numba.explaining.trying.attempt import Outcome
from numscope.compiled.numba.explaining.trying.choosing import Chosen, choose
from numscope.compiled.numba.explaining.type_table import definition_line, table
from numscope.compiled.numba.explaining.wording import plain
from numscope.errors import UsageError
from numscope.probes.numba.adapter.compiler import (
    COMPILE_FOR_ARGS,
    EXPLAIN_MATCHING_ERROR,
    compile_for,
    core,
    is_of_compiler,
    require_numba,
)
from numscope.user_code import is_user_file


def explain(error_or_function: Any, *arguments: Any) -> Explanation | None:
    """See `numscope.compiled.numba.explain`."""
    require_numba()
    if isinstance(error_or_function, BaseException):
        return _explain_error(error_or_function)
    dispatcher = _dispatcher(error_or_function)
    failure = _compile(dispatcher, arguments)
    return explain_failure(failure) if failure else None


def explain_failure(failure: Failure, trying_s: float = 0.0) -> Explanation:
    """The finished explanation of one failure; changes are tried for so many seconds."""
    case = prepare(failure)
    diagnosis = diagnose(case)
    if case.line is None:  # the rule found what Numba does not say
        case = dataclasses.replace(case, line=diagnosis.line)
    line = diagnosis.line or case.line
    line = definition_line(case, line) if line else None
    explanation = Explanation(
        kind=diagnosis.kind,
        function=_name(case, line),
        file=case.source.path,
        line=line,
        sentence=plain(diagnosis.sentence),
        advice=plain(diagnosis.advice),
        url=DOCS + diagnosis.page,
        types=table(case, line, diagnosis.kind),
        also=_also(case),
        edits=diagnosis.edits,
        edited_file=diagnosis.file,
        error=f"{type(failure.error).__name__}: {failure.error}",
    )
    if trying_s > 0 and not isinstance(failure.error, Warning) and diagnosis.kind not in NOTHING_TO_TRY:
        _try(explanation, case, diagnosis, trying_s)
    if not explanation.edits and (diagnosis.kind in GENERAL or trying_s > 0):
        explanation.smallest = smallest_failing(failure)
    return explanation


def _try(explanation: Explanation, case: Case, diagnosis: Diagnosis, seconds: float) -> None:
    """Put the first change that works into an explanation, in place of the rule's own that was not tried."""
    chosen = choose(case, diagnosis, seconds)
    explanation.tried_count, explanation.tried_s = chosen.tried, chosen.seconds
    explanation.without_numba = str(chosen.python or "")
    if chosen.change is None:
        explanation.edits = ()
        explanation.tried = _in_vain(chosen)
        return
    explanation.advice = chosen.change.sentence
    explanation.edits, explanation.edited_file = chosen.change.edits, chosen.change.file
    explanation.tried = f"{chosen.verdict}."


def _in_vain(chosen: Chosen) -> str:
    """Say what was tried without success; of a call that Python refuses as well only that is said."""
    if chosen.python is not None and chosen.python.outcome is Outcome.PYTHON_FAILS:
        said = str(chosen.python)
        return f"{said[:1].upper()}{said[1:]}. Mend that first."
    if not chosen.tried:
        return ""
    changes = f"{chosen.tried} changes" if chosen.tried > 1 else "One change"
    return f"{changes} of this program in {chosen.seconds:.0f} s; none compiled and agreed with Python."


def _name(case: Case, line: int | None) -> str:
    if case.kernel is not None and case.inference is None:
        return case.kernel.definition.name
    if case.inference and not is_user_file(_file_of(case.failure)):
        return case.inference.function  # the constructor of a jitclass is Numba's own code
    return case.failure.name or (case.inference.function if case.inference else _around(case, line))


def _file_of(failure: Failure) -> str:
    code = getattr(failure.function, "__code__", None)
    return str(code.co_filename) if code is not None else ""


def _around(case: Case, line: int | None) -> str:
    """The function whose definition, decorators included, has this line: of a warning nothing more is known."""
    for function in case.source.walk(ast.FunctionDef):
        first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
        if line is not None and first <= line <= (function.end_lineno or first):
            return function.name
    return ""


def _also(case: Case) -> list[str]:
    """One sentence for each further problem of the same function, which Numba keeps to itself."""
    if case.inference is None:
        return []
    sentences = []
    for problem in case.inference.problems[1:]:
        if problem.line == case.line:
            continue
        other = Case(case.failure, case.inference, problem, problem.message, case.source, problem.line)
        diagnosis = diagnose(other)
        if diagnosis.kind not in WITHOUT_RULE:
            sentences.append(f"line {problem.line}: {plain(diagnosis.sentence)}")
    return list(dict.fromkeys(sentences))


def _dispatcher(function: Any) -> Any:
    from numba import njit

    if hasattr(function, "py_func") and hasattr(function, "targetoptions"):
        return function
    if isinstance(function, types.FunctionType):
        return njit(function)
    raise UsageError(
        f"explain needs a Numba error or a function and its arguments, not {type(function).__name__}"
    )


def _compile(dispatcher: Any, arguments: tuple[Any, ...]) -> Failure | None:
    """Compile `dispatcher` for these values without running it; what failed, or None."""
    with Observer() as observer:
        try:
            values = _with_defaults(dispatcher, arguments)
            compile_for(dispatcher, values)
            _unbox_check(dispatcher, arguments)
        except Exception as error:  # noqa: BLE001 - whatever the compiler raises is what has to be explained
            observer.note_call(error, dispatcher, arguments, {}, None)
            return observer.failure_of(error) or Failure(error, dispatcher.py_func)
    return None


def _with_defaults(dispatcher: Any, arguments: tuple[Any, ...]) -> list[Any]:
    omitted = core("dispatcher").OmittedArg
    parameters = list(inspect.signature(dispatcher.py_func).parameters.values())
    if len(arguments) > len(parameters) and not any(p.kind is p.VAR_POSITIONAL for p in parameters):
        raise TypeError(f"too many arguments: expected {len(parameters)}, got {len(arguments)}")
    values = list(arguments)
    for parameter in parameters[len(arguments) :]:
        if parameter.kind is parameter.VAR_KEYWORD:
            raise TypeError(f"missing argument '{parameter.name}'")
        if parameter.default is parameter.empty:
            raise TypeError(f"not enough arguments: expected {len(parameters)}, got {len(arguments)}")
        values.append(omitted(parameter.default))
    return values


def _unbox_check(dispatcher: Any, arguments: tuple[Any, ...]) -> None:
    """Raise what Numba would raise when it unpacks these lists, without calling the function."""
    import numba

    for value in arguments:
        if isinstance(value, list) and value:
            if isinstance(value[0], (list, set)):
                raise TypeError(f"cannot reflect element of reflected container: {numba.typeof(value)}")
            kinds = [numba.typeof(item) for item in value]
            other = next((kind for kind in kinds if kind != kinds[0]), None)
            if other is not None:
                raise TypeError(f"can't unbox heterogeneous list: {kinds[0]} != {other}")


def _explain_error(error: BaseException) -> Explanation | None:
    """Find the call in the traceback and look again; without one, the error's text has to do."""
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if frame.f_code.co_name == COMPILE_FOR_ARGS and hasattr(frame.f_locals.get("self"), "py_func"):
            arguments = tuple(
                getattr(value, "value", value) for value in _plain(frame.f_locals.get("args", ()))
            )
            failure = _compile(frame.f_locals["self"], arguments)
            if failure is not None:
                return explain_failure(failure)
        if frame.f_code.co_name == EXPLAIN_MATCHING_ERROR:
            return explain_failure(_mismatch(error, frame.f_locals["self"], frame.f_locals["args"]))
        trace = trace.tb_next
    numba_errors = core("errors")

    found = failed_call(error.__traceback__) if str(error).startswith(CALL_TIME_TEXTS) else None
    if found is not None:
        observer = Observer()
        observer.note_call(error, found.dispatcher, found.arguments, found.keywords, found.site)
        failure = observer.failure_of(error)
        if failure is not None:
            return explain_failure(failure)
    if isinstance(error, numba_errors.NumbaError) or str(error).startswith(CALL_TIME_TEXTS):
        return explain_failure(Failure(error, during_call=not isinstance(error, numba_errors.NumbaError)))
    return None


def failure_of_decorator(error: BaseException | None) -> Failure | None:
    """Return the failure for an error that left a decorator or constructor of Numba's, at the user's innermost line."""
    place, inside = None, False
    trace = error.__traceback__ if error is not None else None
    while trace is not None:
        code, module = trace.tb_frame.f_code, str(trace.tb_frame.f_globals.get("__name__", ""))
        if is_user_file(code.co_filename):
            place, inside = (code.co_filename, trace.tb_lineno), False
        elif is_of_compiler(module):
            inside = True
        trace = trace.tb_next
    return Failure(error, call_site=place) if error is not None and place and inside else None


def _mismatch(error: BaseException, dispatcher: Any, types: Any) -> Failure:
    """A call with types that were not declared; Numba compiles for no others."""
    names = inspect.signature(dispatcher.py_func).parameters
    arguments = {name: Argument(kind) for name, kind in zip(names, types, strict=False)}
    failure = Failure(error, dispatcher.py_func, arguments, during_call=True)
    failure.signatures = list(dispatcher.signatures)
    failure.options = dict(dispatcher.targetoptions)
    return failure


def _plain(values: Any) -> list[Any]:
    """Call arguments without the marks Numba puts on omitted ones."""
    return [value.value if type(value).__name__ == "OmittedArg" else value for value in values]
