"""Compares the machine code of seam_cost.cu's two kernels: codag/simt must cost nothing.

Usage: seam_cost.py NVCC SOURCE INCLUDE_FOLDER. Exits with 77 (skipped) where the toolkit has no cuobjdump.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def kernels(sass):
    """The instructions of each function, without addresses and encodings."""
    found = {}
    for block in sass.split("Function : ")[1:]:
        name = block.split("\n", 1)[0].strip()
        found[name] = re.findall(r"^\s+/\*([0-9a-f]{4})\*/\s+(.*?);", block, re.MULTILINE)
    return found


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
    by_hand = found.pop("by_hand")
    (name, functor), = found.items()
    if len(by_hand) < 20:
        print(f"by_hand has {len(by_hand)} instructions: the listing was not understood")
        return 1
    for hand, seam in zip(by_hand, functor):
        if hand != seam:
            print(f"by hand: {hand}\n{name}: {seam}")
            return 1
    if len(by_hand) != len(functor):
        print(f"by hand {len(by_hand)} instructions, {name} {len(functor)}")
        return 1
    print(f"{len(by_hand)} instructions, the same in both")
    return 0


sys.exit(main())
