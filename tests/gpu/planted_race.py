"""A kernel that loses a race in one of 200 launches (racing_peer.cu), on a GPU. Where the last sample is verified the case is
ok, because that launch was right; with `--verify every` it ends as failed_verify and has no number. Run it by
`ctest -R gpu/planted_race --verbose`, or with CODAG_BINARY, CODAG_SOURCE and NVCC in the environment."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

BINARY, SOURCE = os.environ["CODAG_BINARY"], pathlib.Path(os.environ["CODAG_SOURCE"])
FOLDER = pathlib.Path(__file__).parent
NO_GPU = 77


def run(folder, which):
    """The exit code, and the peer's row."""
    report = folder / f"{which}.json"
    done = subprocess.run([BINARY, "run", folder / "race.json", "--verify", which, "--output", report, "--force"], check=False)
    rows = json.loads(report.read_text())["codag"]["cases"]
    return done.returncode, next(row for row in rows if row["codec"] == "stored" and row["kind"] == "decode")


def main():
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        library = folder / "libracing.so"
        subprocess.run([os.environ["NVCC"], "-O2", "-shared", "-Xcompiler", "-fPIC", f"-I{SOURCE / 'peers'}",
                        FOLDER / "racing_peer.cu", "-o", library], check=True)
        (folder / "race.json").write_text(json.dumps({
            "experiment": "race", "size": "16MiB", "datasets": [{"name": "uniform", "bit_width": 8}], "codecs": ["rle_v1"],
            "variants": ["cpu_reference"], "measurements": ["verify", "time"], "backend": "cuda",
            "time": {"min_samples": 250, "max_samples": 250, "min_time_s": 0, "time_limit_s": 60},
            "peers": [{"library": str(library), "decoders": ["stored/racing"]}]}))
        code, row = run(folder, "last")
        assert (code, row["status"], row["time"]["cold"]["verified_samples"]) == (0, "ok", 1), (code, row["status"], row["reason"])
        print(f"the last sample verified: {row['status']}, {row['gbps']:.1f} GB/s")
        code, row = run(folder, "every")
        assert (code, row["status"], row["gbps"]) == (1, "failed_verify", None), (code, row["status"], row["gbps"])
        assert "cold sample 96 is wrong" in row["reason"], row["reason"]
        print(f"every sample verified: {row['status']}, {row['reason']}")


if __name__ == "__main__":
    if "backend cuda: yes" not in subprocess.run([BINARY, "--version"], capture_output=True, text=True, check=True).stdout:
        sys.exit(NO_GPU)
    main()
