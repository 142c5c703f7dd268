"""Writes a figure as SVG, PNG or PDF: a whole file or none, and the same bytes for the same reports."""
import io
import os
import pathlib

import matplotlib.style

from figures import catalogue, stamp
from figures.sheet import STYLE
from codag.reading import BadInput

# What each format calls the stamp. Files have no date, so that the same reports give the same bytes.
METADATA = {".svg": ("Description", {"Date": None}), ".png": ("Description", {}), ".pdf": ("Subject", {"CreationDate": None})}


def rendered(figure, reports, options, suffix, digests):
    """The bytes of a file."""
    key, metadata = METADATA[suffix]
    with matplotlib.style.context(["default", STYLE]):
        drawn = catalogue.module(figure).draw(reports, options)
        file = io.BytesIO()
        drawn.savefig(file, format=suffix[1:], metadata={**metadata, key: stamp.text(stamp.of(figure, options, digests))})
    return file.getvalue()


def refuse(path, force, reports):
    """Refuses a file that must not be replaced, before anything is drawn."""
    try:
        _refuse(path, force, reports)
    except OSError as problem:
        raise BadInput(f"{path}: cannot be examined ({problem.strerror}); choose another --output") from None


def _refuse(path, force, reports):
    if path.suffix not in METADATA:
        raise BadInput(f"{path}: is neither .svg nor .png nor .pdf; choose another --output")
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; give --output the name of a file")
    if not path.parent.is_dir():
        raise BadInput(f"{path}: its folder does not exist; make it first")
    if any(path.exists() and path.samefile(report) for report in reports):
        raise BadInput(f"{path}: is one of the reports; choose another --output")
    if path.exists() and not force:
        raise BadInput(f"{path}: exists already; choose another --output, or replace it with --force")


def write(path, raw):
    path = pathlib.Path(os.path.realpath(path))  # a symbolic link stays
    new = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        if path.exists() and not path.is_file():  # a device or a pipe is written to, as codag does
            path.write_bytes(raw)
            return
        file = new.open("xb")
        try:
            with file:
                file.write(raw)
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
    except OSError as problem:
        raise BadInput(f"{path}: cannot be written ({problem.strerror}); choose another --output") from None
