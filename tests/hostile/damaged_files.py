"""Configs, reports and cache files with seeded damage. CODAG_DAMAGES is the number of files of each kind (default 60)."""

import json
import os
import random
import unittest

from attacks import CI_CONFIG, SOURCE, HostileTest

DAMAGES = int(os.environ.get("CODAG_DAMAGES", "60"))
STRANGE = (None, True, -1, 0, 1e308, 2**64, 2**80, "", "\x1b[2J", "x" * 5000, [], {}, [[]], {"": None}, "../../etc/passwd", "\ud7ff\u202e", "0")

# Every command that reads a report.
READERS = (
    ("show", "report.json", "--lines"), ("compare", "good.json", "report.json"), ("compare", "report.json", "good.json", "--gate", "1%"),
    ("compare", "good.json", "report.json", "--format", "json", "--measure", "counts", "--measure", "stalls/wait"),
    ("compare", "good.json", "report.json", "--format", "markdown"), ("rerun", "report.json", "--dry-run"), ("history", "good.json", "report.json"),
    ("page", "report.json", "--output", "page.html"), ("page", "good.json", "report.json", "--output", "page.html"),
    ("merge", "good.json", "report.json", "--output", "merged.json", "--force"), ("compare", "good.json", "good.json", "--calibration", "report.json"),
    *(("export", "report.json", "--to", format) for format in
      ("googlebench", "bencher", "github-action-benchmark", "csv", "markdown", "otava", "openmetrics", "junit")))


def places(value, at=()):
    """The path of every value inside a JSON document."""
    yield at
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from places(child, (*at, key))


def damaged(document, dice):
    """A copy in which one to three values are replaced, removed, doubled or renamed."""
    document = json.loads(json.dumps(document))
    for _ in range(dice.randint(1, 3)):
        *path, last = dice.choice([at for at in places(document) if at])
        parent = document
        for key in path:
            parent = parent[key]
        how = dice.randrange(4)
        if how == 0:
            parent[last] = dice.choice(STRANGE)
        elif how == 1:
            del parent[last]
        elif isinstance(parent, list):
            parent.insert(dice.randrange(len(parent) + 1), parent[last])
        elif how == 2:
            parent[f"{last}_"] = parent.pop(last)
        else:
            parent[last] = [parent[last], parent[last]]
        if not isinstance(document, (dict, list)) or not document:
            break
    return document


def damaged_bytes(data, dice):
    """A copy that is cut, or has bytes changed, removed or added."""
    data = bytearray(data)
    how = dice.randrange(3)
    if how == 0:
        del data[dice.randrange(len(data)):]
    for _ in range(dice.randint(1, 8) if data else 0):
        at = dice.randrange(len(data))
        if how == 1:
            data[at] ^= 1 << dice.randrange(8)
        else:
            data[at:at + dice.randrange(4)] = dice.randbytes(dice.randrange(4))
        if not data:
            break
    return bytes(data)


class DamagedFiles(HostileTest):
    def setUp(self):
        super().setUp()
        self.dice = random.Random(15)

    def write(self, name, document):
        text = document if isinstance(document, bytes) else json.dumps(document).encode()
        (self.folder / name).write_bytes(text)
        return name

    def check(self, done, name):
        """What is refused is refused in one line that names the file."""
        if done.returncode == 2:
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(name, done.stderr)
            self.assertNotIn("\x1b", done.stderr)

    def test_configs(self):
        configs = [json.loads(file.read_text()) for file in sorted((SOURCE / "configs").glob("*.json")) if file.name != "schema.json"]
        for _ in range(DAMAGES):
            name = self.write("config.json", damaged(self.dice.choice(configs), self.dice))
            self.check(self.attack("run", name, "--dry-run"), name)

    def test_reports(self):
        self.expect(0, "run", self.config(), "--output", "good.json")
        good = self.report("good.json")
        for i in range(DAMAGES):
            bad = damaged(good, self.dice) if i % 4 else damaged_bytes((self.folder / "good.json").read_bytes(), self.dice)
            name = self.write("report.json", bad)
            self.check(self.attack(*self.dice.choice(READERS)), name)

    def test_resumed_reports(self):
        """A damaged report is refused, or the run ends with the cases of an undisturbed one."""
        config = self.config(measurements=["verify"])
        self.expect(0, "run", config, "--output", "good.json")
        good = self.report("good.json")
        for _ in range(max(1, DAMAGES // 4)):
            name = self.write("report.json", damaged(good, self.dice))
            before = (self.folder / name).read_bytes()
            done = self.attack("run", config, "--output", name, "--resume")
            self.check(done, name)
            if done.returncode == 2:
                self.assertEqual((self.folder / name).read_bytes(), before, "what is refused is not changed")
            else:
                self.assertEqual([c["name"] for c in self.report(name)["codag"]["cases"]], [c["name"] for c in good["codag"]["cases"]])

    def test_cache_files(self):
        """A damaged column is compressed again, so the report is that of an empty cache."""
        config = self.config(measurements=["verify", "counts"], variants=["block_per_chunk"], codecs=["rle_v1"])
        self.expect(0, "run", config, "--output", "good.json")
        good = self.report("good.json")["codag"]["cases"]
        file, = (self.folder / "cache").iterdir()
        whole = file.read_bytes()
        for _ in range(max(1, DAMAGES // 4)):
            damage = damaged_bytes(whole, self.dice)
            file.write_bytes(damage)
            done = self.attack("run", config, "--output", "report.json", "--force")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stderr.count(f"codag: {file}: is damaged; the column is compressed again\n"), damage != whole)
            now = self.report()["codag"]["cases"]
            self.assertEqual([(c["name"], c["counts"], c["compressed_bytes"]) for c in now],
                             [(c["name"], c["counts"], c["compressed_bytes"]) for c in good])
            self.assertEqual(file.read_bytes(), whole, "the cache is mended")

    def test_column_files(self):
        """Any bytes are a raw column or a refused one, as CSV, NumPy array, gzip and zlib, too."""
        self.expect(0, "run", CI_CONFIG, "--dry-run")
        for i in range(max(1, DAMAGES // 2)):
            format = ("auto", "raw", "csv", "npy", "gzip", "zlib")[i % 6]
            self.write("column", self.dice.randbytes(self.dice.randrange(2000)) + b"\n" * self.dice.randrange(2))
            type = self.dice.choice(("uint8", "int16", "uint32", "int64"))
            config = self.config(datasets=[{"path": str(self.folder / "column"), "name": "column", "format": format, "type": type}],
                                 measurements=["verify"], codecs=["deflate"], variants=["block_per_chunk"])
            done = self.attack("run", config, "--output", "report.json", "--force")
            self.assertIn(done.returncode, (0, 2, 3), done.stderr)


if __name__ == "__main__":
    unittest.main()
