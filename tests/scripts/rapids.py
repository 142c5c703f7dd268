"""scripts/rapids where its packages are missing, and with packages that are made up: its row, and wrong values."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
# A "file" that pylibcudf reads is the bytes that pyarrow wrote, after a header.
MODULES = {
    "pyarrow/__init__.py": """
        class Array:
            def __init__(self, raw): self.raw = bytes(raw)
            @staticmethod
            def from_buffers(type, length, buffers):
                assert type == "int32" and length * 4 == len(buffers[1])
                return Array(buffers[1])
            def equals(self, other): return self.raw == other.raw
        def int32(): return "int32"
        def py_buffer(raw): return raw
        def table(columns): return columns["values"]
        """,
    "pyarrow/orc.py": """
        def write_table(table, path, compression, compression_block_size):
            assert compression_block_size == 131072
            open(path, "wb").write(b"ORC" + table.raw)
        """,
    "pylibcudf/__init__.py": """
        import os
        import cupti.cupti, pyarrow
        __version__ = "26.1"
        class Result:
            def __init__(self, raw): self.raw = raw
            def column(self, number): return self
            def combine_chunks(self): return pyarrow.Array(self.raw)
        class io:
            @staticmethod
            def SourceInfo(paths): return paths[0]
            class orc:
                class OrcReaderOptions:
                    @staticmethod
                    def builder(path): return type("Builder", (), {"build": lambda self: path})()
                @staticmethod
                def read_orc(path):
                    cupti.cupti.ran("gpu_inflate_kernel", 3000)
                    cupti.cupti.ran("gpuDecodeOrcColumnData", 1000)
                    cupti.cupti.ran("thrust_scan", 500)
                    raw = open(path, "rb").read()[3:]
                    return raw[:-1] + b"?" if os.environ.get("WRONG") else raw
        class interop:
            to_arrow = staticmethod(Result)
        """,
    "cupti/__init__.py": "",
    "cupti/cupti.py": """
        class ActivityKind: CONCURRENT_KERNEL = 10
        class Activity: pass
        pending, callback = [], None
        def ran(name, nanoseconds):
            a = Activity(); a.kind, a.name, a.start, a.end = 10, name, 5, 5 + nanoseconds
            pending.append(a)
        def activity_register_callbacks(requested, completed):
            global callback
            assert requested()[0] > 0
            callback = completed
        def activity_enable(kind): assert kind == 10
        def activity_flush_all(flag):
            callback(list(pending)); pending.clear()
        """,
}


class Rapids(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "column.bin").write_bytes(bytes(range(256)) * 16)

    def run_script(self, *arguments, without=(), **environment):
        for name, text in MODULES.items():
            file = self.folder / "modules" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(textwrap.dedent(text))
        for name in without:
            (self.folder / "modules" / name).write_text("raise ImportError('not here')")
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "modules"), **environment}
        return subprocess.run([sys.executable, "-B", SOURCE / "scripts/rapids", *arguments], capture_output=True, text=True, cwd=self.folder, env=environment)

    def test_a_row(self):
        for _ in range(2):
            done = self.run_script("column.bin", "int32", "rows.json", "--samples", "3")
            self.assertEqual(done.returncode, 0, done.stderr)
        rows = [json.loads(line) for line in (self.folder / "rows.json").read_text().splitlines()]
        self.assertEqual(len(rows), 2)
        row = rows[0]
        self.assertEqual(row["name"], "column.bin/orc_zlib/libcudf")
        self.assertEqual((row["raw_bytes"], row["compressed_bytes"], row["version"], len(row["samples_s"])), (4096, 4099, "26.1", 3))
        self.assertAlmostEqual(row["gbps"], 4096 / 4500)
        for kind, seconds in {"decompression": 3e-6, "decoding": 1e-6, "other": 5e-7}.items():
            self.assertAlmostEqual(row["seconds_by_kind"][kind], seconds)

    def test_wrong_values_are_no_row(self):
        done = self.run_script("column.bin", "int32", "rows.json", WRONG="1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("differ from the column's", done.stderr)
        self.assertFalse((self.folder / "rows.json").exists())

    def test_missing_packages_are_named(self):
        for module, package in (("pyarrow/orc.py", "pyarrow"), ("pylibcudf/__init__.py", "pylibcudf-cu13"), ("cupti/cupti.py", "cupti-python")):
            with self.subTest(module):
                done = self.run_script("column.bin", "int32", "rows.json", without=[module])
                self.assertEqual(done.returncode, 77)
                self.assertIn("pip install " + package, done.stdout)

    def test_bad_arguments(self):
        (self.folder / "short.bin").write_bytes(b"abc")
        for arguments, says in ((("none.bin", "int32", "o"), "no such file"), (("short.bin", "int32", "o"), "whole number"),
                                (("column.bin", "text", "o"), "invalid choice"), (("column.bin", "int32", "o", "--samples", "0"), "at least 1")):
            done = self.run_script(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(says, done.stderr)


if __name__ == "__main__":
    unittest.main()
