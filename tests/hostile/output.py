"""The report goes where --output says, and nothing that is there is lost."""

import fcntl
import json
import os
import select
import signal
import socket
import stat
import subprocess
import time
import unittest

from attacks import BINARY, HostileTest


class Output(HostileTest):
    def setUp(self):
        super().setUp()
        self.small = self.config(measurements=["verify"])

    def run_into(self, output, *options, code=0, **environment):
        self.count()
        return self.expect(code, "run", self.small, "--output", output, *options, **environment)

    def write(self, name, text="not a report\n"):
        file = self.folder / name
        file.write_text(text)
        return file

    def device(self, name, minor):
        """The device /dev/NAME. Root could replace it, so root gets a node of its own."""
        own = self.folder / name
        try:
            os.mknod(own, stat.S_IFCHR | 0o666, os.makedev(1, minor))
            os.close(os.open(own, os.O_WRONLY))
            return own
        except PermissionError:  # not root, or a file system without devices
            own.unlink(missing_ok=True)
            return "/dev/" + name

    # Paths that cannot be examined.

    def test_a_path_that_cannot_be_examined_is_refused(self):
        (self.folder / "a").symlink_to("b")
        (self.folder / "b").symlink_to("a")
        self.run_into("report.json")
        for path, why in (("x" * 300 + ".json", "File name too long"), ("a", "Too many levels of symbolic links")):
            for command in (("run", self.small, "--output", path), ("page", "report.json", "--output", path), ("calibrate", self.small, "--output", path),
                            ("history", path), ("compare", path, path), ("export", path, "--to", "csv"), ("run", path)):
                self.expect_refused(*command, says=[why])

    # What is already there.

    def test_an_earlier_report_is_kept_under_another_name(self):
        self.run_into("report.json")
        full = (self.folder / "report.json").read_bytes()
        done = self.run_into("report.json", "--filter", "warp")
        self.assertIn("complete) is now report.1.json\n", done.stderr)
        self.assertEqual((self.folder / "report.1.json").read_bytes(), full)
        self.run_into("report.json", "--filter", "block")
        self.assertEqual(self.report("report.2.json")["codag"]["selection"]["filter"], "warp")
        self.assertEqual(self.report()["codag"]["selection"]["filter"], "block")
        self.assertEqual((self.folder / "report.1.json").read_bytes(), full)

    def test_force_keeps_no_backup(self):
        self.run_into("report.json")
        self.run_into("report.json", "--force")
        self.assertFalse((self.folder / "report.1.json").exists())

    def test_what_is_no_report_is_refused_without_force(self):
        thesis = self.write("thesis.tex")
        self.expect_refused("run", self.small, "--output", thesis, says=["thesis.tex", "not a codag report", "--force"])
        self.assertEqual(thesis.read_text(), "not a report\n")
        self.run_into(thesis, "--force")
        self.assertTrue(self.report("thesis.tex")["codag"]["complete"])

    def test_an_empty_file_is_taken(self):
        self.write("report.json", "")
        self.run_into("report.json")
        self.assertFalse((self.folder / "report.1.json").exists())

    def test_the_runs_own_inputs_are_refused(self):
        before = self.small.read_bytes()
        data = self.write("data.bin", "x" * 4096)
        (self.folder / "link.bin").symlink_to(data)
        config = self.config(datasets=[{"path": str(data), "type": "uint8"}])
        for output in (data, "link.bin", "config.json"):
            self.expect_refused("run", config, "--output", output, says=[output, "this run reads the file"])
        self.assertEqual(data.read_text(), "x" * 4096)
        self.config(measurements=["verify"])
        self.assertEqual(self.small.read_bytes(), before)

    def test_a_link_is_followed(self):
        (self.folder / "real").mkdir()
        (self.folder / "link.json").symlink_to("real/report.json")
        for _ in range(2):
            self.run_into("link.json")
            self.assertTrue((self.folder / "link.json").is_symlink())
        self.assertTrue(self.report("real/report.json")["codag"]["complete"])
        self.assertTrue((self.folder / "real/report.1.json").exists())

    def test_the_mode_is_kept_and_a_new_file_has_the_umasks(self):
        self.run_into("report.json")
        mask = os.umask(0)
        os.umask(mask)
        file = self.folder / "report.json"
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o666 & ~mask)
        file.chmod(0o600)
        self.run_into("report.json")
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE((self.folder / "report.1.json").stat().st_mode), 0o600)

    def test_planted_names_are_not_written_through(self):
        victim = self.write("victim")
        for name in ("report.json.tmp", ".report.json.lock"):
            (self.folder / name).symlink_to(victim)
        self.expect_refused("run", self.small, "--output", "report.json", says=["report.json"])
        (self.folder / ".report.json.lock").unlink()
        self.run_into("report.json")
        self.assertEqual(victim.read_text(), "not a report\n")
        self.assertEqual(sorted(f.name for f in self.folder.iterdir() if f.name.startswith(".")), [])

    # What is no file.

    def test_standard_output_has_the_report_alone(self):
        for name in ("-", "/dev/stdout"):
            done = self.run_into(name)
            self.assertTrue(json.loads(done.stdout)["codag"]["complete"], name)
            self.assertIn("report: ", done.stderr)
        self.assertFalse((self.folder / "-").exists())

    def test_a_file_is_written_and_nothing_else(self):
        with open(self.folder / "input", "w+b") as standard_input:
            self.count()
            done = subprocess.run([BINARY, "run", self.small, "--output", "report.json"], cwd=self.folder, env=self.environment,
                                  stdin=standard_input, capture_output=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "input").read_bytes(), b"")

    def test_devices_and_pipes_are_written_to(self):
        null = self.device("null", 3)
        self.run_into(null)
        self.assertTrue(stat.S_ISCHR(os.stat(null).st_mode))
        os.mkfifo(self.folder / "pipe")
        self.expect_refused("run", self.small, "--output", "pipe", says=["pipe", "nobody reads"])
        reader = os.open(self.folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        size = fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 1 << 20)  # room for the whole report
        self.run_into("pipe")
        self.assertTrue(json.loads(os.read(reader, size))["codag"]["complete"])
        self.assertTrue(stat.S_ISFIFO((self.folder / "pipe").stat().st_mode))

    def test_a_report_that_a_device_does_not_take_is_kept(self):
        done = self.run_into(self.device("full", 7), code=2, TMPDIR=str(self.folder))
        kept = next(self.folder.glob("codag-*/report.json"))
        self.assertIn(str(kept), done.stderr)
        self.assertTrue(json.loads(kept.read_text())["codag"]["complete"])

    def test_an_error_before_the_first_row_leaves_nothing(self):
        self.expect_refused("run", self.small, "--output", "-", "--reuse", "none.json", says=["none.json"])
        done = self.codag("run", self.small, "--output", "-", "--reuse", "none.json", TMPDIR=str(self.folder))
        self.assertEqual((done.returncode, list(self.folder.glob("codag-*"))), (2, []))

    def test_a_socket_and_a_folder_are_refused(self):
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(self.folder / "socket"))
            self.expect_refused("run", self.small, "--output", "socket", says=["socket"])
        self.expect_refused("run", self.small, "--output", self.folder, says=["folder"])

    def test_inputs_that_are_pipes_are_refused_at_once(self):
        os.mkfifo(self.folder / "pipe")
        data = self.config(datasets=[{"path": str(self.folder / "pipe"), "type": "uint8"}])
        members = [["datasets", "--write", f"path=pipe,format={format}"] for format in ("gzip", "zlib")]
        for command in (["run", "pipe"], ["run", data], ["show", "pipe"], ["run", data, "--dry-run"], *members):
            self.expect_refused(*command, says=["pipe", "copy its bytes to a file"])

    # Several runs, and runs that end early.

    def cases_so_far(self):
        """The cases in the report of a long run; 0 before it begins and after it ends."""
        if not (self.folder / "long_report.json").exists():
            return 0
        codag = self.report("long_report.json")["codag"]
        return 0 if codag["complete"] else len(codag["cases"])

    def long_run(self, *options):
        """Starts a run and stops it (SIGSTOP) with at least two cases in its report and at least half of them to do, so that it
        sees a signal before it ends. A machine on which it is too fast gets larger columns."""
        config = self.folder / "long.json"
        for size in ("64KiB", "256KiB", "1MiB", "4MiB"):
            config.write_text(json.dumps(json.loads(self.small.read_text()) | {
                "datasets": ["MC0", "MC3", "TPC", "TPT", "CD2", "TC2", "HRG"], "chunk_bytes": ["4KiB", "8KiB"],
                "measurements": ["verify", "time", "counts"], "size": size}))
            planned = int(self.expect(0, "run", config, "--dry-run").stdout.splitlines()[-1].split()[0])
            run = subprocess.Popen([BINARY, "run", str(config), "--output", "long_report.json", *options], cwd=self.folder,
                                   env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            while run.poll() is None:
                if 2 <= self.cases_so_far():
                    run.send_signal(signal.SIGSTOP)
                    break
                time.sleep(0.002)
            if run.poll() is None and 2 <= self.cases_so_far() <= planned / 2:
                return config, run
            run.kill()
            run.communicate()
            (self.folder / "long_report.json").unlink()
        self.fail("the run is too fast to be stopped")

    def test_two_runs_with_one_output(self):
        config, run = self.long_run()
        said = self.expect_refused("run", config, "--output", "long_report.json", says=["another run"])
        self.assertIn(f"pid {run.pid} on {socket.gethostname()}", said)
        run.kill()
        run.communicate()
        self.run_into("long_report.json")  # the kernel has freed the lock

    def test_a_signal_says_what_is_kept_and_how_to_continue(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            (self.folder / "long_report.json").unlink(missing_ok=True)
            config, run = self.long_run()
            run.send_signal(number)
            run.send_signal(signal.SIGCONT)
            said = run.communicate(timeout=60)[1]
            self.assertEqual(run.returncode, code)
            kept = self.report("long_report.json")["codag"]["cases"]
            self.assertIn(f"long_report.json keeps {len(kept)} finished cases; continue with: {BINARY} run {config} "
                          "--output long_report.json --resume\n", said)
            self.assertEqual([f.name for f in self.folder.iterdir() if f.name.startswith(".")], [])
            self.expect(0, "run", config, "--output", "long_report.json", "--resume")
            self.assertEqual(self.report("long_report.json")["codag"]["provenance"]["resumed"][0]["cases_kept"], len(kept))

    def test_a_resumed_run_says_that_the_earlier_cases_are_kept(self):
        config = self.config(codecs=["rle_v1"], variants=["cpu_reference"], measurements=["verify", "time"], size="4MiB",
                             time={"warmup": 0, "min_samples": 1000000, "max_samples": 1000000, "time_limit_s": 3})
        command = ["run", str(config), "--output", "report.json"]
        self.expect(0, *command, "--case", "MC0/rle_v1/cpu_reference/4KiB")
        before = (self.folder / "report.json").read_bytes()
        run = subprocess.Popen([BINARY, *command, "--resume"], cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
        while not (self.folder / ".report.json.lock").exists():  # the first case takes seconds from here on
            self.assertIsNone(run.poll())
            time.sleep(0.002)
        run.send_signal(signal.SIGINT)
        self.count()
        said = run.communicate(timeout=60)[1]
        self.assertEqual(run.returncode, 130)
        self.assertIn(f"report.json keeps 1 finished case; continue with: {BINARY} {' '.join(command)} --resume\n", said)
        self.assertEqual((self.folder / "report.json").read_bytes(), before)

    def test_a_signal_while_the_report_is_delivered_changes_nothing(self):
        config = self.config(codecs=["rle_v1"], variants=["cpu_reference"], measurements=["verify", "time"],
                             time={"warmup": 0, "min_samples": 5000, "max_samples": 5000, "time_limit_s": 60})  # more than a pipe holds
        os.mkfifo(self.folder / "pipe")
        pipe = os.open(self.folder / "pipe", os.O_RDWR | os.O_NONBLOCK)
        self.addCleanup(os.close, pipe)
        run = subprocess.Popen([BINARY, "run", str(config), "--case", "MC0/rle_v1/cpu_reference/4KiB", "--output", "pipe"], cwd=self.folder,
                               env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.assertTrue(select.select([pipe], [], [], 60)[0])
        run.send_signal(signal.SIGTERM)
        self.count()
        time.sleep(0.2)
        report = b""
        while run.poll() is None or select.select([pipe], [], [], 0)[0]:
            if select.select([pipe], [], [], 0.1)[0]:
                report += os.read(pipe, 1 << 16)
        self.assertEqual((run.returncode, run.stderr.read()), (0, ""))
        run.stderr.close()
        self.assertGreater(len(report), 1 << 16)
        self.assertTrue(json.loads(report)["codag"]["complete"])

    def test_an_interrupted_run_has_not_replaced_a_finished_report(self):
        self.run_into("long_report.json")
        whole = (self.folder / "long_report.json").read_bytes()
        (self.folder / "long_report.json").chmod(0o640)
        config, run = self.long_run()
        run.kill()
        run.communicate()
        self.assertEqual((self.folder / "long_report.1.json").read_bytes(), whole)

    # Which rows may be taken over.

    def test_rows_have_the_plans_order_after_resume(self):
        config = self.config(datasets=["MC0", "HRG"])
        self.expect(0, "run", config, "--output", "report.json", "--filter", "HRG/")
        self.expect(0, "run", config, "--output", "report.json", "--resume")
        planned = [line.split("  ")[0] for line in self.expect(0, "run", config, "--dry-run").stdout.splitlines()[:-1]]
        self.assertEqual([c["name"] for c in self.report()["codag"]["cases"]], planned)
        self.assertIsNone(self.report()["codag"]["selection"])

    def test_resume_does_not_drop_cases(self):
        self.run_into("report.json")
        self.expect_refused("run", self.small, "--output", "report.json", "--resume", "--filter", "block",
                            says=["cases that --filter or --case leaves out"])

    def test_rows_of_another_origin_are_refused_by_key(self):
        self.run_into("report.json")
        report = self.report()
        for pointer, key in (("host/name", "host/name"), ("host/cpu", "host/cpu"), ("compiler/name", "compiler/name"),
                             ("libraries/zlib", "libraries/zlib"), ("codag_version", "codag_version")):
            changed = json.loads(json.dumps(report))
            *folders, last = pointer.split("/")
            place = changed["codag"]["provenance"]
            for folder in folders:
                place = place[folder]
            place[last] = "another"
            (self.folder / "other.json").write_text(json.dumps(changed))
            self.expect_refused("run", self.small, "--output", "other.json", "--resume", says=[key, "differs"])
            self.expect_refused("run", self.small, "--output", "new.json", "--reuse", "other.json", says=[key, "differs"])

    def test_another_description_is_the_same_run_and_another_key_is_named(self):
        self.run_into("report.json")
        self.expect(0, "run", self.config(measurements=["verify"], description="Other words."), "--output", "report.json",
                    "--resume")
        self.expect_refused("run", self.config(measurements=["verify"], chunk_bytes=["8KiB"]), "--output", "report.json",
                            "--resume", says=["config's /chunk_bytes/0", '"8KiB"', '"4KiB"'])

    def test_the_command_line_can_be_pasted(self):
        self.run_into("a report's name.json")
        line = self.report("a report's name.json")["codag"]["provenance"]["command_line"]
        self.assertTrue(line.endswith("--output 'a report'\\''s name.json'"), line)


if __name__ == "__main__":
    unittest.main()
