"""`codag cache` and the limit: nothing that the cache did not write is touched."""

import json
import os
import subprocess
import unittest

from attacks import BINARY, HostileTest


class Cache(HostileTest):
    def setUp(self):
        super().setUp()
        self.cache = self.folder / "cache"
        self.small = self.config(measurements=["verify"], variants=["cpu_reference"], chunk_bytes=["4KiB", "8KiB"])

    def usage(self, *options, **environment):
        return json.loads(self.expect(0, "cache", "--json", *options, **environment).stdout)

    def test_it_shows_what_is_there(self):
        self.assertEqual(self.usage(), {"directory": str(self.cache), "files": 0, "bytes": 0, "limit_bytes": 32 << 30})
        self.expect(0, "run", self.small, "--output", "report.json")
        files = list(self.cache.iterdir())
        usage = self.usage()
        self.assertEqual((usage["files"], usage["bytes"]), (len(files), sum(file.stat().st_size for file in files)))
        shown = self.expect(0, "cache", CODAG_CACHE_LIMIT="1MiB").stdout
        self.assertIn(str(self.cache), shown)
        self.assertIn(f"{len(files)} files", shown)
        self.assertIn("1MiB", shown)

    def test_what_is_no_directory_is_refused(self):
        (self.folder / "file").touch()
        for place in ("/dev/null", str(self.folder / "file")):
            for options in ([], ["--clear"], ["--json"]):
                self.environment["CODAG_CACHE"] = place
                self.expect_refused("cache", *options, says=[f"{place}: is not a directory", "CODAG_CACHE"])

    def test_a_run_leaves_no_more_than_the_limit(self):
        self.expect(0, "run", self.small, "--output", "report.json")
        before = self.usage()
        largest = max(file.stat().st_size for file in self.cache.iterdir())
        self.assertGreater(before["files"], 1)
        self.expect(0, "run", self.small, "--output", "again.json", CODAG_CACHE_LIMIT=str(largest))
        after = self.usage()
        self.assertLessEqual(after["bytes"], largest)
        self.assertGreater(after["files"], 0)

    def test_what_was_used_last_stays(self):
        self.expect(0, "run", self.small, "--output", "report.json")
        files = sorted(self.cache.iterdir())
        for age, file in enumerate(files):
            os.utime(file, (1e9 - age, 1e9 - age))
        self.expect(0, "cache", "--trim", str(files[0].stat().st_size))
        self.assertEqual(list(self.cache.iterdir()), files[:1])
        self.expect(0, "run", self.small, "--output", "again.json")
        self.assertTrue(all(file.stat().st_mtime > 1e9 for file in self.cache.iterdir()), "a use is noted")

    def test_what_others_wrote_stays(self):
        self.cache.mkdir()
        (self.folder / "thesis").write_text("all of it")
        digest = "0" * 64
        strange = {self.cache / "thesis.codag": "x", self.cache / f"{digest}.txt": "x", self.cache / f"{digest}.codag.tmp2": "x",
                   self.cache / f"{digest}0.codag": "x"}
        for file, text in strange.items():
            file.write_text(text)
        (self.cache / f"{digest[1:]}1.codag").symlink_to(self.folder / "thesis")
        (self.cache / f"{digest[1:]}2.codag").mkdir()
        (self.cache / f"{digest}.codag").write_text("a column")
        (self.cache / f"{digest[1:]}3.codag").touch()
        young, old = self.cache / f"{digest}.codag.1.0.tmp", self.cache / f"{digest}.codag.2.0.tmp"
        young.write_text("being written")
        old.write_text("its writer was killed")
        os.utime(old, (1e9, 1e9))
        self.count(len(strange) + 5)
        self.assertEqual(self.usage("--clear")["removed"]["files"], 3)
        left = set(self.cache.iterdir())
        self.assertEqual(left, {*strange, young, self.cache / f"{digest[1:]}1.codag", self.cache / f"{digest[1:]}2.codag"})
        self.assertEqual((self.folder / "thesis").read_text(), "all of it")

    def test_what_cannot_be_removed_is_named(self):
        """One of the files is a mount point, which not even root can remove. The others are removed."""
        self.expect(0, "run", self.small, "--output", "report.json")
        files = sorted(self.cache.iterdir())
        self.assertGreater(len(files), 1)
        for option in ("--clear", "--trim=1"):
            script = f"""mount --bind '{files[0]}' '{files[0]}' || exit 99
                         exec '{BINARY}' cache --json {option}"""
            done = subprocess.run(["unshare", "--map-root-user", "--mount", "sh", "-c", script], cwd=self.folder, env=self.environment,
                                  capture_output=True, text=True, timeout=120)
            if done.returncode == 99 or done.stderr.startswith("unshare: "):
                self.skipTest("no file can be mounted: " + done.stderr.strip())
            self.count()
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, rf"^codag: {files[0]}: cannot be removed: Device or resource busy; remove .+CODAG_CACHE.+\n$")
            usage = json.loads(done.stdout)
            self.assertEqual((usage["files"], usage["removed"]["files"]), (1, len(files) - 1))
            self.assertEqual(list(self.cache.iterdir()), files[:1])
            files = files[:1]

    def test_a_run_says_once_that_nothing_can_be_kept(self):
        (self.folder / "file").touch()
        for place in (self.folder / "file", self.folder / "file/below"):
            done = self.expect(0, "run", self.small, "--output", "report.json", "--force", CODAG_CACHE=str(place))
            self.assertEqual(done.stderr, f"codag: {place}: cannot be written, so compressed columns are not kept; "
                                          "set CODAG_CACHE to a directory that can be written\n")
            self.count()
        self.assertEqual(self.expect(0, "run", self.small, "--output", "report.json", "--force").stderr, "")

    def test_bad_limits(self):
        self.expect_refused("cache", "--trim", "much", says=["--trim", "much"])
        self.expect_refused("cache", "--trim", "1MiB", "--clear", says=["--clear", "--trim"])
        self.environment["CODAG_CACHE_LIMIT"] = "many"
        self.expect_refused("cache", says=["CODAG_CACHE_LIMIT", "many"])
        self.expect_refused("run", self.small, says=["CODAG_CACHE_LIMIT", "many"])
        self.assertFalse(list(self.folder.glob("codag-*.json")))


if __name__ == "__main__":
    unittest.main()
