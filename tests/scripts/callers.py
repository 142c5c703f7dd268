"""What scripts say at once, before they build anything: scripts/paper without a GPU, and the paths and options that callers give."""
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
sys.path.insert(1, str(SOURCE / "scripts"))

from experiments import BY_NAME  # noqa: E402


class Callers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def script(self, name, *arguments):
        environment = {**os.environ, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"}
        return subprocess.run([SOURCE / "scripts" / name, *arguments], env=environment, cwd=self.folder, capture_output=True, text=True, timeout=60)

    def test_paper_without_a_gpu_says_what_can_run(self):
        self.program("bin/nvidia-smi", "#!/bin/sh\nexit 9\n")
        done = self.script("paper", "out")  # whatever the repository has built
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        on_gpu, here, *_, remedy = done.stderr.splitlines()
        for line, cuda in ((on_gpu, True), (here, False)):
            names = line.rsplit(": ", 1)[1].split()
            self.assertTrue(names)
            for name in names:
                if name != "rapids":
                    config = json.loads(BY_NAME[name].config_file().read_text())
                    self.assertEqual(config.get("backend") == "cuda", cuda, name)
        self.assertIn("--without-gpu", remedy)
        self.assertFalse((self.folder / "out").exists())

    def test_paper_without_a_gpu_says_how_long_each_takes(self):
        self.program("bin/nvidia-smi", "#!/bin/sh\nexit 9\n")
        copy = self.repository("paper", "about_time", "experiments.py", "several_gpus.py")
        for folder in ("configs", "python"):
            (copy / folder).symlink_to(SOURCE / folder)
        plan = [{"backend": "host", "bytes": 3_000_000_000}, {"backend": "cpu", "bytes": 1}, {"backend": "cuda", "bytes": 1}]
        self.program("plan", f"#!/bin/sh\necho '{json.dumps(plan)}'\n")
        codag = copy / "build/release/bin/codag"
        codag.unlink()
        says = {"table5": "2 of 3 cases, about 17 min", "tiles_section_8_compression": "2 of 3 cases, about 17 min", "tiles_fig11": "2 of 3 cases, about 17 min"}

        def paper(*arguments):
            return subprocess.run([copy / "scripts/paper", *arguments], cwd=self.folder / "caller", capture_output=True, text=True, timeout=60,
                                  env={**os.environ, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"})
        # Not built: it says when the times are known, and says them after the build.
        done = paper("out")
        self.assertEqual(done.returncode, 2)
        self.assertIn("when codag is built", done.stderr)
        # Built for one config by scripts/bench: nor is it known then.
        cache = codag.parent.parent / "CMakeCache.txt"
        self.program(codag.relative_to(self.folder), "#!/bin/sh\necho 'codag: unknown variant' >&2\nexit 2\n")
        cache.write_text("CODAG_KERNELS:STRING=rle_v1/.*\n")
        done = paper("out")
        self.assertEqual((done.returncode, "when codag is built with all kernels" in done.stderr), (2, True), done.stderr)
        codag.unlink()
        cache.write_text("CODAG_KERNELS:STRING=\n")
        run = f"""#!/bin/sh
case "$*" in *--dry-run*) exec {self.folder}/plan;; esac
echo "$* in $(pwd -P)" >>{self.folder}/calls
"""
        self.program("copy/scripts/build", f"#!/bin/sh\ncp {self.folder}/run {codag}\n")
        self.program("run", run)
        done = paper("--without-gpu", "out", "--size", "64KiB")
        self.assertEqual(done.returncode, 0, done.stderr)
        for name, said in says.items():
            self.assertIn(f"scripts/paper: {name}: {said}\n", done.stderr)
        calls = (self.folder / "calls").read_text().splitlines()
        self.assertEqual(calls[0], f"run ../copy/configs/paper/table5.json --output out/table5.json --size 64KiB in {(self.folder / 'caller').resolve()}")
        # Built: it says them at once.
        done = paper("out")
        configs = {call.split()[1] for call in calls}  # some experiments have two parts
        self.assertEqual((done.returncode, done.stderr.count(" cases, about ")), (2, len(configs)), done.stderr)
        self.program("plan", "#!/bin/sh\necho 'codag: no such option' >&2\nexit 2\n")
        done = paper("out", "--sizes", "1")
        self.assertEqual((done.returncode, done.stderr.splitlines()[-1]), (2, "codag: no such option"))

    def test_about_how_long_a_config_takes(self):
        def said(config, *cases):
            (self.folder / "config.json").write_text(json.dumps(config))
            self.program("codag", f"#!/bin/sh\necho '{json.dumps([{'backend': b, 'bytes': n} for b, n in cases])}'\n")
            return self.script("about_time", "./codag", "config.json").stdout
        cpu = [("cpu", 1)] * 6
        self.assertEqual(said({}, *cpu), "6 of 6 cases, about 2 min\n")
        self.assertEqual(said({"time": {"hot": False, "time_limit_s": 2}}, *cpu), "6 of 6 cases, about 12 s\n")
        self.assertEqual(said({"measurements": ["verify"]}, *cpu, ("host", 3e10), ("cuda", 1e12)), "7 of 8 cases, about 3 h\n")
        self.assertEqual(said({"measurements": ["verify"]}, ("cpu", 3e9)), "1 of 1 cases, about 2 min\n")

    def test_gate_counts_takes_the_callers_path(self):
        self.program("codag", '#!/bin/sh\necho "it was started as $0" >&2\nexit 5\n')
        done = self.script("gate-counts", "./codag")
        self.assertEqual(done.returncode, 5)
        # Relative, because a report has the command line.
        self.assertRegex(done.stderr, r"^it was started as [^/\n]+/.*codag\n$")

    def test_gate_counts_says_so_if_nothing_can_be_compared(self):
        self.program("codag", '#!/bin/sh\n[ "$1" != compare ] || exit 3\n')
        done = self.script("gate-counts", "./codag")
        self.assertEqual((done.returncode, done.stderr.count("the counts are not those of results/host/counts_gate")), (3, 4), done.stderr)

    def test_fuzz_says_so_if_a_target_has_no_result(self):
        copy = self.repository("fuzz")
        self.program("copy/tests/fuzz.cmake", "set(fuzz_decoders decode_one decode_two)\n")
        self.program("copy/build/fuzz/bin/fuzz_decoders", "#!/bin/sh\necho 'stat::number_of_executed_units: 7'\n")
        done = self.run_copy(copy, "fuzz", "1")
        self.assertEqual((done.returncode, [line.split()[:2] for line in done.stdout.splitlines()[-2:]]), (0, [["decode_one", "7"], ["decode_two", "7"]]), done.stderr)
        self.program("copy/build/fuzz/findings/decode_three", "")
        self.program("copy/tests/fuzz.cmake", "set(fuzz_decoders decode_one decode_three)\n")
        done = self.run_copy(copy, "fuzz", "1")
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1].split()[0]), (1, "decode_one"), done.stderr)
        self.assertIn("decode_three: ended without a result; its log is build/fuzz/decode_three.log\n", done.stderr)

    def repository(self, *scripts):
        """A folder with these scripts and with programs that print how and where they are called."""
        for script in scripts:
            self.program(f"copy/scripts/{script}", (SOURCE / "scripts" / script).read_text())
        for name in ("build", "setup"):
            if name not in scripts:
                self.program(f"copy/scripts/{name}", "#!/bin/sh\n")
        self.program("copy/build/release/bin/codag", f'#!/bin/sh\necho "codag $* in $(pwd -P)" >>"{self.folder}/calls"\n')
        (self.folder / "caller").mkdir()
        return self.folder / "copy"

    def run_copy(self, copy, name, *arguments):
        """A script of the repository, from a folder beside it."""
        return subprocess.run([copy / "scripts" / name, *arguments], cwd=self.folder / "caller", capture_output=True, text=True, timeout=60,
                              env={**os.environ, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"})

    def called(self, copy, name, *arguments):
        """The calls of codag."""
        done = self.run_copy(copy, name, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return (self.folder / "calls").read_text().splitlines()

    def gpu_machine(self, script):
        """A repository where this script finds a GPU that is made up."""
        self.program("bin/nvidia-smi", "#!/bin/sh\necho GPU 0: a GPU\n")
        return self.repository(script, "gpu_tools.sh")

    def test_measure_takes_the_callers_paths(self):
        copy = self.gpu_machine("measure")
        for name in ("cmake", "ctest", "compute-sanitizer"):
            self.program(f"bin/{name}", "#!/bin/sh\npwd -P >>\"$0.where\"\necho ERROR SUMMARY: 0\n")
        (self.folder / "caller/my.json").write_text("{}")
        calls = self.called(copy, "measure", "my.json", "out", "--dataset", "path=a,type=int8")
        caller = (self.folder / "caller").resolve()
        self.assertEqual(calls, [f"codag run my.json --output out/my.json --dataset path=a,type=int8 in {caller}"])
        self.assertEqual(set((self.folder / "bin/cmake.where").read_text().split()), {str(copy.resolve())})
        self.assertTrue((caller / "out/memcheck.log").exists())

    def test_measure_refuses_what_is_not_there(self):
        for arguments, says in ((("my.json",), "usage"), (("none.json", "out"), "no config none.json")):
            done = self.script("measure", *arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertIn(says, done.stderr)
        self.assertFalse((self.folder / "out").exists())

    def test_measure_says_so_where_the_sanitizer_ends_without_a_summary(self):
        copy = self.gpu_machine("measure")
        for name, code in (("cmake", 0), ("ctest", 0), ("compute-sanitizer", 1)):
            self.program(f"bin/{name}", f"#!/bin/sh\nexit {code}\n")
        (self.folder / "caller/my.json").write_text("{}")
        done = self.run_copy(copy, "measure", "my.json", "out")
        out = (self.folder / "caller/out").resolve()
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertEqual(done.stderr, f"scripts/measure: compute-sanitizer reported errors or did not end; see {out}/*check*.log\n")
        self.assertFalse((self.folder / "calls").exists())

    def test_what_needs_a_gpu_says_so_at_once(self):
        self.program("bin/nvidia-smi", "#!/bin/sh\nexit 9\n")
        (self.folder / "my.json").write_text("{}")
        for arguments, remedy in ((("measure", "my.json", "out"), "scripts/bench my.json measures on the host backend"), (("fuzz-gpu", "rle_v1"), "scripts/fuzz tries")):
            done = self.script(*arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (3, "", 1), done.stderr)
            self.assertIn(f"scripts/{arguments[0]}: no GPU here; {remedy}", done.stderr)
        self.assertFalse((self.folder / "out").exists())

    @unittest.skipIf(shutil.which("compute-sanitizer", path=f"{os.environ['PATH']}:/usr/local/cuda/bin"), "this machine has compute-sanitizer")
    def test_what_needs_the_sanitizer_says_so_at_once(self):
        self.program("bin/nvidia-smi", "#!/bin/sh\necho GPU 0: a GPU\n")
        (self.folder / "my.json").write_text("{}")
        for arguments in (("measure", "my.json", "out"), ("fuzz-gpu", "rle_v1")):
            done = self.script(*arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertIn(f"scripts/{arguments[0]}: there is no compute-sanitizer on PATH or in /usr/local/cuda/bin; install it", done.stderr)
        self.assertFalse((self.folder / "out").exists())

    def test_fuzz_gpu_says_what_the_sanitizer_finds(self):
        copy = self.gpu_machine("fuzz-gpu")
        self.program("copy/build/cuda/bin/fuzz_batches", """#!/bin/sh
[ "$1" = --replay ] && exit 1
sleep 0.02 # the finding is newer than the mark of the script
echo "{}" >build/cuda/findings/rle_v1-0.json
exit 1
""")
        for says, code, said in (("ERROR SUMMARY: 0 errors", 0, "right, and no error"), ("ERROR SUMMARY: 0 errors", 1, "wrong, and no error, in FILE"),
                                 ("RACECHECK SUMMARY: 0 hazards displayed", 1, "wrong, and no error, in FILE"), ("ERROR SUMMARY: 10 errors", 9, "errors, in FILE"),
                                 ("RACECHECK SUMMARY: 1 hazard displayed", 9, "errors, in FILE"), ("Error: no device", 255, "it did not end with a summary; see FILE")):
            self.program("bin/compute-sanitizer", f"#!/bin/sh\necho '========= {says}'\nexit {code}\n")
            done = self.run_copy(copy, "fuzz-gpu", "rle_v1")
            file = "build/cuda/findings/rle_v1-0.json"
            self.assertEqual((done.returncode, done.stdout.splitlines()[-3:]), (1, [f"== {file}", *(
                f"compute-sanitizer {tool}: {said.replace('FILE', f'{file}.{tool}.log')}" for tool in ("memcheck", "racecheck"))]), done.stderr)

    def test_page_takes_the_callers_paths(self):
        copy = self.repository("page")
        self.program("caller/own", f'#!/bin/sh\necho "$*" >>"{self.folder}/calls"\n')
        for file in ("h200/fig3.json", "h100/fig3.json"):
            (copy / "results" / file).parent.mkdir(parents=True)
            (copy / "results" / file).write_text("{}")
        caller = (self.folder / "caller").resolve()
        self.assertEqual(self.called(copy, "page", "./own", "pages"),
                         [f"page results/{gpu}/fig3.json --output {caller}/pages/{gpu}.html --force" for gpu in ("h200", "h100")])

    def test_package_refuses_what_is_no_option(self):
        done = self.script("package", "CODAG_CUDA=OFF")
        self.assertEqual(done.returncode, 2)
        self.assertIn("is no -DOPTION=VALUE", done.stderr)

    def test_package_passes_its_options_to_the_build(self):
        copy = self.folder / "copy/scripts"
        self.program("copy/scripts/package", (SOURCE / "scripts/package").read_text())
        self.program("copy/scripts/setup", "#!/bin/sh\n")
        self.program("copy/scripts/build", '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 9\n')
        done = subprocess.run([copy / "package", "-DCODAG_CUDA=OFF"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        said = done.stdout.splitlines()
        self.assertEqual((done.returncode, said[0], said[-2:]), (9, "package", ["-DCODAG_CUDA=OFF", "codag_cli"]))


if __name__ == "__main__":
    unittest.main()
