"""cmake/write_revision.cmake: the source revision that a build writes into the program, in repositories made up here."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(os.environ["CODAG_SOURCE"]) / "cmake/write_revision.cmake"


class Revision(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = pathlib.Path(folder.name) / "source"
        self.file = pathlib.Path(folder.name) / "revision.cpp"
        (self.source / "cmake").mkdir(parents=True)
        (self.source / "cmake/write_revision.cmake").write_text("# tracked\n")
        (self.source / "docs.md").write_text("tracked\n")

    # A hook's variables would name the real repository.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")} | {"GIT_CONFIG_GLOBAL": os.devnull}

    def git(self, *arguments):
        return subprocess.run(["git", "-C", self.source, "-c", "user.name=a", "-c", "user.email=a@b", *arguments], check=True, capture_output=True,
                              text=True, env=self.environment).stdout.strip()

    def commit(self):
        self.git("init", "-q")
        self.git("add", ".")
        self.git("commit", "-qm", "all")
        return self.git("rev-parse", "HEAD")

    def written(self, told=""):
        subprocess.run(["cmake", f"-DSOURCE={self.source}", f"-DTOLD={told}", f"-DFILE={self.file}", "-P", SCRIPT], check=True, capture_output=True,
                       env=self.environment)
        return tuple(re.findall(r'= "(.*)";', self.file.read_text()))

    def test_a_clean_checkout_has_its_commit(self):
        self.assertEqual(self.written(), ("", "git"))  # no repository
        self.assertEqual((revision := self.commit()), self.written()[0])
        before = self.file.stat().st_mtime_ns
        self.assertEqual(self.written(), (revision, "git"))
        self.assertEqual(self.file.stat().st_mtime_ns, before, "the same file was written again")

    def test_a_changed_or_new_source_is_dirty_and_new_files_beside_the_sources_are_not(self):
        revision = self.commit()
        (self.source / "reports").mkdir()
        (self.source / "reports/fig7.json").write_text("{}")
        (self.source / "notes.txt").write_text("x")
        (self.source / "docs.md").write_text("changed\n")
        self.assertEqual(self.written()[0], revision)
        (self.source / "cmake/more.cmake").write_text("")
        self.assertEqual(self.written()[0], revision + "-dirty")
        (self.source / "cmake/more.cmake").unlink()
        (self.source / "cmake/write_revision.cmake").write_text("# changed\n")
        self.assertEqual(self.written()[0], revision + "-dirty")

    def test_a_copy_in_another_repository_has_none(self):
        copy = self.source / "third_party"
        copy.mkdir()
        (self.source / "cmake").rename(copy / "cmake")
        self.commit()
        self.source = copy
        self.assertEqual(self.written()[0], "")

    def test_a_repository_of_something_else_or_without_a_commit_has_none(self):
        self.git("init", "-q")
        self.git("add", ".")
        self.assertEqual(self.written()[0], "")
        self.git("mv", "cmake/write_revision.cmake", "cmake/other.cmake")
        self.commit()
        self.assertEqual(self.written()[0], "")

    def test_the_option_goes_first(self):
        self.commit()
        self.assertEqual(self.written("abc-dirty"), ("abc-dirty", "CODAG_GIT_REVISION"))


if __name__ == "__main__":
    unittest.main()
