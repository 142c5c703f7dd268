"""`codag ab`: the program against itself, and made programs with made times."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

from program import BINARY, SOURCE, ProgramTest, stored

try:
    import jsonschema
except ImportError:
    jsonschema = None

# Speaks the protocol of harness/ab/protocol.hpp. `times` are seconds of a launch per case; `change(request, answer)` is
# what a test makes of an answer.
MADE_PROGRAM = """#!{python}
import json, pathlib, socket, time
times, calls = {times!r}, 0
def change(request, answer):
    {change}
    return answer
def answer(request):
    global prepared
    what = request["do"]
    if what == "hello":
        return {{"protocol": 1, "built": {{"source": {{"revision": "{revision}", "dirty": False}}}}, "backend": "cuda",
                "gpu": "Made GPU", "gpu_uuid": "GPU-1", "free_gpu_bytes": 1 << 30,
                "cases": [{{"name": name, "gpu_bytes": 1000}} for name in times]}}
    if what == "prepare":
        prepared = times[request["case"]]
        return {{"column": "c0", "raw_bytes": 1000, "compressed_bytes": 100, "times": "cold"}}
    if what == "sample":
        return {{"seconds": [prepared] * request["launches"], "sm_clock_mhz": [{mhz}] * request["launches"]}}
    return {{"wrong": ""}} if what == "verify" else {{}}
lines = socket.socket(fileno=200).makefile("rw")
for line in lines:
    request = json.loads(line)
    print(json.dumps(change(request, answer(request))), file=lines, flush=True)
"""


class AbTest(ProgramTest):
    def made(self, name, times=None, change="pass", mhz=1980):
        file = self.folder / name
        file.write_text(MADE_PROGRAM.format(python=sys.executable, times=times or {"MC0": 1e-3, "TPC": 2e-3}, change=change,
                                            revision=name * 3, mhz=mhz))
        file.chmod(0o755)
        return file

    def ab(self, code, *arguments, **environment):
        return self.expect(code, "ab", *arguments, "--rounds", "6", **environment)

    def compared(self, code, base, new, *options):
        return json.loads(self.ab(code, base, new, "made.json", "--json", *options).stdout)

    def case(self, code, new, name="MC0"):
        """What the comparison with a made NEW says of a case."""
        return {c["name"]: c for c in self.compared(code, self.made("base"), new)["cases"]}[name]


class MadeTimes(AbTest):
    def test_the_same_program(self):
        done = self.ab(0, self.made("base"), self.made("new"), "made.json", "--seed", "7")
        self.assertEqual(done.stderr, "")
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], "^base: .*/base, basebasebase, sha256 [0-9a-f]{12}$")
        self.assertRegex(lines[2], r"^Made GPU, 6 rounds per case, seed 7, \d+ s$")
        self.assertRegex(done.stdout, r"(?m)^TPC +2 +2 +1.0000 +1.0000 to 1.0000 +same$")
        self.assertEqual(lines[-3:], [
            "2 cases: 2 same, 0 faster, 0 slower, 0 unclear, 0 not judged",
            "same: the interval of the ratio of the times is within +-0.5 %. All intervals hold together with 95 %.",
            "gate: passed"])
        self.assertIn("Both are the same program.", self.ab(0, self.made("base"), self.made("base"), "made.json").stdout)

    def test_one_percent(self):
        slow = self.made("new", {"MC0": 1e-3, "TPC": 2.02e-3})
        done = self.ab(1, self.made("base"), slow, "made.json")
        self.assertRegex(done.stdout, r"(?m)^TPC +2 +2.020 +1.0100 +1.0100 to 1.0100 +slower$")
        self.assertTrue(done.stdout.endswith("gate: failed\n"))
        self.assertRegex(self.ab(0, slow, self.made("base"), "made.json").stdout, "(?m)^TPC .* faster$")

    def test_the_band_of_native_code(self):
        """Its verdict, the line below the table and the JSON have one band."""
        on_cpu = 'if request["do"] == "prepare": answer["backend"] = "cpu"'
        also = 'if request.get("case") == "MC0": answer["backend"] = "cpu"'
        times = {"MC0": 1.03e-3, "TPC": 2e-3}
        for change, bands, says in ((on_cpu, [0.05, 0.05], "+-5 %."), (also, [0.05, 0.005], "+-0.5 % (on the CPU +-5 %).")):
            base, new = self.made("base", change=change), self.made("new", times, change=change)
            self.assertIn(f"times is within {says} All", self.ab(0, base, new, "made.json").stdout)
            compared = self.compared(0, base, new)
            self.assertEqual([(c["verdict"], c["band"]) for c in compared["cases"]], [("same", band) for band in bands])
            self.assertEqual(compared["least_effect"], 0.005)

    def test_a_lower_clock_is_named(self):
        slow = self.made("new", {"MC0": 1.02e-3, "TPC": 2.04e-3}, mhz=1941)
        self.assertIn("\nMC0: NEW ran at a clock 2.0 % lower\n", self.ab(1, self.made("base"), slow, "made.json").stdout)

    def test_what_fails(self):
        for status, change, reason in (
                ("failed_verify", 'if request["do"] == "verify": answer["wrong"] = "byte 3"', r"^NEW \(.*/new\): byte 3$"),
                ("differs", 'if request["do"] == "prepare": answer["compressed_bytes"] = 101', "100 and 101"),
                ("error", 'if request["do"] == "sample": answer = {"error": "an illegal address"}', ": an illegal address$"),
                ("error", 'if request["do"] == "sample": __import__("os").abort()', r"signal 6 \(Aborted\)"),
                ("error", 'if request["do"] == "sample": 1 / 0', "exited with 1: ZeroDivisionError: division by zero$"),
                ("error", 'if request["do"] == "sample": print("rubbish", file=lines, flush=True)', "other than codag's lines")):
            with self.subTest(change=change):
                case = self.case(1, self.made("new", change=change))
                self.assertEqual((case["status"], case["verdict"], case["ratio"]), (status, None, None))
                self.assertRegex(case["reason"], reason)

    def test_a_program_that_hangs(self):
        hangs = self.made("new", change='if request.get("case") == "MC0": time.sleep(1000)')
        result = self.compared(1, self.made("base"), hangs, "--timeout", "1")
        self.assertEqual([(c["status"], c["verdict"]) for c in result["cases"]], [("error", None), ("ok", "same")])
        self.assertRegex(result["cases"][0]["reason"], r"^NEW \(.*\): it did not return in time, and its process was ended$")

    def test_cases_of_one_program(self):
        other = self.made("new", {"TPC": 2e-3, "HRG": 1e-3})
        done = self.ab(0, self.made("base"), other, "made.json")
        self.assertIn("\nMC0: only in BASE\nHRG: only in NEW\n", done.stdout)
        self.assertTrue(done.stdout.endswith("gate: passed, but cases are unclear or were not compared\n"))
        strict = self.ab(3, self.made("base"), other, "made.json", "--strict")
        self.assertTrue(strict.stdout.endswith("gate: not passed, because cases are unclear or were not compared\n"))
        none = self.ab(3, self.made("base"), self.made("new", {"HRG": 1e-3}), "made.json")
        self.assertTrue(none.stdout.endswith("gate: nothing to compare\n"))

    def test_order(self):
        orders = [[[r["first"] for r in c["rounds"]] for c in self.compared(0, self.made("base"), self.made("new"), "--seed", seed)["cases"]]
                  for seed in ("3", "3", "4")]
        self.assertEqual(orders[0], orders[1])
        self.assertNotEqual(orders[0], orders[2])
        self.assertEqual([order.count("base") for order in orders[0]], [3, 3])

    def test_refusals(self):
        base, new = self.made("base"), self.made("new")
        older = self.made("older", change='answer["protocol"] = 0')
        elsewhere = self.made("elsewhere", change='if request["do"] == "hello": answer["gpu_uuid"] = "GPU-2"')
        small = self.made("small", change='if request["do"] == "hello": answer["free_gpu_bytes"] = 1999')
        (self.folder / "notes.json").write_text("{}")
        for arguments, says in (
                ((base, new, "made.json", "--rounds", "7"), ["--rounds", "even number", "7"]),
                ((base, new, "made.json", "--rounds", "4"), ["--rounds", "4"]),
                ((base, new, "made.json", "--timeout", "0"), ["--timeout"]),
                ((base, new, "made.json", "--timeout", "86401"), ["--timeout"]),
                ((base, "gone", "made.json"), ["NEW gone: No such file"]),
                ((self.folder, new, "made.json"), ["BASE", "is not a file"]),
                ((base, new, "made.json", "-o", "notes.json"), ["notes.json: exists and is not from codag ab"]),
                ((base, older, "made.json"), ["NEW", "older", "speaks version 0", "speaks version 1"]),
                ((base, elsewhere, "made.json"), ["different GPUs: GPU-1 and GPU-2"]),
                ((base, small, "made.json"), ["MC0", "1999 are free", "smaller --size"]),
                ((base, "/bin/true", "made.json"), ["NEW (/bin/true)", "exited with 0", "give a program"]),
                ((BINARY, BINARY, "made.json"), ["BASE", "made.json: cannot be read"])):
            with self.subTest(says=says):
                self.expect_refused("ab", *arguments, says=says)
        self.assertEqual((self.folder / "notes.json").read_text(), "{}")
        self.ab(0, base, new, "made.json", "-o", "notes.json", "--force")
        self.ab(0, base, new, "made.json", "-o", "notes.json")  # its own file needs no force

    def test_the_output_may_be_a_stream_or_a_link(self):
        base, new = self.made("base"), self.made("new")
        with self.pipe("pipe") as content:
            self.ab(0, base, new, "made.json", "-o", "pipe")
            self.assertIn("codag_ab", json.loads(content()))
        for form in ([], ["--json"]):
            self.assertIn("codag_ab", json.loads(self.ab(0, base, new, "made.json", "-o", "-", *form).stdout))
        (self.folder / "link").symlink_to("there.json")
        self.ab(0, base, new, "made.json", "-o", "link")
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertIn("codag_ab", self.report("there.json"))

    def test_json(self):
        new = self.made("new", {"MC0": 1.02e-3, "TPC": 2e-3, "HRG": 1e-3},
                        change='if request.get("case") == "TPC": answer = {"skipped": "no memory"}')
        printed = self.compared(1, self.made("base"), new, "-o", "ab.json")
        self.assertEqual(printed, json.loads((self.folder / "ab.json").read_text()))
        self.assertEqual([c["verdict"] for c in printed["cases"]], ["slower", None])
        self.assertEqual(printed["verdicts"], {"same": 0, "faster": 0, "slower": 1, "unclear": 0})
        self.assertAlmostEqual(printed["cases"][0]["ratio"]["value"], 1.02)
        self.assertEqual([c["band"] for c in printed["cases"]], [0.005, None])
        if jsonschema is None:
            self.skipTest("python3-jsonschema is not installed")
        schema = json.loads((SOURCE / "docs/ab.schema.json").read_text())
        jsonschema.Draft7Validator.check_schema(schema)
        validator = jsonschema.Draft7Validator(schema)
        self.assertEqual([e.message for e in validator.iter_errors(printed)], [])
        for key in printed:
            self.assertFalse(validator.is_valid({k: v for k, v in printed.items() if k != key}), key)

    def test_the_stored_comparisons_say_what_the_documents_do(self):
        """Ten runs of a program against itself and one against a slower program (tests/gpu/ab.py), of one clean revision."""
        comparisons = {file.name: stored(file) for file in (SOURCE / "results").glob("*/ab/*.ab.json.gz")}
        self.assertEqual(set(comparisons), {"slower.ab.json.gz", *(f"a.{run}.ab.json.gz" for run in range(1, 11))})
        for name, comparison in comparisons.items():
            self.assertEqual({c["verdict"] for c in comparison["cases"]}, {"slower" if name.startswith("slower") else "same"}, name)
            if jsonschema is not None:
                schema = json.loads((SOURCE / "docs/ab.schema.json").read_text())
                self.assertEqual([e.message for e in jsonschema.Draft7Validator(schema).iter_errors(comparison)], [], name)
        sources = [comparison[side]["built"]["source"] for comparison in comparisons.values() for side in ("base", "new")]
        self.assertEqual({(source["revision"], source["dirty"]) for source in sources}, {(sources[0]["revision"], False)})

    def test_the_options_reach_both_programs(self):
        shows = 'if request["do"] == "hello": pathlib.Path(__file__ + ".arguments").write_text(repr(__import__("sys").argv[1:]))'
        base, new = self.made("base", change=shows), self.made("new", change=shows)
        self.ab(0, base, new, "made.json", "--filter", "M", "--case", "MC0", "--size", "1MiB", "--backend", "cuda", "--codec", "rle_v1",
                "--codec", "deflate,level=6", "--variant", "v", "--dataset", "d", "--chunk", "4KiB", "--peer", "p")
        expected = ["run", "made.json", "--serve-cases", "--filter", "M", "--case", "MC0", "--size", "1MiB", "--backend", "cuda", "--dataset",
                    "d", "--codec", "rle_v1", "--codec", "deflate,level=6", "--variant", "v", "--chunk", "4KiB", "--peer", "p"]
        for program in (base, new):
            self.assertEqual(pathlib.Path(f"{program}.arguments").read_text(), repr(expected))


class Ends(AbTest):
    def alive(self, pid):
        try:
            return pathlib.Path(f"/proc/{pid}/stat").read_text().split(")")[-1].split()[0] != "Z"
        except FileNotFoundError:
            return False

    def test_no_program_survives(self):
        says_pid = 'if request["do"] == "hello": pathlib.Path(__file__ + ".pid").write_text(str(__import__("os").getpid()))\n' \
                   '    if request["do"] == "sample": time.sleep(1000)'
        base, new = self.made("base", change=says_pid), self.made("new", change=says_pid)
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)):
            for program in (base, new):
                pathlib.Path(f"{program}.pid").unlink(missing_ok=True)
            run = subprocess.Popen([BINARY, "ab", str(base), str(new), "made.json", "--rounds", "6"], cwd=self.folder, env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            files = [pathlib.Path(f"{program}.pid") for program in (base, new)]
            until = time.monotonic() + 60
            while not all(file.exists() and file.read_text() for file in files) and time.monotonic() < until:
                time.sleep(0.01)
            programs = [int(file.read_text()) for file in files]
            run.send_signal(number)
            out, error = run.communicate(timeout=60)
            self.assertEqual((run.returncode, out), (code, ""), error)
            self.assertEqual(error, "" if code < 0 else "codag: interrupted; no verdict was given\n")
            until = time.monotonic() + 60
            while any(map(self.alive, programs)) and time.monotonic() < until:
                time.sleep(0.01)
            self.assertFalse(any(map(self.alive, programs)))


class RealPrograms(AbTest):
    def test_interpreted_kernels_are_verified_and_not_timed(self):
        config = self.config(measurements=["verify"], variants=["block_per_chunk"], codecs=["rle_v1", "deflate"])
        done = self.ab(3, BINARY, BINARY, config, "--backend", "host", "-o", "ab.json")
        self.assertTrue(done.stdout.endswith("gate: nothing to compare\n"), done.stdout)
        result = self.report("ab.json")
        self.assertEqual([c["status"] for c in result["cases"]], ["skipped", "skipped"])
        self.assertIn("interpreted", result["cases"][0]["reason"])
        self.assertEqual(result["base"]["built"], result["new"]["built"])

    def test_native_code_is_timed(self):
        """Its times are those of this machine: no verdict is expected."""
        config = self.config(measurements=["verify"], variants=["cpu_reference"], codecs=["rle_v1"])
        done = self.codag("ab", BINARY, BINARY, config, "--backend", "host", "--rounds", "6", "--json")
        case, = json.loads(done.stdout)["cases"]
        self.assertEqual((case["status"], case["times"], len(case["rounds"])), ("ok", "hot", 6))
        self.assertLessEqual(case["ratio"]["low"], case["ratio"]["value"])
        self.assertIn(case["verdict"], ("same", "faster", "slower", "unclear"))


if __name__ == "__main__":
    unittest.main()
