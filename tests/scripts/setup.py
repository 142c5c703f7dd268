"""What scripts/setup does where libraries are missing, where they lie in a prefix of their own, and where apt is
not the owner. Package managers and the GPU's tools are made up; compilers and CMake are the real ones."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
# What scripts/setup calls, besides what is made up.
TOOLS = ("bash", "c++", "g++", "cc", "gcc", "cmake", "ninja", "git", "ld", "as", "ar", "nm", "ranlib", "objcopy",
         "strip", "ln", "touch", "dirname", "mktemp", "cat", "rm", "id", "env", "sed", "uname", "grep", "tail", "mkdir")


class Setup(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        for tool in TOOLS:
            if found := shutil.which(tool):
                (self.bin / tool).symlink_to(found)
        self.fake("python3", f'exec {sys.executable} "$@"\n')
        self.environment = {"PATH": str(self.bin), "HOME": str(self.folder)}
        # Where this machine's own libraries are.
        if "CMAKE_PREFIX_PATH" in os.environ:
            self.environment["CMAKE_PREFIX_PATH"] = os.environ["CMAKE_PREFIX_PATH"]
        self.hide()

    def needs_everything(self):
        """A machine that cannot install what is optional does not show what is done where nothing is missing."""
        done = self.setup("--look")
        if done.stderr:
            self.skipTest(f"something is missing here: {' '.join(done.stderr.split())}")

    def fake(self, name, script):
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text("#!/bin/bash\n" + textwrap.dedent(script))
        path.chmod(0o755)

    def hide(self, *packages):
        """A cmake that does not find these packages, unless a file of their name is in `installed`."""
        real = shutil.which("cmake")
        (self.folder / "installed").mkdir(exist_ok=True)
        self.fake("cmake", f"""
            hidden=()
            for package in {' '.join(packages)}; do
              [[ -e {self.folder}/installed/$package ]] || hidden+=("-DCMAKE_DISABLE_FIND_PACKAGE_$package=ON")
            done
            exec {real} "$@" "${{hidden[@]}}"
            """)

    def have_apt(self, installs=""):
        """An apt-get that writes down what it is asked, and installs by running a line of shell."""
        self.fake("apt-get", f"""
            echo "$*" >>{self.folder}/apt.log
            if [[ " $* " == *" install "* ]]; then :; {installs} fi
            """)
        self.fake("sudo", 'exec "$@"\n')

    def apt_log(self):
        log = self.folder / "apt.log"
        return log.read_text() if log.exists() else ""

    def setup(self, *arguments, **environment):
        return subprocess.run(["bash", SOURCE / "scripts/setup", *arguments], env=self.environment | environment,
                              capture_output=True, text=True, check=False)

    def test_does_nothing_where_nothing_is_missing(self):
        self.needs_everything()
        self.have_apt()
        done = self.setup()
        self.assertEqual((done.returncode, done.stdout, done.stderr, self.apt_log()), (0, "", "", ""))

    def test_needs_no_package_manager_where_nothing_is_missing(self):
        self.needs_everything()
        done = self.setup()
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_a_config_of_boost_without_the_library_hides_no_other_boost(self):
        """Distributions have a package of Boost's headers and configs, and another one of Boost.Context."""
        self.needs_everything()
        configs = next(pathlib.Path("/usr/lib").glob("*/cmake/Boost-1.*/BoostConfig.cmake"), None)
        if configs is None:
            self.skipTest("this machine has no BoostConfig.cmake")
        version = configs.parent.name.removeprefix("Boost-")
        prefix = self.folder / "headers"
        (prefix / "include").mkdir(parents=True)
        (prefix / "include/boost").symlink_to("/usr/include/boost")
        for file in configs.parents[1].glob("*oost*/*.cmake"):  # as another version, because CMake finds this machine's, too
            copy = prefix / str(file.relative_to("/usr")).replace(version, "1.99.0")
            if not file.parent.name.startswith("boost_context"):
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_text(file.read_text().replace(version, "1.99.0"))
        paths = ":".join([str(prefix), *filter(None, [self.environment.get("CMAKE_PREFIX_PATH")])])
        done = self.setup("--look", CMAKE_PREFIX_PATH=paths)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_installs_only_what_is_missing(self):
        self.needs_everything()
        self.hide("CLI11", "Boost")
        self.have_apt(installs=f"touch {self.folder}/installed/CLI11 {self.folder}/installed/Boost;")
        done = self.setup()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "scripts/setup: installing libcli11-dev libboost-context-dev\n")
        self.assertIn("install -y -qq --no-install-recommends libcli11-dev libboost-context-dev\n", self.apt_log())

    def test_looks_for_libraries_once_there_is_a_compiler(self):
        self.needs_everything()
        (self.bin / "c++").unlink()
        self.hide("CLI11")
        self.have_apt(installs=f"""
            if [[ $* == *build-essential* ]]; then ln -s {shutil.which('c++')} {self.bin}/c++
            else touch {self.folder}/installed/CLI11; fi;""")
        done = self.setup()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "scripts/setup: installing build-essential\nscripts/setup: installing libcli11-dev\n")

    def test_says_so_where_what_apt_installed_is_not_found(self):
        self.hide("CLI11")
        self.have_apt()
        done = self.setup()
        self.assertEqual(done.returncode, 2)
        self.assertIn("they are not found", done.stderr)
        self.assertIn("CLI11Config.cmake", done.stderr)

    def test_names_what_is_missing_where_apt_is_absent(self):
        self.hide("CLI11", "ZLIB")
        done = self.setup()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        for text in ("no apt-get", "CLI11 2.0 or later: looked for CLI11Config.cmake (Debian: libcli11-dev)",
                     "ZLIB: looked for zlib.h (Debian: zlib1g-dev)", "CMAKE_PREFIX_PATH=", "docs/building.md"):
            self.assertIn(text, done.stderr)

    def test_names_what_is_missing_where_apt_fails(self):
        self.hide("CLI11")
        self.fake("apt-get", "exit 100\n")
        self.fake("sudo", 'exec "$@"\n')
        done = self.setup()
        self.assertEqual(done.returncode, 2)
        self.assertIn("apt-get failed", done.stderr)
        self.assertIn("CLI11Config.cmake", done.stderr)

    def look_in(self, prefix):
        """scripts/setup where CMake looks for libraries in `prefix` only, and nowhere in the system."""
        self.fake("cmake", f'exec {shutil.which("cmake")} "$@" -DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF\n')
        return self.setup("--look", CMAKE_PREFIX_PATH=f"{self.folder}/nothing:{prefix}").stderr

    def cli11_in(self, prefix, version):
        package = prefix / "lib/cmake/CLI11"
        package.mkdir(parents=True)
        (package / "CLI11Config.cmake").write_text("")
        (package / "CLI11ConfigVersion.cmake").write_text(
            f"set(PACKAGE_VERSION {version})\n"
            f"if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL {version})\n  set(PACKAGE_VERSION_COMPATIBLE TRUE)\nendif()\n")

    def test_a_library_in_a_prefix_is_found(self):
        prefix = self.folder / "prefix"
        missing = self.look_in(prefix)
        self.assertIn("CLI11Config.cmake", missing)
        self.assertIn("libdeflate.h", missing)
        self.cli11_in(prefix, "2.4.2")
        for file in ("include/libdeflate.h", "lib/libdeflate.a"):
            (prefix / file).parent.mkdir(exist_ok=True)
            (prefix / file).touch()
        found = self.look_in(prefix)
        self.assertIn("nlohmann_json", found)  # it is still not there
        self.assertNotIn("CLI11", found)
        self.assertNotIn("libdeflate", found)

    def test_a_version_that_is_too_old_is_named(self):
        self.cli11_in(self.folder / "old", "1.9.0")
        self.assertIn("CLI11 2.0 or later: looked for CLI11Config.cmake, found only version 1.9.0",
                      self.look_in(self.folder / "old"))

    def test_boost_is_not_needed_where_there_is_a_gpu(self):
        self.hide("Boost")
        without = self.setup()
        self.assertEqual(without.returncode, 2)
        self.assertIn("boost/context/fiber.hpp", without.stderr)
        self.fake("nvcc", "exit 0\n")
        self.fake("nvidia-smi", "exit 0\n")
        on_a_gpu = self.setup()
        self.assertEqual(on_a_gpu.returncode, 0, on_a_gpu.stderr)
        self.assertIn("boost/context/fiber.hpp (Debian: libboost-context-dev); not built without it: the host backend",
                      on_a_gpu.stderr)

    def test_looking_installs_nothing(self):
        self.hide("CLI11")
        self.have_apt()
        done = self.setup("--look")
        self.assertEqual(done.returncode, 2)
        self.assertIn("only looking", done.stderr)
        self.assertEqual(self.apt_log(), "")

    def test_further_packages(self):
        self.needs_everything()
        self.have_apt(installs=f"ln -s /bin/true {self.bin}/gizmo; touch {self.folder}/a_file;")
        done = self.setup("gizmo-tools=gizmo", f"libgizmo-dev={self.folder}/a_file", "bash=bash")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "scripts/setup: installing gizmo-tools libgizmo-dev\n")

    def test_arrow_is_built_beside_the_programs_that_are_there(self):
        checkout = self.folder / "checkout"
        for file in ("scripts/setup", "build/arrow/pyarrow/include/arrow/api.h", "build/arrow/pyarrow/libparquet.so.1",
                     "build/release/bin/codag", "build/release/CMakeCache.txt", "build/fuzz/bin/codag", "build/fuzz/CMakeCache.txt"):
            (checkout / file).parent.mkdir(parents=True, exist_ok=True)
            (checkout / file).touch()
        shutil.copy(SOURCE / "scripts/setup", checkout / "scripts/setup")
        self.fake("cmake", f"""
            echo "$*" >>{self.folder}/cmake.log
            [[ $1 == --build ]] || exit 0
            if [[ $2 == */fuzz ]]; then echo "ninja: error: unknown target 'codag_arrow'"; exit 1; fi
            mkdir -p "$2/lib/codag"; touch "$2/lib/codag/libcodag_arrow.so"
            """)
        run = ["bash", checkout / "scripts/setup", "--arrow"]
        done = subprocess.run(run, env=self.environment, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("Apache Arrow is in build/arrow already", done.stdout)
        self.assertIn("build/release/bin/codag reads Parquet and ORC files now", done.stdout)
        self.assertNotIn("fuzz", done.stdout)
        self.assertIn(f"--build {checkout}/build/release --target codag_arrow", (self.folder / "cmake.log").read_text())
        self.fake("cmake", "echo 'no compiler'; exit 1\n")
        done = subprocess.run(run, env=self.environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no compiler", done.stderr)
        for build in ("release", "fuzz"):
            shutil.rmtree(checkout / "build" / build)
        done = subprocess.run(run, env=self.environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0)
        self.assertIn("scripts/build release codag_cli", done.stdout)

    def test_nvcomp_needs_the_toolkit(self):
        self.fake("nvcc", "exit 1\n")  # as where there is none
        done = self.setup("--nvcomp")
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
        self.assertIn("--nvcomp needs the CUDA toolkit", done.stderr)

    def test_help_and_bad_arguments(self):
        shown = self.setup("--help")
        self.assertEqual(shown.returncode, 0)
        for text in ("usage: scripts/setup", "CMAKE_PREFIX_PATH", "--look"):
            self.assertIn(text, shown.stdout)
        for argument in ("--fast", "gizmo"):
            refused = self.setup(argument)
            self.assertEqual(refused.returncode, 2)
            self.assertIn(argument, refused.stderr)


if __name__ == "__main__":
    unittest.main()
