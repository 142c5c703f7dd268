"""Peers: others' libraries beside the variants, each in a process of its own. faulty_peer.c is built once per fault."""

import atexit
import json
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from program import BINARY, SOURCE, ProgramTest, of_columns, published_schema

SHOWN = (SOURCE / "tests/harness/cli/faulty_peer.c").read_text()
FAULTS = dict(re.findall(r"#define (\w+) (\d+)", SHOWN))
assert len(set(FAULTS.values())) == len(FAULTS), "two faults have one number"
BUILT = pathlib.Path(tempfile.mkdtemp())
atexit.register(shutil.rmtree, BUILT)


def peer(fault):
    """The library of the peer with this fault."""
    library = BUILT / f"lib{fault.lower()}.so"
    if not library.exists():
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", f"-DFAULT={FAULTS[fault]}", f"-I{SOURCE}/peers",
                        SOURCE / "tests/harness/cli/faulty_peer.c", "-o", library], check=True)
    return library


class Peers(ProgramTest):
    def run_with(self, fault, code, *arguments, damaged=False, **changes):
        """Runs a config with our own reference decoder and the peer; returns the rows of both."""
        keys = {"size": "16KiB", "codecs": ["rle_v1"], "variants": ["cpu_reference"], "measurements": ["verify", "time"],
                "time": {"min_samples": 1, "max_samples": 1, "warmup": 0, "time_limit_s": 0.1},
                "peers": [{"library": str(peer(fault)), "decoders": ["stored/faulty"], "timeout_s": 2}], "claims": None} | changes
        filter = [] if damaged else ["--filter=4KiB$"]
        command = ("run", self.config(**keys), "--output", "report.json", "--force", *filter, *arguments)
        done = self.codag(*command) if code is None else self.expect(code, *command)
        self.done = done
        return {c["name"]: c for c in of_columns(self.report())}

    def row(self, fault, code, *arguments, **changes):
        rows = self.run_with(fault, code, *arguments, **changes)
        self.assertEqual(rows["MC0/rle_v1/cpu_reference/4KiB"]["status"], "ok")  # a peer's fault costs its own cases only
        return rows["MC0/stored/faulty/4KiB"]

    def test_a_good_peer_is_measured(self):
        row = self.row("NONE", 0)
        self.assertEqual((row["status"], row["backend"], row["chunks"]), ("ok", "cpu", 4))
        self.assertGreater(row["gbps"], 0)
        self.assertEqual(row["compressed_bytes"], 16384 + 4 * 4)
        self.assertEqual(row["chunk_status"], {"ok": 4})
        self.assertEqual(row["parameters"], {"effort": 5})
        self.assertEqual(row["encoder"], "faulty 1")
        self.assertIn("multiples of 64 bytes", row["peer"]["changes"])
        from_report = self.report()["codag"]["provenance"]
        library = str(peer("NONE"))
        self.assertIn("1, sha256 " + from_report["peers"][0]["sha256"][:16], from_report["libraries"]["peer " + library])
        self.assertEqual([(p["name"], p["note"], len(p["sha256"])) for p in from_report["peers"]], [("faulty", "made for a test", 64)])
        self.check_schema()

    def check_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("jsonschema is not installed")
        jsonschema.validate(self.report(), published_schema(self.report()))

    def test_a_short_last_chunk(self):
        self.assertEqual(self.row("NONE", 0, size="10008B")["chunk_status"], {"ok": 3})

    def test_workspace_that_cannot_be(self):
        row = self.row("HUGE_WORKSPACE", 0)
        self.assertEqual((row["status"], row["reason"]), ("skipped", "faulty cannot say how much workspace it needs"))

    def test_without_standard_streams(self):
        config = self.config(size="16KiB", peers=[str(peer("CRASH_AT_LOAD"))])
        for streams in ("<&-", "<&- >&-", "<&- >&- 2>&-"):
            started = time.monotonic()
            subprocess.run(["sh", "-c", f'exec "$0" run "$1" --dry-run {streams}', BINARY, config], timeout=60)
            self.assertLess(time.monotonic() - started, 20, streams)

    def test_another_library_is_another_run(self):
        library = self.folder / "libmine.so"
        shutil.copy(peer("NONE"), library)
        self.row("NONE", 0, peers=[{"library": "./libmine.so", "decoders": ["stored/faulty"]}])
        # The config in the report finds the library from anywhere.
        self.assertEqual(self.report()["codag"]["config"]["peers"][0]["library"], str(library))
        self.expect(0, "rerun", "report.json", "--dry-run")
        shutil.copy(peer("SHORT"), library)
        self.expect_refused("run", self.folder / "config.json", "--output", "report.json", "--resume", "--filter=4KiB$", says=["libraries"])

    def test_rows_are_reused_without_the_peer_but_not_with_another(self):
        self.run_with("NONE", 0)
        (self.folder / "report.json").rename(self.folder / "earlier.json")
        self.assertEqual(set(self.run_with("NONE", 0, "--reuse", "earlier.json", peers=None)), {"MC0/rle_v1/cpu_reference/4KiB"})
        self.assertEqual(self.report()["codag"]["provenance"]["reused"]["report"], "earlier.json")
        library = self.folder / "libmine.so"
        shutil.copy(peer("NONE"), library)
        mine = [{"library": "./libmine.so", "decoders": ["stored/faulty"]}]
        self.run_with("NONE", 0, peers=mine)
        (self.folder / "report.json").rename(self.folder / "earlier.json")
        shutil.copy(peer("SHORT"), library)
        self.expect_refused("run", self.folder / "config.json", "--output", "new.json", "--reuse", "earlier.json", "--filter=4KiB$", says=["libraries"])

    def test_calibrate_ends_with_a_case_that_failed(self):
        self.run_with("WRONG_BYTES", 1)
        done = self.expect(1, "calibrate", self.folder / "config.json", "--runs", "3", "--output", "drift.json")
        self.assertEqual(done.stderr.splitlines()[-1], "codag: calibrate: a case of run 1 failed; fix it first")
        self.assertFalse((self.folder / "drift.json").exists())

    def test_parameters_are_an_axis(self):
        rows = self.run_with("NONE", 0, peers=[{"library": str(peer("NONE")), "decoders": [{"name": "stored/faulty", "effort": [1, 9]}]}])
        self.assertEqual(rows["MC0/stored/faulty/effort=9/4KiB"]["parameters"], {"effort": 9})
        self.expect_refused("run", self.config(peers=[{"library": str(peer("NONE")), "decoders": [{"name": "stored/faulty", "effort": 10}]}]),
                            says=["/peers/0/decoders/0/effort", "from 1 to 9"])

    def test_wrong_output_fails_the_case(self):
        for fault, reason in (("WRONG_BYTES", "of the output is wrong"), ("WRONG_STATUS", "chunk 0 is code 5"),
                              ("SHORT", "4095 bytes of 4096"), ("SILENT", "chunk 0 is not_decoded"),
                              ("OUTSIDE", "byte 4095 of the output is wrong")):
            with self.subTest(fault):
                row = self.row(fault, 1)
                self.assertEqual(row["status"], "failed_verify")
                self.assertIn(reason, row["reason"])
                self.assertIsNone(row["gbps"])

    def test_output_that_is_wrong_only_later_fails_the_case(self):
        row = self.row("WRONG_LATER", 1, time={"min_samples": 8, "max_samples": 8, "warmup": 0, "time_limit_s": 0.1})
        self.assertEqual(row["status"], "failed_verify")
        self.assertIn("a launch before the samples was right, but hot sample 8 is wrong: ", row["reason"])
        self.assertEqual((row["gbps"], row["time"]["cold"], row["time"]["hot"]), (None, None, None))
        ours, = [b for b in self.report()["benchmarks"] if b["name"].startswith("MC0/stored")]  # it says the error, and no time
        self.assertTrue(ours["error_occurred"])

    def test_a_race_that_is_lost_in_one_of_200_launches_is_found_where_every_sample_is_verified(self):
        time = {"min_samples": 200, "max_samples": 200, "warmup": 0, "time_limit_s": 60}
        seldom = self.row("RARELY_WRONG", 0, time=time)  # the first and the last launch are right
        self.assertEqual((seldom["status"], seldom["time"]["hot"]["verified_samples"]), ("ok", 1))
        for arguments, changes in ((["--verify", "every"], {}), ([], {"verify": "every"}), (["--verify=every"], {"verify": "last"})):
            row = self.row("RARELY_WRONG", 1, *arguments, time=time, **changes)
            self.assertEqual(row["status"], "failed_verify")
            self.assertIn("hot sample 99 is wrong: ", row["reason"])
            self.assertEqual((row["gbps"], row["time"]["hot"]), (None, None))
        self.assertEqual(self.report()["codag"]["config"]["verify"], "every")
        good = self.row("NONE", 0, "--verify=every", time=time | {"min_samples": 5, "max_samples": 5})
        self.assertEqual(good["time"]["hot"]["verified_samples"], 5)
        self.expect_refused("run", self.config(), "--verify", "some", says=["--verify", "some", "last"])

    def test_writing_outside_is_found(self):
        row = self.row("OUTSIDE", 1, size="4KiB")
        self.assertEqual((row["status"], row["reason"]), ("failed_verify", "bytes outside a buffer were written"))

    def test_crashes_hangs_and_errors_cost_their_case(self):
        for fault, reason in (("CRASH", "ended by signal 6 (Aborted)"), ("HANG", "did not return in time"), ("ERROR", "code 7"),
                              ("FORKS", "ended by signal 6 (Aborted)"), ("TALKS", "something other than codag's lines"),
                              ("TALKS_FOREVER", "did not return in time")):
            with self.subTest(fault):
                row = self.row(fault, 1, "--disturbed=allow")  # no case is taken again, so a hang is seen 10 s earlier
                self.assertEqual(row["status"], "error")
                self.assertIn(reason, row["reason"])

    def daemons_of(self, fault):
        """Runs a config with a peer that starts a daemon; the daemons' numbers, of which none may run any more."""
        self.environment["DAEMON_FILE"] = str(self.folder / "daemons")
        started = time.monotonic()
        # The pipes of the test would stay open while a daemon lives.
        self.run_with(fault, None, "--case=MC0/stored/faulty/4KiB", measurements=["verify"])
        self.assertLess(time.monotonic() - started, 100)
        return self.daemons()

    def daemons(self):
        return [int(line) for line in (self.folder / "daemons").read_text().split()]

    def is_running(self, process):
        try:
            return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(") ", 1)[1][0] != "Z"
        except (FileNotFoundError, ProcessLookupError):
            return False

    def test_what_a_peer_starts_ends_with_it(self):
        for fault, reason in (("DAEMON", ""), ("DAEMON_AT_LOAD", ""), ("DAEMON_CRASH", "ended by signal 6 (Aborted)"),
                              ("DAEMON_HANG", "did not return in time")):
            with self.subTest(fault):
                daemons = self.daemons_of(fault)
                self.assertTrue(daemons)
                self.assertEqual([self.is_running(one) for one in daemons], [False] * len(daemons))
                row, = of_columns(self.report())
                self.assertEqual(row["status"], "error" if reason else "ok")
                self.assertIn(reason, row["reason"])

    def test_what_a_peer_starts_ends_with_a_run_that_is_killed(self):
        self.environment["DAEMON_FILE"] = str(self.folder / "daemons")
        config = self.config(size="16KiB", codecs=["rle_v1"], variants=["cpu_reference"], measurements=["verify"], claims=None,
                             peers=[{"library": str(peer("DAEMON_HANG")), "decoders": ["stored/faulty"], "timeout_s": 100}])
        for how in (signal.SIGKILL, signal.SIGTERM):
            (self.folder / "daemons").write_text("")
            run = subprocess.Popen([BINARY, "run", str(config), "--output", "killed.json", "--case=MC0/stored/faulty/4KiB"], cwd=self.folder,
                                   env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.wait_until(lambda: self.daemons())
            run.send_signal(how)
            run.wait()
            self.wait_until(lambda: not any(map(self.is_running, self.daemons())))

    def wait_until(self, condition):
        deadline = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def test_a_peer_that_cannot_compress_is_skipped(self):
        row = self.row("CANNOT_COMPRESS", 0)
        self.assertEqual(row["status"], "skipped")
        self.assertIn("compressed chunk 0: code 4", row["reason"])

    def test_compression_is_a_case(self):
        def peers(fault):
            return [{"library": str(peer(fault)), "decoders": ["stored/faulty"], "compress": True}]
        row = self.run_with("NONE", 0, peers=peers("NONE"))["MC0/stored/faulty/compress/4KiB"]
        self.assertEqual((row["kind"], row["status"], row["variant"], row["encoder"]), ("encode", "ok", "faulty/compress", "faulty 1"))
        self.assertEqual((row["compressed_bytes"], row["chunk_status"], row["workspace_bytes"]), (16384 + 4 * 4, {"ok": 4}, 0))
        self.assertGreater(row["gbps"], 0)
        self.expect(0, "rerun", "report.json", "--dry-run")
        self.check_schema()
        time = {"min_samples": 8, "max_samples": 8, "warmup": 0, "time_limit_s": 0.1}
        rows = self.run_with("COMPRESSES_WRONG_LATER", 1, peers=peers("COMPRESSES_WRONG_LATER"), time=time)
        wrong = rows["MC0/stored/faulty/compress/4KiB"]
        self.assertEqual((wrong["status"], wrong["gbps"]), ("failed_verify", None))
        self.assertIn("what it compressed is decoded otherwise: byte 5 of the output is wrong", wrong["reason"])
        self.assertEqual(rows["MC0/stored/faulty/4KiB"]["status"], "ok")
        self.assertEqual(self.run_with("CANNOT_COMPRESS", 0, peers=peers("CANNOT_COMPRESS"))["MC0/stored/faulty/compress/4KiB"]["status"], "skipped")

    def test_one_call_has_all_chunks(self):
        def rows(code, **keys):
            peers = [{"library": str(peer("NEEDS_ALL_CHUNKS")), "decoders": ["stored/faulty"], **keys}]
            return self.run_with("NEEDS_ALL_CHUNKS", code, size="64KiB", peers=peers)
        row = rows(0, one_call=True)["MC0/stored/faulty/one_call/4KiB"]
        self.assertEqual((row["status"], row["chunk_status"], row["workspace_bytes"]), ("ok", {"ok": 16}, 100))
        self.assertEqual(rows(1)["MC0/stored/faulty/4KiB"]["status"], "error")

    def damage(self, fault):
        peers = [{"library": str(peer(fault)), "decoders": ["stored/faulty"], "timeout_s": 1}]
        return self.run_with(fault, 0, "--filter=damaged", damaged=True, peers=peers)["MC0/stored/faulty/4KiB/damaged"]["damage"]

    def test_damaged_chunks(self):
        counts = self.damage("NONE")
        self.assertEqual(sum(counts.values()), 200)
        self.assertGreater(counts["refused"], 190)
        self.assertEqual(counts, self.damage("NONE"))  # the same damage each time
        self.assertIn("damaged chunks", self.done.stdout)

    def test_a_peer_that_fails_at_a_good_chunk_tries_no_damaged_one(self):
        for fault, status, reason in (("SHORT", "error", "does not decode an undamaged chunk"), ("HUGE_WORKSPACE", "skipped", "how much workspace"),
                                      ("CRASH", "error", "signal 6")):
            with self.subTest(fault):
                rows = self.run_with(fault, 0 if status == "skipped" else 1, "--filter=damaged", damaged=True)
                row = rows["MC0/stored/faulty/4KiB/damaged"]
                self.assertEqual(row["status"], status)
                self.assertIn(reason, row["reason"])

    def test_what_happens_to_damaged_chunks_is_compared(self):
        self.damage("NONE")
        base = self.report()
        (self.folder / "base.json").write_text(json.dumps(base))
        done = self.expect(0, "compare", "base.json", "report.json")
        self.assertIn("damaged chunks: the same outcomes in 1 case", done.stdout)
        row = next(c for c in base["codag"]["cases"] if c["kind"] == "damage")
        row["damage"] = {"crash": 200}
        (self.folder / "new.json").write_text(json.dumps(base))
        done = self.expect(3, "compare", "report.json", "new.json", "--gate", "2%")
        self.assertRegex(done.stdout, r"MC0/stored/faulty/4KiB/damaged +crash +0 +200")
        self.assertIn("2 differ", done.stdout)
        self.assertIn("gate 2 %: nothing to compare", done.stdout, "no outcome is better than another")

    def test_damaged_chunks_that_crash_or_hang(self):
        for fault, outcome in (("CRASH_DAMAGED", "crash"), ("HANG_DAMAGED", "hang")):
            with self.subTest(fault):
                counts = self.damage(fault)
                self.assertEqual((counts[outcome], sum(counts.values())), (8, 200))
                self.assertGreater(counts["untried"], 150)

    def test_installed_peers_have_names(self):
        shutil.copy(peer("NONE"), self.folder / "libcodag_peer_mine.so")
        self.environment["CODAG_PEERS"] = str(self.folder)
        listed = {p["name"]: p for p in self.listed("peers")}
        self.assertEqual([d["name"] for d in listed["mine"]["decoders"]], ["stored/faulty"])
        self.expect(0, "run", self.config(size="16KiB"), "--peer", "mine", "--output", "report.json", "--filter", "stored/faulty/4KiB$")
        self.assertEqual(self.report()["codag"]["config"]["peers"], ["mine"])
        self.assertIn("effort: 1 to 9", self.expect(0, "list", "peers").stdout)
        # The report is enough to run the peer again.
        self.expect(0, "rerun", "report.json", "--dry-run")

    def test_an_absent_peer(self):
        absent = {"library": "nobody", "optional": True, "decoders": ["stored/faulty"]}
        rows = self.run_with("NONE", 0, peers=[absent])
        self.assertEqual(rows["MC0/stored/faulty/4KiB"]["status"], "skipped")
        self.assertIn("the peer nobody is not installed", rows["MC0/stored/faulty/4KiB"]["reason"])
        # The cases are called as they are where the peer is installed.
        absent["decoders"] = [{"name": "stored/faulty", "effort": [1, 2], "mode": "fast"}]
        rows = self.run_with("NONE", 0, peers=[absent])
        self.assertEqual({rows[f"MC0/stored/faulty/effort={effort}/mode=fast/4KiB"]["status"] for effort in (1, 2)}, {"skipped"})
        absent["decoders"][0] = {"name": "stored/faulty", "\x1b[31m": 1}
        self.expect_refused("run", self.config(peers=[absent]), says=["/peers/0/decoders/0/", "lower-case letters"])
        absent["decoders"][0] = {"name": "stored/faulty", "mode": "a/b"}
        self.expect_refused("run", self.config(peers=[absent]), says=["/peers/0/decoders/0/mode", "a choice"])
        self.expect_refused("run", self.config(peers=["nobody"]), says=["/peers/0", "libcodag_peer_nobody.so"])
        self.expect_refused("run", self.config(peers=[{"library": "nobody", "optional": True}]), says=["lists its \"decoders\""])
        # A peer of the command line is not in the config's file.
        for peers in (None, [absent | {"decoders": ["stored/faulty"]}]):
            config = self.config(peers=peers)
            self.expect_refused("run", config, "--peer", "./no.so", says=["codag: --peer: ", "no such file"])
            self.expect_refused("run", config, "--peer", "nobody_2", says=["codag: --peer: the peer nobody_2 is not installed"])

    def test_libraries_that_are_no_peers(self):
        for fault, says in (("NO_DECODERS", "declares no decoder"), ("BAD_NAME", '"Stored" is not a name'), ("BAD_ALIGNMENT", "12, not a power of two"),
                            ("CRASH_AT_LOAD", "cannot be loaded: its process was ended by signal 6"), ("TALKS_AT_LOAD", "something other than codag's lines"),
                            ("NULL_DECODERS", "decoders is NULL"), ("NULL_PARAMETERS", "decoder stored/faulty: parameters is NULL"),
                            ("NULL_CHOICE", "parameter effort: choice is empty"), ("NULL_DECODE", "decode is NULL"), ("NULL_NAME", "name is empty"),
                            ("NO_UTF8", "name is not UTF-8"), ("RESERVED_KEY", "which names the decoder"), ("OUR_VARIANT", "codag has a variant cpu_zlib itself")):
            with self.subTest(fault):
                self.expect_refused("run", self.config(), "--peer", peer(fault), says=[says])
        (self.folder / "text.so").write_text("no library")
        self.expect_refused("run", self.config(), "--peer", "text.so", says=["cannot load the peer", "text.so"])
        self.expect_refused("list", "peers", "--peer", "text.so", says=["cannot load the peer"])

    def test_a_name_that_is_not_utf_8_is_listed(self):
        shutil.copy(peer("NONE"), self.folder / "libcodag_peer_\udcff.so")
        self.environment["CODAG_PEERS"] = str(self.folder)
        self.assertIn("\ufffd", [p["name"] for p in self.listed("peers")])
        self.assertIn("\\xff", self.expect(0, "list", "peers").stdout)

    def test_mistakes_in_a_config(self):
        library = str(peer("NONE"))
        for one, says in (("", "the name of a peer"), (5, "missing"), ({"library": library, "decoders": ["stored"]}, "CODEC/VARIANT"),
                          ({"library": library, "decoders": ["stored/fautly"]}, "stored/faulty"), ({"library": library, "decoders": []}, "empty"),
                          ({"library": library, "timeout_s": 0}, "from 1.0 to 86400.0"), ({"library": library, "x": 1}, "unknown key"),
                          ({"library": library, "decoders": ["stored/faulty", {"name": "stored/faulty"}]}, "a second decoder")):
            with self.subTest(one):
                self.expect_refused("run", self.config(peers=[one]), says=["/peers/0", says])
        zlib = BUILT / "libzlib.so"
        subprocess.run(["cc", "-shared", "-fPIC", f"-I{SOURCE}/peers", SOURCE / "examples/plug_in/zlib_peer.c", "-lz", "-o", zlib], check=True)
        self.expect_refused("run", self.config(codecs=["deflate"], peers=[{"library": str(zlib), "compress": True}]),
                            says=["/peers/0/compress", "format of the peer's own"])

    def test_resuming_keeps_a_peers_cases(self):
        self.row("NONE", 0)
        kept = {c["name"]: c["time"] for c in of_columns(self.report())}
        # The same library under the same name continues; another version would be refused as another run.
        self.expect(0, "run", self.folder / "config.json", "--output", "report.json", "--resume", "--filter=4KiB$")
        self.assertEqual({c["name"]: c["time"] for c in of_columns(self.report())}, kept)


if __name__ == "__main__":
    unittest.main()
