"""What scripts say at once, before they build anything: scripts/paper without a GPU, and the paths and options that callers give."""
import json
import os
import pathlib
import stat
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])


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
        done = self.script("paper", "out")
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        on_gpu, here, remedy = done.stderr.splitlines()
        for line, cuda in ((on_gpu, True), (here, False)):
            names = line.rsplit(": ", 1)[1].split()
            self.assertTrue(names)
            for name in names:
                config = json.loads((SOURCE / f"configs/paper/{name}.json").read_text())
                self.assertEqual(config.get("backend") == "cuda", cuda, name)
        self.assertIn("--without-gpu", remedy)
        self.assertFalse((self.folder / "out").exists())

    def test_gate_counts_takes_the_callers_path(self):
        self.program("codag", "#!/bin/sh\necho it was started >&2\nexit 5\n")
        done = self.script("gate-counts", "./codag")
        self.assertEqual((done.returncode, done.stderr), (5, "it was started\n"))

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
