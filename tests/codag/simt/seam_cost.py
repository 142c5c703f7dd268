"""Compares the machine code of seam_cost.cu's pairs of kernels: codag/simt must cost nothing.

Usage: seam_cost.py NVCC SOURCE INCLUDE_FOLDER. Exits with 77 (skipped) where the toolkit has no cuobjdump.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PREFIX = "by_hand_"


def kernels(sass):
    """The instructions of each function, without addresses and encodings."""
    found = {}
    for block in sass.split("Function : ")[1:]:
        name = block.split("\n", 1)[0].strip()
        found[name] = re.findall(r"^\s+/\*([0-9a-f]{4})\*/\s+(.*?);", block, re.MULTILINE)
    return found


def compare(found, name):
    """0 if by_hand_NAME and the functor NAME have the same instructions."""
    by_hand = found[PREFIX + name]
    functor, = (code for other, code in found.items() if name in other and not other.startswith(PREFIX))
    if len(by_hand) < 20:
        print(f"{name}: {len(by_hand)} instructions by hand: the listing was not understood")
        return 1
    for hand, seam in zip(by_hand, functor):
        if hand != seam:
            print(f"{name}, by hand: {hand}\n{name}, functor: {seam}")
            return 1
    if len(by_hand) != len(functor):
        print(f"{name}: {len(by_hand)} instructions by hand, {len(functor)} in the functor")
        return 1
    counts = ", ".join(f"{sum(op in code for _, code in functor)} {op}" for op in ("SHFL", "REDUX", "VOTE", "BAR.SYNC"))
    print(f"{name}: {len(by_hand)} instructions, the same in both ({counts})")
    return 0


def main():
    nvcc, source, include = sys.argv[1:]
    cuobjdump = shutil.which("cuobjdump") or shutil.which("cuobjdump", path=str(pathlib.Path(nvcc).parent))
    if cuobjdump is None:
        print("no cuobjdump: neither beside nvcc nor on PATH")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        cubin = f"{folder}/seam_cost.cubin"
        subprocess.run([nvcc, "-std=c++20", "-O3", "-arch=sm_90", f"-I{include}", "-cubin", "-o", cubin, source], check=True)
        sass = subprocess.run([cuobjdump, "-sass", cubin], check=True, capture_output=True, text=True).stdout
    found = kernels(sass)
    pairs = [name.removeprefix(PREFIX) for name in found if name.startswith(PREFIX)]
    if len(pairs) < 3:
        print(f"{len(pairs)} kernels by hand: the listing was not understood")
        return 1
    return max(compare(found, name) for name in pairs)


sys.exit(main())
