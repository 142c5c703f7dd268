"""The figures that can be drawn. Each is a module with draw(reports, options); its docstring is its line in --list."""
import ast
import importlib
import pathlib
import typing

from codag.reading import BadInput

FIGURES = ("throughput", "speedup", "ablations", "roof", "stalls", "utilisation", "sweep", "codecs", "ratio", "energy", "transfers",
           "history")


class Options(typing.NamedTuple):
    filter: str = ""  # a regular expression on the names of cases
    over: str = "chunk_bytes"  # what the figures sweep and codecs sweep
    width: str = "page"  # or "column"


def module(name):
    return importlib.import_module(f"figures.{name}")


def lines():
    """{figure: its line}, read without matplotlib."""
    return {name: ast.get_docstring(ast.parse(pathlib.Path(__file__).with_name(f"{name}.py").read_text())) for name in FIGURES}


def check(name):
    if name not in FIGURES:
        raise BadInput(f"{name}: is no figure; scripts/plot --list has all of them")
