"""Includes go only along the arrows between rooms. Usage: rooms.py SOURCE_FOLDER ROOMS_FILE

ROOMS_FILE is what CMake wrote of the harness' rooms (cmake/rooms.cmake): a line "NAME FOLDER ARROW..."
per room. The rooms outside the harness are listed here.
"""
import pathlib
import re
import sys

# Folder -> folders whose headers it may include. A folder may include itself and, under codag/, the
# files directly in codag/.
OUTER = {
    "codag/simt": [],
    "codag/stream": ["codag/simt"],
    "codag/lz": ["codag/stream", "codag/simt"],
    "codag/codec": ["codag/stream", "codag/lz", "codag/simt"],
    "codag/encode": ["codag/stream", "codag/codec", "codag/simt"],
    "codag/schedule": ["codag/stream", "codag/lz", "codag/codec", "codag/simt"],
    # Both families of kernels work on schedule/device_column.hpp.
    "codag/tile": ["codag/schedule", "codag/stream", "codag/codec", "codag/simt"],
    "codag/query": ["codag/tile", "codag/schedule", "codag/stream", "codag/codec", "codag/simt"],
    "codag": [],
    "baselines": ["codag"],
    "datasets": ["codag"],
}
FRAMEWORK = ("codag", "baselines", "datasets")
INCLUDE = re.compile(r'^\s*#include\s+["<]([^">]+)[">]', re.MULTILINE)


def read_rooms(file):
    rooms = {}
    for line in file.read_text().splitlines():
        _, folder, *arrows = line.split()
        rooms[folder] = arrows
    folder_of = {line.split()[0]: line.split()[1] for line in file.read_text().splitlines()}
    return {folder: [folder_of[a] for a in arrows] for folder, arrows in rooms.items()}


def room_of(path, rooms):
    fitting = [r for r in rooms if path.startswith(r + "/")]
    return max(fitting, key=len) if fitting else None


def allowed(room, target, rooms):
    if target is None or target == room or target in rooms[room]:
        return True
    if room.startswith("harness/"):
        return target.split("/")[0] in FRAMEWORK
    if room.startswith("codag/"):
        return target == "codag"
    return target.split("/")[0] in rooms[room]


def wrong_includes(files, rooms):
    """A line per include that no arrow allows. `files`: path -> text."""
    wrong = []
    for path, text in sorted(files.items()):
        room = room_of(path, rooms)
        if room is None:
            continue
        for included in INCLUDE.findall(text):
            if not allowed(room, room_of(included, rooms), rooms):
                wrong.append(f"{path} includes {included}: no arrow leads from {room} to {room_of(included, rooms)}")
            if room == "harness/measure" and included.startswith("nlohmann/"):
                wrong.append(f"{path} includes {included}: harness/measure knows no JSON")
            codec, other = re.match(r"codag/codec/(\w+)/", path), re.match(r"codag/codec/(\w+)/", included)
            # Shared by codecs: `lanes` and `bit_packing` may use `integer`, `gompresso` stands alone, and none uses a codec.
            if codec and other and other[1] not in (codec[1], "integer", "lanes", "bit_packing", "gompresso"):
                wrong.append(f"{path} includes {included}: a codec includes no other codec")
            if codec and other and codec[1] == "integer" and other[1] in ("lanes", "bit_packing"):
                wrong.append(f"{path} includes {included}: {other[1]} builds on integer")
    return wrong


def circles(rooms):
    """Rooms that are on a circle of arrows."""
    left = dict(rooms)
    while True:
        free = [r for r in left if not any(a in left for a in left[r])]
        if not free:
            return sorted(left)
        for room in free:
            del left[room]


def main(source, rooms_file):
    rooms = dict(OUTER, **read_rooms(rooms_file))
    files = {}
    for folder in ("codag", "baselines", "datasets", "harness"):
        for path in (source / folder).rglob("*"):
            if path.suffix in {".hpp", ".cpp", ".cu", ".cuh"}:
                files[str(path.relative_to(source))] = path.read_text()
    assert len(files) > 200, "the sources were not found"
    # The check itself can fail: each of these is one wrong arrow.
    for path, text in (
        ("harness/measure/x.hpp", '#include "harness/config/config.hpp"'),
        ("harness/measure/x.cpp", "#include <nlohmann/json.hpp>"),
        ("harness/config/x.hpp", '#include "harness/run/run.hpp"'),
        ("codag/codec/rle_v1/x.hpp", '#include "codag/codec/deflate/deflate.hpp"'),
        ("codag/stream/x.hpp", '#include "codag/schedule/lanes.hpp"'),
        ("datasets/x.cpp", '#include "harness/screen/table.hpp"'),
    ):
        assert len(wrong_includes({path: text}, rooms)) == 1, path
    assert circles({"a": ["b"], "b": ["a"], "c": ["a"]}) == ["a", "b", "c"]
    wrong = wrong_includes(files, rooms) + [f"{r} is on a circle of arrows" for r in circles(rooms)]
    print("\n".join(wrong) if wrong else f"{len(files)} files, {len(rooms)} rooms: every include goes along an arrow")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
