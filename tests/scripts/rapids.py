"""scripts/rapids where its packages are missing, and with packages that are made up: its row, and wrong values."""

import hashlib
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
        class Type:
            bit_width = 32
        class Chunk:
            null_count, offset, type = 0, 0, Type
            def __init__(self, raw): self.raw = bytes(raw)
            def __len__(self): return len(self.raw) // 4
            def buffers(self): return [None, self.raw]
        class Array:
            @staticmethod
            def from_buffers(width, length, buffers):
                assert width * length == len(buffers[1])
                return buffers[1]
        def int8(): return 1
        def int32(): return 4
        def float64(): return 8
        def py_buffer(raw): return raw
        def table(columns): return columns["values"]
        """,
    "pyarrow/orc.py": """
        def write_table(table, path, file_version, compression, compression_block_size, compression_strategy, row_index_stride):
            assert compression_block_size == 131072 and row_index_stride * (8 if compression == "zlib" else 4) >= 131072
            open(path, "wb").write(b"ORC" + table)
        """,
    "pylibcudf/__init__.py": """
        import os
        import cupti.cupti, pyarrow
        class Table:
            def __init__(self, raw): self.raw = raw
            def to_arrow(self): return self
            def column(self, number): return self
            @property
            def chunks(self): return [pyarrow.Chunk(self.raw[:1024]), pyarrow.Chunk(self.raw[1024:])]
        class Result:
            def __init__(self, raw): self.tbl = Table(raw)
        class io:
            @staticmethod
            def SourceInfo(paths): return paths[0]
            class orc:
                class OrcReaderOptions:
                    @staticmethod
                    def builder(path): return type("Builder", (), {"build": lambda self: path})()
                @staticmethod
                def read_orc(path):
                    policy = os.environ["LIBCUDF_NVCOMP_POLICY"]
                    cupti.cupti.ran({"OFF": "gpu_inflate_kernel", "STABLE": "nvcomp::batched"}[policy], 3000)
                    cupti.cupti.ran("parse_row_group_index_kernel", 2000)
                    cupti.cupti.ran("decode_column_data_kernel", 600)
                    cupti.cupti.ran("decode_column_data_kernel", 400)
                    cupti.cupti.ran("thrust_scan", 500)
                    raw = open(path, "rb").read()[3:]
                    return Result(raw[:-1] + b"?" if os.environ.get("WRONG") else raw)
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

    def test_rows(self):
        for _ in range(2):
            done = self.run_script("column.bin", "int32", "rows.json", "--samples", "3")
            self.assertEqual(done.returncode, 0, done.stderr)
        rows = [json.loads(line) for line in (self.folder / "rows.json").read_text().splitlines()]
        self.assertEqual([row["name"] for row in rows], 2 * [f"column.bin/{end}" for end in (
            "rle_v1/libcudf", "rle_v2/libcudf", "deflate/libcudf/own", "deflate/libcudf/nvcomp", "rle_v2_deflate/libcudf/own", "rle_v2_deflate/libcudf/nvcomp")])
        row = rows[3]
        self.assertEqual((row["raw_bytes"], row["compressed_bytes"], row["version"], len(row["samples_s"])), (4096, 4099, "not from a wheel", 3))
        self.assertEqual(row["sha256"], hashlib.sha256(bytes(range(256)) * 16).hexdigest())
        for kind, seconds in {"index": 2e-6, "inflate": 3e-6, "decode": 1e-6, "other": 5e-7}.items():
            self.assertAlmostEqual(row["seconds"][kind], seconds)
        self.assertAlmostEqual(row["gbps"]["inflate"], 4096 / 3000)
        self.assertAlmostEqual(row["gbps"]["decode"], 4096 / 1000)
        self.assertEqual([(kernel["name"], kernel["kind"]) for kernel in row["kernels"]],
                         [("nvcomp::batched", "inflate"), ("parse_row_group_index_kernel", "index"), ("decode_column_data_kernel", "decode"), ("thrust_scan", "other")])

    def test_chosen_encodings(self):
        done = self.run_script("column.bin", "int8", "rows.json", "--encoding", "deflate", "--samples", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([json.loads(line)["name"] for line in done.stdout.splitlines()], ["column.bin/deflate/libcudf/own", "column.bin/deflate/libcudf/nvcomp"])

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
        (self.folder / "four.bin").write_bytes(b"abcd")
        for arguments, says in ((("none.bin", "int32", "o"), "no such file"), (("short.bin", "int32", "o"), "whole number"),
                                (("column.bin", "text", "o"), "invalid choice"), (("column.bin", "int8", "o", "--encoding", "rle_v1"), "int8 has byte_rle, deflate"),
                                (("four.bin", "int32", "o"), "no multiple of 8"), (("column.bin", "int32", "o", "--samples", "0"), "at least 1"),
                                (("column.bin", "int32", "none/o"), "none/o: cannot be written"), (("column.bin", "int32", "."), ".: cannot be written")):
            done = self.run_script(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(says, done.stderr)


if __name__ == "__main__":
    unittest.main()
