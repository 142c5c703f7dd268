"""scripts/paper with a made-up codag, which writes reports and how it is called; and one experiment of the real program."""
import contextlib
import gzip
import io
import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
sys.path.insert(1, str(SOURCE / "scripts"))

sys.path.insert(1, str(SOURCE / "python"))

import several_gpus  # noqa: E402
from experiments import BY_NAME, EXPERIMENTS, filters_of, machine_paths, options_of  # noqa: E402
from page_tables.repeating import repeating  # noqa: E402

# Reports are those of one stored experiment, with what CHANGES says of the experiment's name.
CODAG = """
import gzip, json, os, pathlib, shlex, sys, time
words, changes = sys.argv[1:], json.loads(os.environ.get("CHANGES", "{}"))
after = lambda option: words[words.index(option) + 1] if option in words else None
if words == ["--version"]:
    sys.exit(print("0.1.0\\nrevision: " + os.environ["REVISION"].replace("-dirty", " (dirty)")))
if words[:2] == ["list", "peers"]:
    sys.exit(print(json.dumps({"peers": [{"name": name} for name in os.environ.get("PEERS", "").split()]})))
with open(os.environ["CALLS"], "a") as calls:
    gpu = os.environ.get("CUDA_VISIBLE_DEVICES")
    print(*words, *(["by", *sorted(os.sched_getaffinity(0)), "on", gpu] if gpu else []), file=calls)
if words[0] == "datasets":
    sys.exit(pathlib.Path(after("--output")).write_bytes(b"") and 1)
name = pathlib.Path(after("--output")).stem
change = changes.get(name, {})
report = json.loads(gzip.open(os.environ["STORED"]).read())
codag = report["codag"] if words[0] == "run" else report
provenance = codag["provenance"] = report["codag"]["provenance"]
provenance["source"] = {"revision": os.environ["REVISION"].removesuffix("-dirty"), "dirty": "dirty" in os.environ["REVISION"], "from": "git"}
provenance["command_line"] = shlex.join(["codag", *words])
provenance.pop("reused", None)
codag["config"] = json.loads(pathlib.Path(words[1]).read_text())
if after("--filter"):
    codag["selection"] = {"filter": after("--filter"), "case": None, "cases": 2, "of": 5}
codag["cases"] = report["codag"]["cases"]
codag["cases"][0].update(change.get("case", {}))
codag["complete"] = change.get("complete", True) and not change.get("sleep")
pathlib.Path(after("--output")).write_text(json.dumps(report))
time.sleep(change.get("sleep", 0))
sys.exit(change.get("code", 0))
"""
RAPIDS = """
import json, sys
if sys.argv[1] != "-c":
    with open(sys.argv[4], "a") as rows:
        print(json.dumps({"name": sys.argv[2].rpartition("/")[2] + "/orc_zlib/libcudf"}), file=rows)
"""
NO_PEER = "the peer nvcomp is not installed: there is no libcodag_peer_nvcomp.so"


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "bin").mkdir()
        self.program("bin/nvidia-smi", "")
        self.program("codag", CODAG)
        self.program("rapids", RAPIDS)

    def program(self, name, text):
        (self.folder / name).write_text(f"#!{sys.executable}\n{text}")
        (self.folder / name).chmod(0o755)

    def environment(self, changes, revision, peers):
        # Other users of this machine's CPU are not to be seen, and a folder without files shows none.
        inherited = {key: value for key, value in os.environ.items() if key != "CUDA_VISIBLE_DEVICES"}
        return {**inherited, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "CALLS": str(self.folder / "calls"),
                "CODAG_CACHE": str(self.folder / "cache"), "CODAG_PROC": str(self.folder / "no proc"),
                "STORED": str(SOURCE / "results/h200/fig2.json.gz"), "CHANGES": json.dumps(changes), "REVISION": revision, "PEERS": peers}

    def paper(self, code, *arguments, changes={}, revision="abcdef12", peers="", codag="./codag"):
        done = subprocess.run([SOURCE / "scripts/paper", *(["--codag", codag] if codag else []), *arguments], capture_output=True, text=True,
                              cwd=self.folder, timeout=300, env=self.environment(changes, revision, peers))
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def calls(self):
        """The calls since the last time."""
        calls = self.folder / "calls"
        lines = calls.read_text().splitlines() if calls.exists() else []
        calls.unlink(missing_ok=True)
        return lines

    def report(self, name):
        return json.loads((self.folder / f"out/{name}.json").read_text())["codag"]


class Table(unittest.TestCase):
    def test_it_has_every_figure_and_table_of_the_papers(self):
        configs = {experiment.config for experiment in EXPERIMENTS}
        self.assertEqual({f"paper/{path.stem}" for path in (SOURCE / "configs/paper").glob("*.json")} - configs, set())

    def test_each_experiment_has_a_config_and_what_it_reuses_comes_first(self):
        names = [experiment.name for experiment in EXPERIMENTS]
        self.assertEqual(len(names), len(set(names)))
        for experiment in EXPERIMENTS:
            self.assertTrue(experiment.by_rapids or experiment.config_file().exists(), experiment.name)
            self.assertIn(experiment.reuses, ["", *names[:names.index(experiment.name)]])


class SeveralGpus(Folder):
    def test_each_experiment_is_made_on_one_of_the_gpus(self):
        names = ("profile", "fig2", "fig3", "ablations", "fig7", "zoo", "energy", "alu", "encoder_counts")
        self.paper(0, "--gpus", "1,3", "--only", *names, "out", "--size", "1MiB")
        calls = self.calls()
        outputs = [call.split("--output out/")[1].split(".json")[0] for call in calls]
        self.assertEqual(set(outputs), set(names))
        self.assertEqual({call.rsplit(" on ", 1)[1] for call in calls if " on " in call}, {"1", "3"})
        processors = several_gpus.shares_of_processors(2)
        for gpu, its in zip("13", processors):
            self.assertEqual({call.split(" by ")[1] for call in calls if call.endswith(f" on {gpu}")}, {f"{' '.join(map(str, its))} on {gpu}"})
        # What takes over rows comes after the rows are there, and has them; both parts of one report come after each other.
        for name, earlier in (("fig2", "profile"), ("fig3", "profile"), ("fig7", "ablations")):
            self.assertLess(outputs.index(earlier), outputs.index(name))
            self.assertIn(f"--reuse out/{earlier}.json", calls[outputs.index(name)])
        parts = [call for call, name in zip(calls, outputs) if name == "zoo"]
        self.assertEqual(["--filter" in call for call in parts], [True, False])
        # What the CPU measures comes last, with all processors.
        self.assertEqual((outputs[-1], " on " in calls[-1]), ("encoder_counts", False))
        times = [json.loads(line)["experiment"] for line in (self.folder / "out/times.jsonl").read_text().splitlines()]
        self.assertEqual(sorted(times), sorted([*names, "zoo"]))
        done = self.paper(0, "--gpus", "1,3", "--only", *names, "out", "--size", "1MiB")
        self.assertEqual((self.calls(), done.stdout.count("kept, for the reports are whole")), ([], len(names)))

    def test_the_exit_code_is_the_worst_one(self):
        self.assertIn("failed: energy", self.paper(1, "--gpus", "0,1", "--only", "energy", "alu", "out", changes={"energy": {"code": 1}}).stderr)
        self.assertEqual(self.report("alu")["complete"], True)
        done = self.paper(3, "--gpus", "0,1", "--minutes", "0.1", "--only", "fast", "fig3", "out", changes={"fast": {"sleep": 60}})
        self.assertIn("the time is over; the same command goes on with: fast", done.stderr)
        self.assertEqual(self.report("fig3")["complete"], True)

    def test_an_interruption_ends_all(self):
        slow = {name: {"sleep": 60} for name in ("energy", "alu")}
        with subprocess.Popen([SOURCE / "scripts/paper", "--codag", "./codag", "--gpus", "0,1", "--only", "energy", "alu", "fast", "out"], cwd=self.folder,
                              stderr=subprocess.PIPE, text=True, env=self.environment(slow, "abcdef12", "")) as paper:
            for _ in range(200):  # both have begun
                time.sleep(0.1)
                if (self.folder / "calls").exists() and len((self.folder / "calls").read_text().splitlines()) == 2:
                    break
            time.sleep(0.5)  # they have written their reports
            began = time.monotonic()
            paper.send_signal(signal.SIGTERM)
            said = paper.communicate()[1]
        self.assertEqual((paper.returncode, time.monotonic() - began < 20), (130, True), said)
        self.assertIn("interrupted; the same command goes on: scripts/paper --codag ./codag --gpus 0,1 --only energy alu fast out", said)
        self.assertEqual(len(self.calls()), 2)
        rows = [json.loads(line) for line in (self.folder / "out/times.jsonl").read_text().splitlines()]
        self.assertEqual(sorted(row["experiment"] for row in rows), ["alu", "energy"])

    def run_on(self, command_of, *names):
        """The exit codes by name, and what was said on standard error."""
        codes, said = {}, io.StringIO()
        runs = threading.Thread(target=lambda: codes.update(several_gpus.run_on(["0", "1"], [BY_NAME[name] for name in names], command_of)), daemon=True)
        with contextlib.redirect_stderr(said):
            runs.start()
            runs.join(timeout=60)
        self.assertFalse(runs.is_alive(), "a GPU waits for ever")
        return {experiment.name: code for experiment, code in codes.items()}, said.getvalue()

    def test_what_cannot_be_started_has_failed_and_nothing_waits_for_it(self):
        codes, said = self.run_on(lambda experiment: ["./none" if experiment.name == "profile" else "true"], "profile", "fig2", "fig3", "alu")
        self.assertEqual(codes, {"profile": 1, "fig2": 0, "fig3": 0, "alu": 0})
        self.assertEqual(said, "scripts/paper: profile: [Errno 2] No such file or directory: './none'; the same command tries it again\n")

    def test_a_gpu_whose_thread_cannot_work_leaves_no_experiment_as_made(self):
        def refused(*_):
            raise OSError("no such processor")
        with unittest.mock.patch.object(several_gpus.os, "sched_setaffinity", refused), unittest.mock.patch.object(several_gpus.threading, "excepthook"):
            self.assertEqual(self.run_on(lambda _: ["true"], "alu", "energy")[0], {"alu": 1, "energy": 1})

    def test_nothing_starts_after_an_interruption(self):
        queue = several_gpus.Queue([BY_NAME["alu"], BY_NAME["energy"]])
        self.assertEqual(queue.take().name, "alu")
        self.assertEqual(queue.take().name, "energy")
        with queue.start(["sleep", "60"]) as runs:
            queue.give_up()
            self.assertEqual(runs.wait(timeout=20), -signal.SIGTERM)
        self.assertIsNone(queue.start(["sleep", "60"]))
        self.assertIsNone(queue.take())

    def test_what_is_no_list_of_gpus_is_refused(self):
        for gpus in ("0,0", "0,", ""):
            self.assertIn("--gpus: expected different GPUs", self.paper(2, "--gpus", gpus, "out").stderr)

    def test_processors_are_shared_out(self):
        with unittest.mock.patch.object(several_gpus.os, "sched_getaffinity", lambda _: {3, 1, 4, 6, 5}):
            self.assertEqual(several_gpus.shares_of_processors(2), [[1, 3], [4, 5]])
            self.assertEqual(several_gpus.shares_of_processors(6), [[1, 3, 4, 5, 6]] * 6)


class Runs(Folder):
    def test_all_are_made_in_order_and_kept(self):
        done = self.paper(0, "--rapids", "./rapids", "out")
        calls = self.calls()
        # Nothing but the reports is said in a pipe.
        made = done.stdout.splitlines()
        self.assertEqual(list(dict.fromkeys(made)), [f"out/{experiment.file}" for experiment in EXPERIMENTS])
        self.assertEqual(done.stderr, "")
        config = os.path.relpath(SOURCE / "configs/paper", self.folder.resolve())
        self.assertEqual(calls[:2], [f"run {config}/profile.json --output out/profile.json",
                                     f"run {config}/fig2.json --output out/fig2.json --reuse out/profile.json"])
        self.assertIn(f"calibrate {config}/fig7.json --runs 7 --output out/fig7.calibration.json", calls)
        times = [json.loads(line) for line in (self.folder / "out/times.jsonl").read_text().splitlines()]
        self.assertEqual((times[0]["experiment"], times[0]["exit_code"], times[0]["continued"]), ("profile", 0, False))
        self.assertEqual({row["experiment"] for row in times}, set(BY_NAME))
        done = self.paper(0, "--rapids", "./rapids", "out")
        self.assertEqual((self.calls(), done.stdout.count("\n")), ([], 1))
        self.assertTrue(done.stdout.startswith("kept, for the reports are whole and of this revision: profile fig2"))
        self.assertIn(f"{len(EXPERIMENTS)} of {len(EXPERIMENTS)} experiments are whole", self.paper(0, "--missing", "out", codag=None).stdout)

    def test_another_revision_options_or_config_are_made_again(self):
        self.paper(0, "--only", "energy", "out")
        self.calls()
        for given in ({"revision": "abcdef12-dirty"}, {"revision": "12abcdef"}):
            self.paper(0, "--only", "energy", "out", **given)
            self.assertNotIn("--resume", *self.calls())
        self.paper(0, "--only", "energy", "out", "--size", "1MiB", revision="12abcdef")
        self.assertTrue(self.calls()[0].endswith("--output out/energy.json --size 1MiB"))
        self.paper(0, "--only", "energy", "out", "--size", "1MiB", "--progress", revision="12abcdef")
        self.assertEqual(self.calls(), [])
        path = self.folder / "out/energy.json"
        self.paper(0, "--only", "energy", "out", revision="12abcdef")
        path.write_text(path.read_text().replace('"experiment": "energy"', '"experiment": "another"'))
        self.calls()
        self.paper(0, "--only", "energy", "out", revision="12abcdef")
        self.assertNotIn("--resume", *self.calls())

    def test_what_a_run_can_mend_is_continued(self):
        disturbed = {"seen": ["another process"], "takes": 2, "allowed": False}
        for change in ({"complete": False}, {"case": {"disturbed": disturbed}}, {"case": {"status": "error", "reason": "no memory"}}):
            self.paper(0, "--only", "energy", "out", changes={"energy": change}, revision=f"abcdef{len(str(change))}")
            self.calls()
            self.paper(0, "--only", "energy", "out", revision=f"abcdef{len(str(change))}")
            self.assertIn("--resume", self.calls()[0])

    def test_one_experiment_reuses_what_is_there(self):
        self.paper(0, "--only", "fig7", "out")
        self.assertNotIn("--reuse", self.calls()[0])
        self.paper(0, "--only", "ablations", "fig8", "out")
        self.assertTrue(self.calls()[1].endswith("--reuse out/ablations.json"))
        # Rows of another revision are not reused.
        self.paper(0, "--only", "table5", "out", revision="12abcdef")
        self.assertNotIn("--reuse", self.calls()[0])
        # A disturbed case does not keep codag from taking the others, but a run that did not end does.
        for change, reused in (({"case": {"disturbed": {"seen": ["another process"], "takes": 3, "allowed": False}}}, True), ({"complete": False}, False)):
            self.paper(0, "--only", "ablations", "other", changes={"ablations": change}, revision=f"abc{reused}")
            self.paper(0, "--only", "fig7", "other", revision=f"abc{reused}")
            self.assertEqual("--reuse" in self.calls()[1], reused)

    def test_parts_continue_one_report(self):
        [filter] = filters_of(BY_NAME["gompresso_fig8"])
        self.paper(0, "--only", "gompresso_fig8:1", "out")
        self.assertTrue(self.calls()[0].endswith(f"gompresso_fig8.json --filter {filter}"))
        self.assertIn("incomplete: 2 of 5 cases", self.paper(1, "--missing", "out", codag=None).stdout)
        done = self.paper(0, "--only", "gompresso_fig8", "out")
        [call] = self.calls()
        self.assertTrue(call.endswith("gompresso_fig8.json --resume"))
        self.assertIn("kept, for the reports are whole and of this revision: gompresso_fig8:1", done.stdout)
        # The report is whole, so it has the first part, too.
        self.paper(0, "--only", "gompresso_fig8:1", "out")
        self.assertEqual(self.calls(), [])
        # The second part was interrupted: the first one has nothing to continue.
        self.paper(0, "--only", "gompresso_fig8:1", "third", revision="abcdef3")
        self.paper(0, "--only", "gompresso_fig8:2", "third", changes={"gompresso_fig8": {"complete": False}}, revision="abcdef3")
        self.calls()
        self.paper(0, "--only", "gompresso_fig8", "third", revision="abcdef3")
        [call] = self.calls()
        self.assertTrue(call.endswith("gompresso_fig8.json --resume"))
        # A filter of the caller takes the place of the parts.
        self.paper(0, "--only", "gompresso_fig8", "other", "--filter", "x")
        self.assertEqual(len(self.calls()), 1)
        self.assertIn("it has no parts", self.paper(2, "--only", "fig7:2", "out").stderr)

    def test_the_others_run_if_one_fails(self):
        done = self.paper(1, "--only", "energy", "alu", "fast", "out", changes={"energy": {"code": 1}})
        self.assertEqual([call.split()[3] for call in self.calls()], ["out/alu.json", "out/energy.json", "out/fast.json"])
        self.assertEqual(done.stderr, "scripts/paper: failed: energy\n")

    def test_a_program_that_cannot_be_started_fails(self):
        (self.folder / "broken").write_bytes(b"\x7fELF")
        (self.folder / "broken").chmod(0o755)
        done = self.paper(1, "--only", "energy", "out", codag="./broken")
        self.assertEqual(done.stderr, "scripts/paper: [Errno 8] Exec format error: './broken'\nscripts/paper: failed: energy\n")

    def test_a_file_that_is_no_report_fails(self):
        (self.folder / "out").mkdir()
        (self.folder / "out/energy.json").write_text("{}")
        done = self.paper(1, "--only", "energy", "out")
        self.assertIn("out/energy.json: is not a codag report", done.stderr)
        self.assertIn("is not a codag report", self.paper(1, "--missing", "out", codag=None).stdout)

    def test_time_is_over(self):
        slow = {"energy": {"sleep": 60}}
        done = self.paper(3, "--minutes", "0.03", "--only", "alu", "energy", "fast", "out", changes=slow)
        self.assertEqual(done.stderr, "scripts/paper: the time is over; the same command goes on with: energy fast\n")
        self.calls()
        self.paper(0, "--minutes", "9", "--only", "alu", "energy", "fast", "out")
        self.assertEqual([call.split()[3] for call in self.calls()], ["out/energy.json", "out/fast.json"])
        rows = [json.loads(line) for line in (self.folder / "out/times.jsonl").read_text().splitlines()]
        self.assertEqual([(row["experiment"], row["exit_code"], row["continued"]) for row in rows],
                         [("alu", 0, False), ("energy", None, False), ("energy", 0, True), ("fast", 0, False)])

    def test_what_was_skipped_is_said(self):
        lacks = {name: {"case": {"status": "skipped", "reason": NO_PEER}} for name in ("fast", "peers")}
        done = self.paper(0, "--rapids", "false", "--only", "fast", "peers", "rapids", "out", changes=lacks)
        self.assertIn("skipped: no peer nvcomp (scripts/setup --nvcomp gets it, and a build makes its peer): fast peers\n", done.stdout)
        self.assertIn("skipped: no RAPIDS: false has no pyarrow, cupti-python and pylibcudf;", done.stdout)
        self.assertIn("fast: 1 case skipped: no peer nvcomp", self.paper(1, "--missing", "out", codag=None).stdout)
        self.calls()
        # Once the peer is there, its cases are measured.
        self.paper(0, "--only", "fast", "out", changes=lacks)
        self.assertEqual(self.calls(), [])
        self.paper(0, "--only", "fast", "out", peers="lz4 nvcomp")
        self.assertEqual(len(self.calls()), 1)

    def test_packed_reports_are_kept_continued_and_taken_over(self):
        incomplete = {"fast": {"complete": False}}
        self.paper(0, "--only", "profile", "fast", "out", changes=incomplete)
        for name in ("profile", "fast"):
            plain = self.folder / f"out/{name}.json"
            (self.folder / f"out/{name}.json.gz").write_bytes(gzip.compress(plain.read_bytes()))
            plain.unlink()
        self.calls()
        done = self.paper(0, "--only", "profile", "fig2", "fast", "out")
        self.assertTrue(done.stdout.startswith("out/fig2.json\nout/fast.json.gz\nkept, for the reports are whole and of this revision: profile\n"), done.stdout)
        self.assertEqual([call.split(" --output ")[1] for call in self.calls()],
                         ["out/fig2.json --reuse out/profile.json.gz", "out/fast.json.gz --resume"])
        (self.folder / "out/profile.json").write_text("{}")
        self.assertIn("profile.json: is there packed, too; remove one", self.paper(1, "--only", "profile", "out").stderr)

    def test_rapids_goes_on_where_it_ended(self):
        (self.folder / "out").mkdir()
        (self.folder / "out/rapids.jsonl").write_text('{"name": "MC0.bin/orc_zlib/libcudf"}\n')
        self.assertIn("rapids: incomplete: 1 of 7 columns", self.paper(1, "--missing", "out", codag=None).stdout)
        self.paper(0, "--rapids", "./rapids", "--only", "rapids", "out", "--size", "1MiB")
        calls = self.calls()
        self.assertEqual((len(calls), calls[0].startswith("datasets --write MC3 --size 1MiB --output out/")), (6, True), calls)
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()), ["rapids.jsonl", "times.jsonl"])

    def test_reports_have_no_absolute_path(self):
        self.paper(0, "--only", "alu", str(self.folder / "out"), codag=str(self.folder / "codag"))
        self.assertEqual(self.calls()[0].split()[3], "out/alu.json")
        self.assertEqual(machine_paths(self.report("alu")), [])

    def test_a_terminal_has_a_line_per_experiment(self):
        reader, writer = pty.openpty()
        with subprocess.Popen([SOURCE / "scripts/paper", "--codag", "./codag", "--only", "alu", "energy", "out"], stdout=writer, stderr=subprocess.PIPE,
                              cwd=self.folder, env=self.environment({}, "abcdef12", "")) as process:
            os.close(writer)
            said = b""
            try:
                while some := os.read(reader, 4096):
                    said += some
            except OSError:  # Linux's end of a terminal
                pass
        os.close(reader)
        self.assertEqual(process.returncode, 0)
        lines = [line.rpartition("\x1b[K")[2].strip() for line in said.decode().strip().split("\n")]
        self.assertRegex("\n".join(lines), r"^1 of 2  alu: \d s\n2 of 2  energy: \d s$")


class Missing(Folder):
    def lines(self, *names, then=lambda report: None, **given):
        """What --missing says of these experiments, after the last one's report was changed."""
        self.paper(0, "--only", *names, "out", **given)
        path = self.folder / f"out/{names[-1]}.json"
        report = json.loads(path.read_text())
        then(report["codag"])
        path.write_text(json.dumps(report))
        said = dict(line.split(": ", 1) for line in self.paper(1, "--missing", "out", codag=None).stdout.splitlines()[:-1])
        return [said.get(name) for name in names]

    def test_each_problem_has_its_words(self):
        def revised(report):
            report["provenance"].update(time="2099-01-01T00:00:00Z", source={"revision": "12345678", "dirty": False, "from": "git"})
        self.assertEqual(self.lines("alu", "energy", then=revised), ["revision abcdef12, most reports have 12345678", None])
        self.assertEqual(self.lines("fast", revision="12345678-dirty"), ["revision 12345678 with changes that are not committed; "
                                                                       "revision 12345678, most reports have 12345678"])
        self.assertEqual(self.lines("fast", then=lambda report: report["provenance"].update(source=None), revision="12345678"), ["no revision"])
        self.assertEqual(self.lines("fast", then=lambda report: report["provenance"]["gpu"].update(name="H9"), revision="12345678"),
                         ["of another GPU: H9"])
        self.assertEqual(self.lines("sizes", then=lambda report: report["provenance"].update(command_line="/root/codag run x"), revision="12345678"),
                         ["absolute paths, such as /root/codag"])
        self.assertEqual(self.lines("zoo_tiles", then=lambda report: report["config"].update(variants=[], description="another", more=1), revision="12345678"),
                         ["the config now has another value of more, variants"])
        partly_built = "codec none has no variant x in this program, which was built with the kernels none/.* alone; `scripts/build release` builds all"
        self.assertEqual(self.lines("tiles_fig7", changes={"tiles_fig7": {"case": {"status": "skipped", "reason": partly_built}}}, revision="12345678"),
                         ["1 case skipped: no such variant in a program with only some kernels"])
        disturbed = {"seen": ["another process"], "takes": 2, "allowed": False}
        self.assertEqual(self.lines("tiles", changes={"tiles": {"case": {"disturbed": disturbed}}}, revision="12345678"), ["1 case disturbed"])

    def test_a_report_that_codag_did_not_write_is_named(self):
        def mistakes(report):
            yield lambda codag: codag.update(selection=5)
            yield lambda codag: codag.pop("provenance")
            yield lambda codag: codag.pop("complete")
            yield lambda codag: codag.update(config=None)
            yield lambda codag: codag["cases"][0].pop("status")
            yield lambda codag: codag["provenance"].update(source={"revision": None, "dirty": True})
        self.paper(0, "--only", "alu", "out")
        path = self.folder / "out/alu.json"
        whole = path.read_text()
        for mistake in mistakes(whole):
            report = json.loads(whole)
            mistake(report["codag"])
            path.write_text(json.dumps(report))
            self.assertIn("alu: out/alu.json: is no report that codag wrote; move it away\n", self.paper(1, "--missing", "out", codag=None).stdout)
        calibration = self.folder / "out/fig7.calibration.json"
        for text in ('{"cases": [5], "provenance": {"command_line": "x", "time": "2026-01-01T00:00:00Z"}}', "[" * 100000, "{}"):
            calibration.write_text(text)
            self.assertIn("fig7.calibration: out/fig7.calibration.json: is no calibration that codag wrote; move it away\n",
                          self.paper(1, "--missing", "out", codag=None).stdout)
        (self.folder / "out/rapids.jsonl").mkdir()
        self.assertEqual(self.paper(2, "--missing", "out", codag=None).stderr, "scripts/paper: out/rapids.jsonl: cannot be read (Is a directory); move it away\n")

    def test_options_and_the_cpus_reports(self):
        self.paper(0, "--only", "fast", "out", "--size", "1MiB")
        self.assertIn("fast: made with --size 1MiB", self.paper(1, "--missing", "out", codag=None).stdout)
        self.assertNotIn("fast: ", self.paper(1, "--missing", "out", "--size", "1MiB", codag=None).stdout)
        self.assertIn("encoder_counts: no report", self.paper(1, "--missing", "out", codag=None).stdout)
        self.paper(0, "--only", "encoder_counts", "host")
        self.assertNotIn("encoder_counts", self.paper(1, "--missing", "out", codag=None).stdout)
        self.assertEqual(self.paper(2, "--missing", "nowhere", codag=None).stderr, "scripts/paper: there is no folder nowhere\n")

    def test_the_stored_reports_are_read(self):
        folders = [folder for folder in (SOURCE / "results").glob("h?00") if folder.is_dir()]
        self.assertTrue(folders)
        for folder in folders:
            done = subprocess.run([SOURCE / "scripts/paper", "--missing", folder], capture_output=True, text=True, timeout=120)
            self.assertIn(done.returncode, (0, 1), done.stderr)
            self.assertEqual((done.stderr, "experiments are whole" in done.stdout), ("", True))

    def test_options_of_a_command_line(self):
        def options(line):
            return options_of(BY_NAME["gompresso_fig8"], {"provenance": {"command_line": line}})
        [filter] = filters_of(BY_NAME["gompresso_fig8"])
        self.assertEqual(options(f"bin/codag run c --output 'a b' --reuse r --resume --filter '{filter}' --size 1MiB --backend cuda"), ["--size", "1MiB"])
        self.assertEqual(options("codag run c --filter x"), ["--filter", "x"])
        self.assertEqual(options("codag run 'c"), [])


class WhatItTakes(Folder):
    def rows(self, folder):
        return [line for line in repeating(folder).splitlines()[2:] if line.startswith("|")]

    def test_seconds_are_those_that_were_written(self):
        self.paper(0, "--only", "alu", "energy", "fast", "out")
        times = [("alu", 9, False), ("alu", 100, False), ("alu", 20.2, True), ("energy", 5, True)]
        (self.folder / "out/times.jsonl").write_text("".join(json.dumps({"experiment": name, "seconds": seconds, "continued": continued}) + "\n"
                                                             for name, seconds, continued in times))
        # The stored report's largest case has 2.0 GB; the rest of the reports began at one time.
        self.assertEqual([row.rsplit("|", 2)[0] for row in self.rows(self.folder / "out")],
                         ["|alu|OUT|120|2.0", "|energy|OUT|5|2.0", "|fast|OUT|-|2.0"])
        self.assertIn("Not measured yet: `profile`, `fig2`", repeating(self.folder / "out"))

    def test_otherwise_the_next_report_is_an_upper_limit(self):
        self.paper(0, "--only", "alu", "energy", "fast", "out")
        (self.folder / "out/times.jsonl").unlink()
        for name, time in (("alu", "10:00:00"), ("energy", "10:01:40"), ("fast", "12:00:00")):
            path = self.folder / f"out/{name}.json"
            report = json.loads(path.read_text())
            report["codag"]["provenance"]["time"] = f"2030-01-01T{time}Z"
            path.write_text(json.dumps(report))
        self.assertEqual([row.split("|")[3] for row in self.rows(self.folder / "out")], ["<101", "-", "-"])


class CommandLine(Folder):
    def test_a_folder_that_is_none_is_refused(self):
        (self.folder / "file").write_text("")
        self.assertIn("file: cannot be made a folder (File exists)", self.paper(2, "--only", "alu", "file").stderr)
        (self.folder / "out/times.jsonl").mkdir(parents=True)
        self.assertIn("out/times.jsonl: is a folder", self.paper(2, "--only", "alu", "out").stderr)
        self.assertIn("there is no such program", self.paper(2, "--only", "alu", "out", codag="out").stderr)
        self.assertIn("--missing takes a folder and options of codag run", self.paper(2, "--missing", "--gpus", "0", "out", codag=None).stderr)

    def test_what_is_refused(self):
        for arguments, says in (((), "no folder is named"), (("--only", "fig77", "out"), "fig77 is no experiment; there are profile"),
                                (("--only", "fig7"), "no folder is named"), (("--only", "out"), "out is no experiment, or no folder follows"),
                                (("--minutes", "0", "out"), "expected a number above 0"), (("--maybe", "out"), "--maybe"), (("out", "more"), "more is no option"),
                                (("--codag", "none", "out"), "./none: there is no such program")):
            done = self.paper(2, *arguments)
            self.assertIn(says, done.stderr)
            self.assertEqual(done.stdout, "")
        self.assertFalse((self.folder / "out").exists())
        self.assertIn("Exit codes: 0", self.paper(0, "--help", codag=None).stdout)

    def test_without_a_gpu_only_what_can_run(self):
        self.program("bin/nvidia-smi", "raise SystemExit(9)")
        done = self.paper(2, "--without-gpu", "--only", "energy", "out")
        self.assertTrue(done.stderr.endswith("these can run, verified and counted by the interpreter: none\nscripts/paper: nothing is left to run\n"))


@unittest.skipUnless(os.environ.get("CODAG_BINARY"), "no program codag was built")
class RealProgram(Folder):
    def test_an_experiment_is_made_and_kept_and_continued(self):
        self.program("bin/nvidia-smi", "raise SystemExit(9)")
        small = ("--without-gpu", "--only", "table5", "out", "--size", "16KiB")
        codag = os.environ["CODAG_BINARY"]
        self.assertEqual(self.paper(0, *small, codag=codag).stdout, "out/table5.json\n")
        self.assertIn("of this revision: table5", self.paper(0, *small, codag=codag).stdout)
        report = json.loads((self.folder / "out/table5.json").read_text())
        cases = report["codag"]["cases"]
        report["codag"].update(complete=False, cases=cases[:2])
        (self.folder / "out/table5.json").write_text(json.dumps(report))
        self.assertEqual(self.paper(0, *small, codag=codag).stdout, "out/table5.json\n")
        self.assertEqual((self.report("table5")["provenance"]["resumed"][0]["cases_kept"], len(self.report("table5")["cases"])), (2, len(cases)))

    def test_a_part_is_continued_by_the_next(self):
        self.program("bin/nvidia-smi", "raise SystemExit(9)")
        codag = os.environ["CODAG_BINARY"]
        for part in ("1", "2"):
            self.paper(0, "--without-gpu", "--only", f"gompresso_fig8:{part}", "out", "--size", "4KiB", "--samples", "1", "--codec", "deflate,level=6", codag=codag)
        report = self.report("gompresso_fig8")
        self.assertEqual((report["complete"], report.get("selection"), len(report["provenance"]["resumed"])), (True, None, 1))


if __name__ == "__main__":
    unittest.main()
