"""Separate compilation for numba: what is large is compiled once and called by name, what is small has no machine code.

numba links the code of everything that a function calls into it, all the way down, and optimises and emits the whole
anew at every level: the rules of a game so become a part of each function above them. Here
- a small function, or one that is always inlined, is kept as LLVM's intermediate code, a *part* of its callers;
- a large one keeps its machine code to itself, and callers only know its name. A caller that is loaded from disk first
  loads those that it calls (numba runs `reload_init` before it links);
- compiled code and Python call different dispatchers: what compiled code calls needs no wrapper for Python.

This file and engine/cache.py are all that relies on how numba works inside; tests/engine/test_separate.py says what on.
"""

import functools
import importlib
import math
import operator
from typing import ClassVar, NamedTuple

import llvmlite.binding as llvm
import numba
from numba.core import cgutils, codegen, compiler, registry, types
from numba.core.base import OverloadSelector
from numba.core.compiler_lock import require_global_compiler_lock
from numba.core.environment import lookup_environment
from numba.core.imputils import fix_returning_optional, impl_ret_new_ref, lower_cast
from numba.core.typing.templates import AbstractTemplate, infer, infer_global

from engine.cache import Kept, demand, source_of

NEVER, ALWAYS = -1.0, math.inf  # limits: a part of its callers never, always
SMALL = 400.0  # lines of LLVM code, the limit where nothing else is said
PREFIX = "bottega."  # of the names by which compiled code calls
NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # for Python and C, who do not call it


# Libraries: what numba calls the code of one function


class Library(codegen.JITCodeLibrary):
    """Machine code of a function, or the intermediate code of one that only becomes a part of others."""

    limit: float | None = None  # the largest size of a part; None: a function that is not ours, kept as numba does
    part = False

    def finalize(self):
        if self.limit is None:
            super().finalize()
        else:
            require_global_compiler_lock()
            self.link()
            self.part = self.limit == ALWAYS or self.size() <= self.limit
            if self.part:
                self._finalize_dynamic_globals()
                self._finalized = True
                return
            passes, builder = self._codegen._module_pass_manager()
            passes.run(self._final_module, builder)
            self._final_module.verify()
            self._finalize_final_module()
        for variable in self._final_module.global_variables:  # of its parts, which have no address to set it at
            if variable.name.startswith("_ZN08NumbaEnv") and (environment := lookup_environment(variable.name)):
                self._codegen.set_env(variable.name, environment)

    def link(self):
        """What numba's own `finalize` begins with: link what is called, inline it, optimise little."""
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=0, cost="cheap"
        )
        passes.run(self._final_module, builder)

    def size(self):
        """The number of lines of LLVM code."""
        return sum(str(function).count("\n") for function in self.get_defined_functions())

    def _finalize_final_module(self):
        demand(names_called(self._final_module))
        super()._finalize_final_module()

    def serialize_using_object_code(self):
        self._ensure_finalized()
        if self.part:
            return self.name, "part", self._get_module_for_linking().as_bitcode()
        if self.limit is not None:
            module = self._final_module
            return self.name, "separate", (self._get_compiled_object(), defined(module), names_called(module))
        return super().serialize_using_object_code()

    @classmethod
    def _unserialize(cls, codegen, state):
        name, kind, data = state
        if kind == "part":
            self = codegen.create_library(name)
            self._shared_module, self.part, self._finalized = data, True, True
            return self
        if kind == "separate":
            self = codegen.create_library(name)
            machine_code, symbols, called = data
            demand(called)
            self.enable_object_caching()
            self._set_compiled_object(machine_code)
            self._finalize_final_module()
            codegen._engine._defined_symbols |= symbols
            return self
        return super()._unserialize(codegen, state)

    def _get_module_for_linking(self):
        if isinstance(self._shared_module, bytes):  # a part from disk, parsed when first linked
            self._shared_module = llvm.parse_bitcode(self._shared_module)
        return super()._get_module_for_linking()


def names_called(module):
    """The functions that a module calls by name."""
    return {function.name for function in module.functions if function.name.startswith(PREFIX)}


def defined(module):
    """The names of all that a module defines."""
    values = (value for kind in (module.functions, module.global_variables) for value in kind)
    return {value.name for value in values if not value.is_declaration}


numba_set_env = codegen.JITCPUCodegen.set_env
numba_call_type = types.BaseFunction.get_call_type
OPERATORS = {value for value in vars(operator).values() if callable(value)}
PLAIN = (types.Number, types.Boolean, types.EnumMember, types.Array, types.Record)


def set_env(self, name, environment):
    """As numba's own, but a part has no address to set it at."""
    if self._engine.is_symbol_defined(name):
        numba_set_env(self, name, environment)


def call_type(self, context, args, kws):
    """As numba's own, which tries dozens of templates at each + and []: what they give for plain values is noted."""
    if kws or self.typing_key not in OPERATORS or not all(isinstance(kind, PLAIN) for kind in args):
        return numba_call_type(self, context, args, kws)
    known = self.__dict__.setdefault("known", {})
    if args not in known:
        known[args] = numba_call_type(self, context, args, kws)
    return known[args]


codegen.JITCPUCodegen._library_class = Library
codegen.JITCPUCodegen.set_env = set_env  # type: ignore[method-assign]
types.BaseFunction.get_call_type = call_type  # type: ignore[method-assign]
llvm.ffi.lib._lock._cblist.clear()  # numba times each of the many thousand calls of LLVM by events


def pipeline(limit):
    """The compiler of functions that are parts up to a limit."""

    class Pipeline(compiler.Compiler):
        def define_pipelines(self):
            library = self.state.targetctx.codegen().create_library(self.state.func_id.func_qualname)
            library.enable_object_caching()
            library.limit = limit
            self.state.library = library
            return super().define_pipelines()

    return Pipeline


# A function as compiled code calls it


class Inner:
    """Makes, when first called for, the dispatcher of a function that compiled code calls."""

    named: ClassVar[dict[tuple, "Inner"]] = {}  # by module, name, line and limit: how another process finds it

    def __init__(self, function, limit, options, outer=None):
        self.function, self.outer = function, outer
        self.options = options | NO_WRAPPERS
        self.name = (function.__module__, function.__qualname__, function.__code__.co_firstlineno, limit)
        findable = source_of(function) and function.__module__ != "__main__" and "<locals>" not in self.name[1]
        self.limit = limit if findable else ALWAYS
        self.named[self.name] = self

    @functools.cached_property
    def dispatcher(self):
        dispatcher = numba.njit(pipeline_class=pipeline(self.limit), **self.options)(self.function)
        if self.outer is not None:
            dispatcher._compiling_counter = self.outer._compiling_counter  # by which numba sees that it calls itself
        resolve, add = dispatcher.get_call_template, dispatcher.add_overload
        if source_of(self.function):
            dispatcher._cache = Kept(self.function, f"inner {self.limit}")

        def add_overload(cres):
            cres.library._reload_init.update(cres.reload_init)
            if not cres.library.part:
                call_by_name(cres, dispatcher._cache, self.name)
            add(cres)

        dispatcher.add_overload = add_overload
        dispatcher.get_call_template = lambda args, kws: resolve(tuple(map(widened, args)), kws)
        return dispatcher


class Load(NamedTuple):
    """Makes a function's name known before one that calls it is linked."""

    symbol: str
    inner: tuple
    args: tuple

    def __call__(self):
        if llvm.address_of_symbol(self.symbol) is None:
            importlib.import_module(self.inner[0])
            if self.inner in Inner.named:
                Inner.named[self.inner].dispatcher.compile(self.args)
            demand([self.symbol])


def call_by_name(cres, cache, inner):
    """Let callers of a function call it by a name, which is that of its file on disk."""
    fndesc, context, args = cres.fndesc, cres.target_context, tuple(cres.signature.args)
    symbol = PREFIX + ".".join(cache.name(args, cres.codegen))
    load = Load(symbol, inner, args)
    llvm.add_symbol(symbol, cres.library.get_pointer_to_function(fndesc.mangled_name))

    def call(context, builder, sig, values):
        kind = context.call_conv.get_function_type(fndesc.restype, fndesc.argtypes)
        function = cgutils.get_or_insert_function(builder.module, kind, symbol)
        context.call_conv.decorate_function(function, fndesc.args, fndesc.argtypes, noalias=fndesc.noalias)
        context.active_code_library._reload_init.add(load)
        status, result = context.call_conv.call_function(builder, function, fndesc.restype, fndesc.argtypes, values)
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        result = fix_returning_optional(context, builder, sig, status, result)
        return impl_ret_new_ref(context, builder, fndesc.restype, result)

    call.signature, call.libs = fndesc.argtypes, ()
    selector = OverloadSelector()
    selector.append(call, call.signature)
    context._defns[cres.entry_point] = selector


def widened(kind):
    """The type an argument is handed over as: one for all whole numbers but words, one for arrays wherever they lie."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.IntEnumMember) or (isinstance(kind, types.Integer) and kind.bitwidth < 64):
        return types.int64
    return types.Array(kind.dtype, kind.ndim, "C") if isinstance(kind, types.NestedArray) else kind


@lower_cast(types.NestedArray, types.Array)
def nested_as_array(context, builder, from_type, to_type, value):
    """Nested arrays are made like plain ones."""
    return value


# A function as Python calls it


def with_room(function, *args):
    """Call a function with room for a megabyte of calls within calls.

    Compilers call deeply. Python keeps its calls in pieces of 16 kB, and where a loop sits at the end of one, it asks
    the system for the next piece and gives it back at every turn: a second for an agent. A call that seems to need a
    megabyte itself gets a piece of two.
    """
    return function(*args)


with_room.__code__ = with_room.__code__.replace(co_stacksize=2**20 // 8)  # in words


def separate(function, limit, options):
    """What Python calls; compiled code that calls it gets the inner one, a part of its callers up to a limit."""
    dispatcher = numba.njit(pipeline_class=pipeline(NEVER), **options)(function)
    if source_of(function):
        dispatcher._cache = Kept(function, "outer")
    inner = Inner(function, limit, options, dispatcher)
    dispatcher.get_call_template = lambda args, kws: inner.dispatcher.get_call_template(args, kws)
    dispatcher.get_overload = lambda args: inner.dispatcher.get_overload(args)
    dispatcher.compile = functools.partial(with_room, dispatcher.compile)
    return dispatcher


def is_kept(function, signature):
    """Whether the code of such a dispatcher is on disk."""
    return Kept(function, "outer").path(signature, registry.cpu_target.target_context.codegen()).exists()


def separate_verb(call, find):
    """Let compiled code call, for `call`, the Inner that `find` finds by the type of its second argument."""

    class Verb(AbstractTemplate):
        key = call
        prefer_literal = False

        def generic(self, args, kws):
            inner = find(args[1])
            return inner and types.Dispatcher(inner.dispatcher).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig):
            return find(sig.args[1]).dispatcher.get_overload(sig.args)

    infer(Verb)
    infer_global(call, types.Function(Verb))
