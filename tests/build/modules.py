"""Includes go only along the arrows between modules. Usage: modules.py SOURCE_FOLDER MODULES_FILE

MODULES_FILE is what CMake wrote of the harness' modules (cmake/modules.cmake): a line "NAME FOLDER ARROW... : FOLDER..."
per module. The arrows are names of modules, and the folders after the colon are outside the harness. Those are listed here.
"""
import pathlib
import re
import sys

# Folder -> folders whose headers it may include. A folder may include itself and, under codag/, the files directly
# in codag/. A folder's name stands for the folders in it that are no modules of their own.
OUTER = {
    "codag/simt": [],
    "codag/stream": ["codag/simt"],
    "codag/lz/output": ["codag/stream", "codag/simt"],
    "codag/lz/tokens": ["codag/lz/output", "codag/stream", "codag/simt"],
    "codag/lz/sequences": ["codag/lz/output", "codag/lz/tokens", "codag/simt"],
    "codag/codec": ["codag/stream", "codag/lz/output", "codag/lz/tokens", "codag/lz/sequences", "codag/simt"],
    "codag/launch": ["codag/simt"],
    "codag/encode": ["codag/launch", "codag/stream", "codag/codec", "codag/simt"],
    "codag/tuning": ["codag/simt"],
    "codag/schedule": ["codag/launch", "codag/stream", "codag/lz/output", "codag/lz/sequences", "codag/tuning", "codag/simt"],
    # Both families of kernels work on schedule/device_column.hpp.
    "codag/tile": ["codag/schedule", "codag/stream", "codag/codec", "codag/simt"],
    "codag/query": ["codag/tile", "codag/schedule", "codag/stream", "codag/codec", "codag/simt"],
    "codag": [],
    "baselines/block_per_chunk": ["codag", "codag/simt", "codag/stream", "codag/schedule"],
    "baselines/cascaded": ["codag", "codag/simt", "codag/stream", "codag/codec", "codag/schedule", "codag/tile"],
    "baselines/cpu": ["codag", "codag/codec"],
    # A query's answer is computed on the tables, with the query's conditions.
    "datasets": ["codag", "codag/codec", "codag/query"],
    # Each adapts a library to peers/codag_peer.h, and knows nothing else of the project.
    "peers": [],
}
FOLDERS = ("codag", "baselines", "datasets", "peers", "harness")
SUFFIXES = {".hpp", ".cpp", ".cu", ".cuh", ".h", ".c"}
INCLUDE = re.compile(r'^\s*#include\s+["<]([^">]+)[">]', re.MULTILINE)


def read_modules(file):
    lines = [[part.split() for part in line.split(":")] for line in file.read_text().splitlines()]
    folder_of = {name: folder for (name, folder, *_), _ in lines}
    return {folder: [folder_of[a] for a in arrows] + outside for (_, folder, *arrows), outside in lines}


def module_of(path, modules):
    fitting = [r for r in modules if path.startswith(r + "/")]
    return max(fitting, key=len) if fitting else None


def allowed(module, target, modules):
    return target in (None, module, *modules[module]) or (module.startswith("codag/") and target == "codag")


def unused_arrows(files, modules):
    """A line per arrow that no include needs, so that the arrows say what a module uses."""
    used = {(module_of(path, modules), module_of(included, modules)) for path, text in files.items() for included in INCLUDE.findall(text)}
    return [f"no file of {module} includes one of {target}: remove the arrow"
            for module, arrows in modules.items() for target in arrows if (module, target) not in used]


def wrong_includes(files, modules):
    """A line per include that no arrow allows. `files`: path -> text."""
    wrong = []
    for path, text in sorted(files.items()):
        module = module_of(path, modules)
        if module is None:
            continue
        for included in INCLUDE.findall(text):
            if not allowed(module, module_of(included, modules), modules):
                wrong.append(f"{path} includes {included}: no arrow leads from {module} to {module_of(included, modules)}")
            if ".." in included.split("/"):
                wrong.append(f"{path} includes {included}: a header is named from the project's folder")
            if module == "harness/measure" and included.startswith("nlohmann/"):
                wrong.append(f"{path} includes {included}: harness/measure knows no JSON")
            codec, other = re.match(r"codag/codec/(\w+)/", path), re.match(r"codag/codec/(\w+)/", included)
            # Shared by codecs: `lanes` and `bit_packing` may use `integer`, `gompresso` stands alone, and none uses a codec.
            if codec and other and other[1] not in (codec[1], "integer", "lanes", "bit_packing", "gompresso"):
                wrong.append(f"{path} includes {included}: a codec includes no other codec")
            if codec and other and codec[1] == "integer" and other[1] in ("lanes", "bit_packing"):
                wrong.append(f"{path} includes {included}: {other[1]} builds on integer")
    return wrong


def circles(modules):
    """Modules that are on a circle of arrows."""
    left = dict(modules)
    while True:
        free = [r for r in left if not any(a in left for a in left[r])]
        if not free:
            return sorted(left)
        for module in free:
            del left[module]


def main(source, modules_file):
    modules = dict(OUTER, **read_modules(modules_file))
    files = {}
    for folder in FOLDERS:
        for path in (source / folder).rglob("*"):
            if path.suffix in SUFFIXES:
                files[str(path.relative_to(source))] = path.read_text()
    for folder in FOLDERS:
        assert any(path.startswith(folder + "/") for path in files), f"no source was found in {folder}"
    # The check itself can fail: each of these is one wrong arrow.
    for path, text in (
        ("harness/measure/x.hpp", '#include "harness/config/config.hpp"'),
        ("harness/measure/x.cpp", "#include <nlohmann/json.hpp>"),
        ("harness/config/x.hpp", '#include "harness/run/run.hpp"'),
        ("codag/codec/rle_v1/x.hpp", '#include "codag/codec/deflate/deflate.hpp"'),
        ("codag/stream/x.hpp", '#include "codag/schedule/lanes.hpp"'),
        ("datasets/x.cpp", '#include "harness/screen/table.hpp"'),
        ("datasets/x.cpp", '#include "codag/schedule/lanes.hpp"'),
        ("baselines/cpu/x.cpp", '#include "codag/simt/simt.hpp"'),
        ("harness/support/x.hpp", '#include "datasets/dataset.hpp"'),
        ("harness/measure/x.cpp", '#include "datasets/dataset.hpp"'),
        ("harness/report/x.cpp", '#include "codag/codec/codec.hpp"'),
        ("harness/page/x.cpp", '#include "baselines/cpu/cpu_decoder.hpp"'),
        ("harness/screen/x.cpp", '#include "peers/codag_peer.h"'),
        ("peers/cpu/x_peer.c", '#include "datasets/dataset.hpp"'),
        ("peers/nvcomp/x_peer.cpp", '#include "../../harness/peers/peer_facts.hpp"'),
    ):
        assert len(wrong_includes({path: text}, modules)) == 1, path
    assert not wrong_includes({"harness/peers/x.hpp": '#include "peers/codag_peer.h"'}, modules)
    assert unused_arrows({"codag/x.hpp": '#include "datasets/dataset.hpp"'}, {"codag": ["datasets", "peers"], "datasets": [], "peers": []}) == [
        "no file of codag includes one of peers: remove the arrow"]
    assert circles({"a": ["b"], "b": ["a"], "c": ["a"]}) == ["a", "b", "c"]
    wrong = wrong_includes(files, modules) + unused_arrows(files, modules) + [f"{r} is on a circle of arrows" for r in circles(modules)]
    print("\n".join(wrong) if wrong else f"{len(files)} files, {len(modules)} modules: every include goes along an arrow")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
