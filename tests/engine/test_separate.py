"""What engine/separate.py relies on inside numba, and what it promises."""

import gc
import hashlib
import inspect
import resource
import textwrap
from enum import IntEnum

import llvmlite.binding as llvm
import numpy as np
import pytest
from numba.core import base, codegen, compiler, dispatcher, typed_passes, types

from engine import cache, separate
from engine.copying import copy_whole
from engine.jit import NOT_INLINE, decorate, jit, jit_inline

READ = {  # what was read when engine/separate.py was written: it replaces, repeats or is called by these
    codegen.CPUCodeLibrary.finalize: "751235266d09",
    codegen.CPUCodeLibrary._optimize_final_module: "c0818ec73adf",
    codegen.CPUCodeLibrary._get_module_for_linking: "83975b285fa4",
    codegen.CPUCodeLibrary._finalize_final_module: "4b3b968a4354",
    codegen.CPUCodeLibrary._unserialize: "1fb6120fd7e3",
    codegen.CPUCodeLibrary.serialize_using_object_code: "5666126c99c3",
    codegen.JITCodeLibrary.get_pointer_to_function: "ac86a1a4f839",
    separate.numba_set_env: "449bd644bf99",
    compiler.CompileResult._reduce: "b07580b672b8",
    compiler.CompileResult._rebuild: "560e64a93a74",
    dispatcher.Dispatcher.compile: "e1ffc61fb88b",
    dispatcher._DispatcherBase.get_call_template: "18c6c425c761",
    dispatcher._DispatcherBase.add_overload: "9b6dd4a6cbb7",
    typed_passes.BaseNativeLowering.run_pass: "bb587189337a",
    separate.numba_call_type: "572b9cbe7d2f",
    base._initialize_llvm_lock_event.__wrapped__: "997412d97a23",
}


def digest(function):
    source = textwrap.dedent(inspect.getsource(function))
    return hashlib.sha256(source.encode()).hexdigest()[:12]


@pytest.mark.parametrize("function", READ, ids=lambda function: function.__qualname__)
def test_numba_is_inside_as_it_was_when_separate_compilation_was_written(function):
    """A new numba: read what changed, adapt engine/separate.py, run the tests of tests/engine, write the new digest."""
    assert digest(function) == READ[function], f"{function.__qualname__} is no longer the code that was read"


@jit_inline
def add(a, b):
    return a + b


@jit
def small(a):
    return add(a, 1)


def large(n):
    return 1 if n <= 1 else n * large(n - 1)


def calls(n):
    return large(n) + small(n) - add(n, 1)


large = decorate(large, separate.NEVER, NOT_INLINE)
calls = decorate(calls, separate.NEVER, NOT_INLINE)


def compiled(function):
    """What other compiled code calls for a function of a whole number."""
    (inner,) = [inner for inner in separate.Inner.named.values() if inner.function is function.py_func]
    inner.dispatcher.compile((types.int64,) * function.py_func.__code__.co_argcount)
    (result,) = inner.dispatcher.overloads.values()
    return result


def test_small_and_inlined_functions_have_no_machine_code_and_large_ones_are_called_by_name():
    assert calls(5) == 120
    assert compiled(add).library.part
    assert compiled(small).library.part
    assert not compiled(large).library.part
    (load,) = compiled(calls).reload_init
    assert load.inner == (__name__, "large", large.py_func.__code__.co_firstlineno, separate.NEVER)
    assert llvm.address_of_symbol(load.symbol)


class Colour(IntEnum):
    RED = 3


@jit
def third(numbers, place):
    return numbers[place] + place


@jit
def all_kinds(record, numbers, narrow):
    return third(record.numbers, narrow[0]), third(numbers, Colour.RED), third(numbers, 1), third(numbers, numbers[1])


def test_one_form_serves_whole_numbers_of_every_kind_and_arrays_wherever_they_lie():
    record = np.zeros(1, [("numbers", "i8", (4,))]).view(np.recarray)
    record.numbers[0] = numbers = np.arange(4)
    assert all_kinds(record[0], numbers, np.array([2], np.uint8)) == (4, 6, 2, 2)
    (inner,) = [inner for inner in separate.Inner.named.values() if inner.function is third.py_func]
    array, colour = types.Array(types.int64, 1, "C"), types.IntEnumMember(Colour, types.int64)
    for args in ((types.NestedArray(types.int64, (4,)), types.uint8), (array, colour), (array, types.literal(1))):
        inner.dispatcher.get_call_template(args, {})  # from disk too, where `all_kinds` comes from there
    assert list(inner.dispatcher.overloads) == [(types.Array(types.int64, 1, "C"), types.int64)]


def test_garbage_is_collected_again_when_the_compiler_is_done():
    assert gc.isenabled()
    decorate(lambda a: a + 2, separate.NEVER, NOT_INLINE)(1)
    assert gc.isenabled()


def test_what_the_compiler_leaves_is_looked_at_only_when_all_is():
    gc.collect()
    decorate(lambda a: a + 3, separate.NEVER, NOT_INLINE)(1)
    young, middle = (len(gc.get_objects(generation)) for generation in (0, 1))
    assert young + middle < 2000


def nothing():
    pass


def loop_within(calls):
    """A loop that calls something, as so many calls within calls."""
    if calls:
        loop_within(calls - 1)
    else:
        for _ in range(500):
            nothing()


def loop_everywhere():
    """How often a loop at any depth asks for memory that was not there."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for calls in range(500):
        loop_within(calls)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_calls_within_calls_have_room():
    """Without it, a loop at the end of a piece of 16 kB asks for a new one at every turn: some thousand times."""
    assert separate.with_room(loop_everywhere) < 300


@jit
def copy_first(pool):
    copy_whole(pool, 1, pool[0])


def test_a_record_is_copied_in_one_piece_and_not_by_an_instruction_for_each_byte():
    pool = np.zeros(2, [("numbers", "i8", (200,))]).view(np.recarray)
    pool.numbers[0] = np.arange(200)
    copy_first(pool)
    assert (pool.numbers[1] == np.arange(200)).all()
    (inner,) = [inner for inner in separate.Inner.named.values() if inner.function is copy_first.py_func]
    inner.dispatcher.compile(copy_first.signatures[0])
    (result,) = inner.dispatcher.overloads.values()
    assert str(result.library._get_module_for_linking()).count("\n") < 200


def test_a_name_that_nothing_has_is_an_error_and_not_the_end_of_the_process():
    with pytest.raises(cache.MissingError):
        cache.demand([separate.PREFIX + "nowhere"])
