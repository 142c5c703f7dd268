"""What scripts say of input that is bad or not there: exit code 2, and a last line that names the file and the remedy."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import textwrap
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
# What scripts/check-queries needs of DuckDB: a table is its file's text, and the answer of every query is one row, a 1.
DUCKDB = """
    __version__ = "made up"
    class Error(Exception): pass
    class Answer:
        def fetchone(self): return [6]
        def fetchall(self): return [(1,)]
    def connect(): return Database()
    class Database:
        def execute(self, sql, values=()):
            if sql.startswith("create table part ") and "part" not in open(values[0]).read():
                raise Error("Invalid Input Error: no header\\nmore")
            return Answer()
    """


class BadInput(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def program(self, name, text):
        self.write(name, text).chmod(0o755)

    def run_script(self, script, *arguments, **environment):
        return subprocess.run([script if pathlib.Path(script).is_absolute() else SOURCE / "scripts" / script, *arguments], cwd=self.folder,
                              env={**os.environ, **environment}, capture_output=True, text=True, timeout=60, check=False)

    def refused(self, says, script, *arguments, code=2, **environment):
        done = self.run_script(script, *arguments, **environment)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertIn(says, (done.stderr.splitlines() or [""])[-1])
        self.assertNotIn("Traceback", done.stderr)
        return done

    def test_build_times(self):
        self.refused("the following arguments are required: BUILD_FOLDER", "build-times")
        self.refused("none/.ninja_log: cannot be read (No such file or directory); name a folder that ninja has built in", "build-times", "none")
        self.write("build/.ninja_log", "# ninja log v5\n0\t2500\t0\ta.o\t1\n0\t500\t0\tx/CMakeFiles/codag_lz.dir/b.dir/c.cpp.o\t1\n")
        self.refused("invalid int value: 'ten'", "build-times", "build", "ten")
        self.refused("LINES: -1 is below 0", "build-times", "build", "-1")
        done = self.run_script("build-times", "build", "1")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for row in ("| a.o | 1 | 2 |", "| lz | 1 | 0 |", "| sum | 2 | 3 |", "| `a` | 2.5 |"):
            self.assertIn(row + "\n", done.stdout)
        for log in ("# ninja log v5\nshort\n", "# ninja log v5\n0\tx\t0\ta.o\t1\n"):
            self.write("build/.ninja_log", log)
            self.refused("build/.ninja_log: is no log of ninja (", "build-times", "build")

    def test_printed(self):
        self.refused("none.json: cannot be read (No such file or directory); name a config", "printed", "A100", "none.json")
        claim = {"name": "fast_a100", "source": "a paper", "says": "it is fast", "hardware": "A100", "expected": {"about": 2}}
        for text in ("{", "[]", '{"claims": [1]}', "[" * 100000, json.dumps({"claims": [claim]}), json.dumps({"experiment": "x", "claims": [{**claim, "says": None}]})):
            self.write("c.json", text)
            self.refused("c.json: is no config; name one", "printed", "A100", "c.json")
        self.write("c.json", json.dumps({"experiment": "x", "claims": [claim]}))
        done = self.run_script("printed", "A100", "c.json")
        self.assertEqual([c["name"] for c in json.loads(done.stdout)["codag"]["claims"]], ["fast"])
        self.refused("no claim of c.json names the hardware V100", "printed", "V100", "c.json")
        self.write("least.json", json.dumps({"experiment": "x", "claims": [{**claim, "expected": {"at_least": 2}}]}))
        self.refused('least.json: the claim fast has no "about" in "expected"', "printed", "A100", "c.json", "least.json")

    def test_about_time(self):
        self.write("c.json", "{}")
        self.refused("scripts/about_time: ./none: cannot be run (No such file or directory); name a program", "about_time", "./none", "c.json")
        for says in ("no plan", "[1]", "[{}]"):
            self.program("other", f"#!/bin/sh\necho '{says}'\n")
            self.refused("scripts/about_time: ./other: gave no plan of c.json", "about_time", "./other", "c.json")

    def test_kernels_of(self):
        self.refused("usage: scripts/kernels_of CONFIG", "kernels_of")
        self.write("deep.json", "[" * 100000)
        done = self.run_script("kernels_of", "deep.json")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", ""))

    def test_build(self):
        self.refused("usage: scripts/build PRESET", "build")

    def test_page(self):
        self.refused("/none; build it with scripts/build release codag_cli, or name another one", "page", "none")

    def test_check_queries(self):
        self.write("modules/duckdb.py", textwrap.dedent(DUCKDB))
        modules = {"PYTHONPATH": str(self.folder / "modules")}
        self.write("no_modules/duckdb.py", "raise ImportError")
        self.refused("there is no DuckDB; run pip install duckdb", "check-queries", "tables", PYTHONPATH=str(self.folder / "no_modules"))
        self.refused("tables/lineorder.csv is not there; run codag datasets --write-ssb tables", "check-queries", "tables", **modules)
        names = [f"q{flight}.{query}" for flight, queries in ((1, 3), (2, 3), (3, 4), (4, 3)) for query in range(1, queries + 1)]
        for table in ("lineorder", "date", "customer", "supplier", "part", *names):
            self.write(f"tables/{table}.csv", f"{table}\n1\n")
        done = self.run_script("check-queries", "tables", **modules)
        self.assertEqual((done.returncode, done.stdout.count(": 1 groups, the same"), done.stderr), (0, 13, ""))
        self.write("tables/q1.1.csv", "a\n2\n")
        done = self.run_script("check-queries", "tables", **modules)
        self.assertEqual((done.returncode, "q1.1: 1 groups, NOT the same" in done.stdout), (1, True), done.stderr)
        self.write("tables/part.csv", "")
        self.refused("tables: DuckDB cannot read the tables (Invalid Input Error: no header); move them away", "check-queries", "tables", **modules)
        self.write("tables/part.csv", "part\n")
        self.write("tables/q1.1.csv", "")
        self.refused("tables/q1.1.csv: has no answer (", "check-queries", "tables", **modules)
        (self.folder / "tables/q1.1.csv").unlink()
        self.refused("tables/q1.1.csv is not there", "check-queries", "tables", **modules)

    def test_find_drifts(self):
        self.program("codag", "#!/bin/sh\necho time,revision,one\n")
        for answer in ("", "[]", "{}", '{"codag": [{}]}', '{"codag": [{"time": 0, "attributes": {}, "changes": [{"metric": "case7", "forward_change_percent": "-2"}]}]}'):
            self.program("otava", f"#!/bin/sh\necho '{answer}'\n")
            self.refused(f"scripts/find-drifts: otava gave no result: {answer or 'nothing'}", "find-drifts", "r.json", CODAG="./codag", OTAVA="./otava")
        self.program("otava", "#!/bin/sh\necho '" + answer.replace("case7", "case0") + "'\n")
        done = self.run_script("find-drifts", "r.json", CODAG="./codag", OTAVA="./otava")
        self.assertEqual((done.returncode, done.stdout), (1, "one: -2% from 1970-01-01T00:00Z on ()\n1 cases, 1 changes, 1 for the worse\n"), done.stderr)

    def test_mutate(self):
        copy = self.folder / "copy/scripts"
        copy.mkdir(parents=True)
        for name in ("mutate", "ending.py"):
            shutil.copy(SOURCE / "scripts" / name, copy)
        shutil.copytree(SOURCE / "scripts/mutation", copy / "mutation", ignore=shutil.ignore_patterns("__pycache__"))
        mutate = copy / "mutate"
        self.refused("--count: expected 0 or more, and --jobs 1 or more", mutate, "list", "--jobs", "0")
        self.refused("scripts/mutate: fatal: not a git repository", mutate, "list", GIT_CEILING_DIRECTORIES=str(self.folder), LC_ALL="C")
        self.write("copy/build/mutate/journal.jsonl", '{"key": "a", "verdict": "killed"}\n{"key": "b", "ver')
        self.refused("copy/build/mutate/journal.jsonl: line 2 is no whole entry; remove the line", mutate, "table")
        self.write("copy/build/mutate/journal.jsonl", "")
        self.write("copy/scripts/mutation/explained.json", "{")
        self.refused("copy/scripts/mutation/explained.json: is not JSON (", mutate, "table")


if __name__ == "__main__":
    unittest.main()
