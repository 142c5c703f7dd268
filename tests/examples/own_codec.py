"""Checks that a tile kernel, a kernel with a new parameter, an encoder and a cuda-only kernel are listed,
planned, run, reported and swept, although no file of the harness names them."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.environ["CODAG_BINARY"]
SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])

CONFIG = {
    "experiment": "extend",
    "size": "64KiB",
    "chunk_bytes": "4KiB",
    "backend": "host",
    "datasets": ["HRG", {"name": "entropy", "entropy": [0, 3.5]}, "TC2"],
    "codecs": ["frame", "stored"],
    "variants": [
        "warp_per_frame/store",
        {"name": "warp_per_frame/store", "chunks_in_turn": [1, 4]},
        "encode/warp_per_chunk",
        "copy_async",
        "cpu_reference",
    ],
    "baseline": "warp_per_frame/store",
    "measurements": ["verify", "counts"],
}


def codag(*arguments, expect=0):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == expect, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout


def listed():
    variants = {v["name"]: v for v in json.loads(codag("list", "variants", "--json"))["variants"]}
    tile = variants["warp_per_frame/store"]
    assert tile["family"] == "tile" and tile["codecs"] == ["frame"], tile
    assert tile["parts"] == {"schedule": "warp_per_frame", "sink": "store"}, tile
    assert [p["key"] for p in tile["parameters"]] == ["chunks_in_turn"], tile
    assert variants["encode/warp_per_chunk"]["family"] == "encode"
    assert variants["copy_async"]["cuda_only"] == "it is written in plain CUDA"
    text = codag("list", "variants")
    assert "GPU only: it is written in plain CUDA" in text, text
    assert "chunks_in_turn: 1 to 8; 1 by default" in text, text


def refused(folder):
    bad = dict(CONFIG, variants=[{"name": "warp_per_frame/store", "chunks_in_turn": 9}])
    path = folder / "bad.json"
    path.write_text(json.dumps(bad))
    done = subprocess.run([PROGRAM, "run", path], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done
    assert "/variants/0/chunks_in_turn: expected a whole number from 1 to 8, found 9" in done.stderr, done


def reported(folder):
    config, report = folder / "extend.json", folder / "report.json"
    config.write_text(json.dumps(CONFIG))
    plan = codag("run", str(config), "--dry-run", "--filter", "chunks=4")
    assert "HRG/frame/warp_per_frame/store/chunks=4/4KiB" in plan, plan
    assert "entropy/entropy=3.5bits/frame/warp_per_frame/store/chunks=4/4KiB" in plan, plan
    codag("run", str(config), "--output", str(report))
    cases = {c["name"]: c for c in json.loads(report.read_text())["codag"]["cases"]}
    swept = cases["HRG/frame/warp_per_frame/store/chunks=4/4KiB"]
    assert swept["status"] == "ok" and swept["kind"] == "tile", swept
    assert swept["parameters"] == {"chunks_in_turn": 4}, swept
    encoded = cases["HRG/frame/encode/warp_per_chunk/4KiB"]
    assert encoded["status"] == "ok" and encoded["kind"] == "encode", encoded
    assert encoded["counts"]["shuffles"] > 0, encoded
    entropy = cases["entropy/entropy=3.5bits/frame/encode/warp_per_chunk/4KiB"]
    assert entropy["status"] == "ok" and entropy["dataset"]["parameters"] == {"entropy": 3.5}, entropy
    cuda_only = cases["HRG/stored/copy_async/4KiB"]
    assert cuda_only["status"] == "skipped", cuda_only
    assert cuda_only["reason"] == "copy_async runs on a GPU only: it is written in plain CUDA", cuda_only
    # TC2's elements are 8 bytes: the codec declares that it has no kernel for them.
    assert "does not support elements of type uint64" in cases["TC2/frame/warp_per_frame/store/chunks=1/4KiB"]["reason"]
    assert cases["TC2/frame/cpu_reference/4KiB"]["status"] == "ok"
    # A case is compared with the baseline of its own dataset, codec and chunk size.
    assert cases["HRG/frame/warp_per_frame/store/chunks=1/4KiB"]["differs_in"] == []
    assert swept["differs_in"] == ["chunks_in_turn"], swept
    assert encoded["differs_in"] == ["schedule", "sink", "chunks_in_turn"], encoded
    assert cuda_only["differs_in"] is None and "baseline" in cuda_only["absent"]["differs_in"], cuda_only


def unnamed():
    """Checks that no file of the harness contains one of these names."""
    for path in (SOURCE / "harness").rglob("*"):
        if path.suffix in {".cpp", ".hpp", ".cu", ".cuh", ".txt", ".cmake"}:
            text = path.read_text()
            for name in ("chunks_in_turn", "warp_per_frame", "frame_tiles", "copy_async"):
                assert name not in text, (path, name)


def on_a_gpu(folder):
    config, report = folder / "gpu.json", folder / "gpu-report.json"
    config.write_text(json.dumps(dict(CONFIG, backend="cuda", size="4MiB")))
    codag("run", str(config), "--output", str(report))
    cases = {c["name"]: c for c in json.loads(report.read_text())["codag"]["cases"]}
    for name in ("HRG/frame/warp_per_frame/store/chunks=4/4KiB", "HRG/frame/encode/warp_per_chunk/4KiB",
                 "HRG/stored/copy_async/4KiB"):
        assert cases[name]["status"] == "ok" and cases[name]["backend"] == "cuda", cases[name]


with tempfile.TemporaryDirectory() as name:
    place = pathlib.Path(name)
    if sys.argv[1:] == ["gpu"]:
        if not shutil.which("nvidia-smi") or subprocess.run(["nvidia-smi", "-L"], capture_output=True, check=False).returncode != 0:
            print("no GPU: nvidia-smi lists none")
            sys.exit(77)
        on_a_gpu(place)
    else:
        listed()
        refused(place)
        reported(place)
        unnamed()
