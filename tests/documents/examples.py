"""The commands in every --help, in docs, CONTRIBUTING.md and the READMEs are run, in a folder with the repository's folders and the files
that they name. They run as they stand, apart from PLACEHOLDERS.

What cannot run here is in NOT_RUN, each kind with its reason; of these, a run is tried with --dry-run, so that its names and
options are right. Without arguments all are run; arguments choose the commands that contain one of them."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
BINARY = os.path.abspath(os.environ["CODAG_BINARY"])
SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
DOCUMENTS = [SOURCE / "README.md", SOURCE / "CONTRIBUTING.md", SOURCE / "python/README.md", *sorted((SOURCE / "docs").rglob("*.md")),
             *sorted(SOURCE.glob("examples/*/README.md"))]
MATPLOTLIB = subprocess.run(["python3", "-c", "import matplotlib"], capture_output=True).returncode == 0
COMMANDS = "run ab file list show compare judge calibrate rerun history page merge export doctor datasets cache".split()

NOT_RUN = {
    "it sets up, builds, tests, measures or packs the whole repository; tests of their own run these scripts":
        r"scripts/(bench|test|lint|setup|build|package|fuzz|mutate|measure|paper|gate-counts|cluster/\w+)\b|^(cmake|docker|export|ctest)\b|^python3 -m venv"
        r"|^CODAG_BINARY=|^tests/(package|machines|install)/|^echo \$\?|reframe",
    "it needs the network": r"^(pip|git) |^curl ",
    "it needs a file that is not here": r"path=(trips\.parquet|GRCh38|day_0|trips\.csv)|table\.parquet|bencher run|a100\.json|fig7_(before|after)\.json|gpu_gate\.calibration",
    "it needs programs with CUDA code": r"--code-only",
    "it needs a GPU, CUPTI or ncu": r"^ncu |codag ab |list metrics|list throughput|--peer nvcomp|scripts/(rapids|crosscheck|tune)|--devices|alone\.gpu0"
        r"|rerun results/h200/fig7\.json\.gz$|calibrate configs/(gpu_gate|paper/fig7)\.json|doctor configs/paper/fig7|fig[2356]; do|thread_per_chunk|fatbin|cuobjdump",
    "it would interpret kernels for minutes or hours here": r"run configs/(?!quick\.json( |$))|--size (64MiB|1GiB)",
    "the program is built by tests/examples, which run it": r"^/tmp/own_",
    "it writes into the repository": r"scripts/(tables|page)\b|--docs$|results/h200/ncu/crosscheck/",
}
# The exit codes of those that need not end with 0, and why.
CODES = {r"rerun codag-quick\.json": {0, 1, 3},  # CPU times on a busy machine
         r"compare base\.json new\.json .*--strict": {0, 3},  # the gate is finer than CPU times are
         r"compare base/ new/ .*--strict": {0, 3},  # the reports are from when five samples were taken, which have no interval
         r"--real HRG,path=column\.bin": {1}}  # which is no copy of HRG
# What a reader replaces, and what stands for it here.
PLACEHOLDERS = {"CONFIG": "configs/ci.json", "REPORT...": "codag-quick.json", "REPORT": "codag-quick.json", "BASE": "base.json", "NEW": "new.json",
                " FILE ": " column.bin ", "=FILE": "=column.bin", "libX.so": "libmine.so", "/tmp/plug_in/": "plug_in/", "--write-ssb FOLDER": "--write-ssb new_folder", "FOLDER": "folder",
                "--size 24MB": "--size 1MB",  # the size of the paper, whose tables are 600 MB of text
                "--size 512MiB": "--size 512KiB",
                "--peer ./libmine.so": "--peer ./libmine.so --size 64KiB", "--peer plug_in/": "--size 64KiB --peer plug_in/"}  # a minute less

# The same on less, where the whole takes long.
SMALLER = {"codag datasets": "codag datasets --size 256KiB",
           "codag history results/h200 --filter MC0/rle_v1": "codag history reports --filter MC0/rle_v1"}


def commands_of_documents():
    """(place, command) of the lines in code blocks that begin with "$ ", or with a program of this repository."""
    for document in DOCUMENTS:
        inside, kind = False, ""
        for number, line in enumerate(document.read_text().splitlines(), 1):
            if line.strip().startswith("```"):
                inside, kind = not inside, line.strip()[3:]
            elif inside and line.startswith("$ "):
                yield f"{document.relative_to(SOURCE)}:{number}", line[2:]
            elif inside and kind in ("", "console", "sh", "bash") and re.match(r"(codag|scripts/[\w/-]+) [^:]*$", without_comment(line)):
                yield f"{document.relative_to(SOURCE)}:{number}", line
    # The tables of the index.
    for command in re.findall(r"\| `((?:build/release/bin/)?codag [^`]+|scripts/[^`]+)`", (SOURCE / "docs/README.md").read_text()):
        yield "docs/README.md", command


def commands_of_help():
    for command in ["", *COMMANDS]:
        shown = subprocess.run([BINARY, *filter(None, [command]), "--help"], capture_output=True, text=True, check=True).stdout
        for line in shown[shown.find("\nExample"):].splitlines()[2:]:
            if found := re.match(r"\s+((?:ncu .*)?codag .*?)(?:\s{2,}.*|(?<=dry-run) list the cases)?$", line):
                yield f"codag {command} --help", found[1]


def without_comment(command):
    return re.sub(r"\s+# .*", "", command).strip()


def filled(command):
    for placeholder, here in PLACEHOLDERS.items():
        command = command.replace(placeholder, here)
    return SMALLER.get(command, command)


def reason_not_to_run(command):
    if command.startswith("scripts/plot ") and "--list" not in command and not MATPLOTLIB:
        return "there is no matplotlib here"
    return next((reason for reason, pattern in NOT_RUN.items() if re.search(pattern, command)), None)


class Scratch:
    """A folder with the repository's folders and the files that examples name. Each command gets a copy of it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder) / "prepared"
        self.folder.mkdir()
        for name in ("configs", "results", "scripts", "examples", "docs", "python", "tests", "peers"):
            (self.folder / name).symlink_to(SOURCE / name)
        for place in ("bin", "build/release/bin"):
            (self.folder / place).mkdir(parents=True)
            (self.folder / place / "codag").symlink_to(BINARY)
        self.environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "CODAG_CACHE": f"{folder}/cache",
                            "CODAG": BINARY, "TMPDIR": folder, "CODAG_PROC": f"{folder}/no proc"}  # other users of the CPU are not to be seen
        (self.folder / "libmine.so").symlink_to("plug_in/libzlib_peer.so")
        (self.folder / "folder").mkdir()
        for name in ("column.bin", "data.bin", "sample.bin", "folder/a.bin", "folder/b.bin"):
            (self.folder / name).write_bytes(bytes(i // 7 % 256 for i in range(1 << 14)))
        (self.folder / "table.csv").write_text("day,price\n" + "".join(f"{i},{i * i % 97}\n" for i in range(2000)))
        (self.folder / "plug_in").mkdir()
        subprocess.run(["cc", "-shared", "-fPIC", f"-I{SOURCE}/peers", SOURCE / "examples/plug_in/zlib_peer.c", "-lz",
                        "-o", self.folder / "plug_in/libzlib_peer.so"], check=True)
        self.must("codag run configs/ci.json --filter MC0 --output base.json; cp base.json new.json; cp base.json report.json")
        self.must("codag run configs/ci.json --filter 'MC0.*block' --output node1.json; codag run configs/ci.json --filter 'MC0.*warp' --output node2.json")
        for name, report in {"history/a": "fig7", "history/b": "fig7", "reports/a": "fig7", "base/a": "fig7", "new/a": "fig7", "small": "few_chunks_64MiB", "large": "few_chunks_1GiB",
                             "codag-fig7": "fig7", "codag-fig5": "fig5", "codag-profile": "profile"}.items():
            (self.folder / f"{name}.json").parent.mkdir(exist_ok=True)
            (self.folder / f"{name}.json").symlink_to(SOURCE / f"results/h200/{report}.json.gz")
        self.must("codag run configs/quick.json --filter MC0")

    def must(self, command):
        done = self.run(command, self.folder)
        if done.returncode != 0:
            sys.exit(f"{command}: {done.stdout}{done.stderr}")

    def run_in_a_copy(self, command):
        folder = self.folder.parent / "copy"
        shutil.copytree(self.folder, folder, symlinks=True)
        done = self.run(command, folder)
        shutil.rmtree(folder)
        return done

    def run(self, command, folder):
        return subprocess.run(["bash", "-c", command], cwd=folder, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)


def tried(command):
    """What is run for a command; None if nothing is."""
    if not reason_not_to_run(command):
        return command
    # Files, peers and devices that are not here cannot be tried.
    if re.match(r"(build/release/bin/)?codag (run|rerun) \S+\.json", command) and not re.search(r"--peer|--devices|--resume|fig7_before", command):
        return re.sub(r" --(output \S+|dry-run)", "", command) + " --dry-run"
    return None


def main(chosen):
    found = [(place, filled(without_comment(command))) for place, command in [*commands_of_help(), *commands_of_documents()]]
    if len(found) < 80:
        sys.exit(f"only {len(found)} commands were found; the documents' form has changed")
    failed = run = 0
    with tempfile.TemporaryDirectory() as folder:
        scratch, known = Scratch(folder), set()
        for place, command in found:
            what = tried(command)
            if what is None or what in known or (chosen and not any(one in command for one in chosen)):
                continue
            known.add(what)
            done = scratch.run_in_a_copy(what)
            run += 1
            if done.returncode not in next((codes for pattern, codes in CODES.items() if re.search(pattern, command)), {0}):
                failed += 1
                print(f"{place}: {what}\n  ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-500:]}")
    print(f"{len(found)} commands, {run} tried, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
