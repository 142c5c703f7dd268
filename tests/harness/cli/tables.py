"""Columns of Parquet and ORC files, which pyarrow writes, and what codag says without Apache Arrow. Skipped without pyarrow's
wheel, which `scripts/setup --arrow` puts under build/arrow."""

import datetime
import decimal
import hashlib
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import unittest

from program import BINARY, SOURCE, ProgramTest, of_columns

MODULE = pathlib.Path(BINARY).resolve().parent.parent / "lib/codag/libcodag_arrow.so"
ARROW_FILES = SOURCE / "build/arrow/pyarrow/tests/data"
sys.path.insert(0, str(SOURCE / "build/arrow"))
try:
    import pyarrow as pa
    from pyarrow import orc, parquet
except ImportError:
    parquet = None


class Tables(ProgramTest):
    def write(self, **columns):
        table = pa.table(columns)
        parquet.write_table(table, self.folder / "t.parquet", row_group_size=300)
        orc.write_table(table, self.folder / "t.orc", compression="zlib")

    def read(self, file, column, *options, codec="deflate"):
        """The dataset of the report, which has one case."""
        (self.folder / "report.json").unlink(missing_ok=True)
        self.expect(0, "file", file, "--column", column, "--codec", codec, "--variant", "cpu_reference", "--samples", "2",
                    "--output", "report.json", *options)
        [case] = of_columns(self.report())
        self.assertEqual(case["status"], "ok")
        return case["dataset"] | {"raw_bytes": case["raw_bytes"], "note": case.get("note")}

    def expect_error(self, *arguments, says):
        """The column cannot be read: exit code 2, and one line that contains all of `says`."""
        done = self.expect(2, "file", *arguments, "--variant", "cpu_reference", "--codec", "rle_v2", "--output", "report.json")
        [line] = [line for line in done.stdout.splitlines() if "error: " in line]
        for text in (str(arguments[0]), *says):
            self.assertIn(text, line)
        (self.folder / "report.json").unlink()

    def expect_values(self, dataset, kind, values, **table):
        raw = values if isinstance(values, bytes) else struct.pack(f"<{len(values)}{kind}", *values)
        self.assertEqual(dataset["raw_bytes"], len(raw))
        self.assertEqual(dataset["sha256"], hashlib.sha256(raw).hexdigest())
        for key, value in table.items():
            self.assertEqual(dataset["table"][key], value)

    def test_what_each_type_becomes(self):
        count = 1000
        day = datetime.date(1970, 1, 1)
        values = [i * 7 - 300 for i in range(count)]
        self.write(small=pa.array([v % 128 for v in values], pa.int8()), number=pa.array(values, pa.int32()),
                   long=pa.array([v << 40 for v in values], pa.int64()), real=pa.array([v / 4 for v in values], pa.float32()),
                   double=pa.array([v / 8 for v in values], pa.float64()), yes=pa.array([v % 3 == 0 for v in values]),
                   day=pa.array([day + datetime.timedelta(v) for v in values]), text=pa.array([str(v) for v in values]),
                   price=pa.array([decimal.Decimal(v) / 100 for v in values], pa.decimal128(9, 2)))
        for file in ("t.parquet", "t.orc"):
            with self.subTest(file=file):
                of = dict(rows=count, nulls=0)
                self.expect_values(self.read(file, "small"), "b", [v % 128 for v in values], column_type="int8", **of)
                self.expect_values(self.read(file, "number"), "i", values, column="number", column_type="int32", **of)
                self.expect_values(self.read(file, "long"), "q", [v << 40 for v in values], **of)
                self.expect_values(self.read(file, "real"), "f", [v / 4 for v in values], column_type="float", **of)
                self.expect_values(self.read(file, "double"), "d", [v / 8 for v in values], **of)
                self.expect_values(self.read(file, "yes"), "B", [v % 3 == 0 for v in values], column_type="bool", **of)
                self.expect_values(self.read(file, "day"), "i", values, column_type="date32[day]", **of)
                self.expect_values(self.read(file, "text"), "", "".join(map(str, values)).encode(), **of)
                self.expect_values(self.read(file, "price"), "q", values, column_type="decimal128(9, 2)", **of)
                self.expect_values(self.read(file, "number", "--type", "int16"), "h", values, **of)
                self.expect_error(file, "--column", "number", "--type", "int8", says=["'number'", "int32"])
                self.expect_error(file, "--column", "none", says=["there is no such column", "'small' 'number'"])

    def test_nulls_are_left_out_and_counted(self):
        self.write(x=pa.array([None if i % 3 == 0 else i for i in range(900)], pa.int64()), empty=pa.array([None] * 900, pa.int8()))
        values = [i for i in range(900) if i % 3]
        for file in ("t.parquet", "t.orc"):
            with self.subTest(file=file):
                dataset = self.read(file, "x")
                self.expect_values(dataset, "q", values, rows=900, nulls=300)
                self.assertIn("300 of the column's first 900 rows are NULL", dataset["note"])
                self.expect_error(file, "--column", "empty", says=["has no values in 900 rows"])
        self.expect(0, "file", "t.orc", "--format", "orc_rle", "--column", "x", "--codec", "rle_v1", "--codec", "rle_v2",
                    "--variant", "cpu_reference", "--samples", "2", "--output", "streams.json")
        skipped, case = sorted(of_columns(self.report("streams.json")), key=lambda c: c["codec"])
        self.assertIn("is compressed with rle_v2 already; for rle_v1 give \"format\": \"orc\"", skipped["reason"])
        self.expect_values(case["dataset"] | {"raw_bytes": case["raw_bytes"]}, "q", values, column_type="long", rows=900, nulls=300)

    def test_orcs_own_streams_hold_what_arrow_reads(self):
        """ORC's own writer made the streams, Apache Arrow read the values."""
        for file, column in (("testDate1900", "date"), ("test1", "short1"), ("test1", "long1")):
            path = ARROW_FILES / f"orc/TestOrcFile.{file}.orc"
            values = self.read(path, column)
            streams = self.read(path, column, "--format", "orc_rle", codec="rle_v2")
            self.assertEqual(streams["sha256"], values["sha256"])
            self.assertEqual(streams["type"], values["type"])

    def test_times_beyond_nanoseconds(self):
        """Arrow lets INT96 wrap: a time of 9999 becomes one of 1816."""
        epoch = datetime.datetime(1970, 1, 1)
        near = [datetime.datetime(1677, 9, 22), datetime.datetime(1969, 12, 31, 23, 59, 59, 999999), datetime.datetime(2262, 4, 11)]
        far = [*near, datetime.datetime(9999, 12, 31), datetime.datetime(1, 1, 1), datetime.datetime(2001, 1, 1, 0, 0, 0, 5)]
        for times, unit, per_second in ((near, "ns", 10**9), (far, "us", 10**6)):
            table = pa.table({"t": pa.array([*times, None], pa.timestamp("us"))})
            parquet.write_table(table, self.folder / "t.parquet", use_deprecated_int96_timestamps=True)
            orc.write_table(table, self.folder / "t.orc")
            exact = [(t - epoch) // datetime.timedelta(microseconds=1) * per_second // 10**6 for t in times]
            self.expect_values(self.read("t.parquet", "t"), "q", exact, column_type=f"timestamp[{unit}]", nulls=1)
            self.assertEqual(self.read("t.parquet", "t", "--size", "8")["table"]["column_type"], f"timestamp[{unit}]", "the size does not matter")
            if times is near:
                self.expect_values(self.read("t.orc", "t"), "q", exact, column_type="timestamp[ns]", nulls=1)
            else:
                self.expect_error("t.orc", "--column", "t", says=["'t'", "out of range", "1677 to 2262"])
        for unit in ("s", "ms", "us"):
            parquet.write_table(pa.table({"t": pa.array(far, pa.timestamp(unit), safe=False)}), self.folder / "t.parquet")
            self.assertEqual(self.read("t.parquet", "t")["table"]["column_type"], f"timestamp[{'ms' if unit == 's' else unit}]")

    def test_a_nested_column_is_refused(self):
        self.write(x=pa.array([[1, 2], [3]]))
        for file in ("t.parquet", "t.orc"):
            self.expect_error(file, "--column", "x", says=["is nested (list<"])

    def test_damaged_files_end_in_one_line(self):
        self.write(x=pa.array([i * i for i in range(2000)], pa.int64()))
        for name in ("t.parquet", "t.orc"):
            good = (self.folder / name).read_bytes()
            damaged = {f"cut{size}": good[:size] for size in (0, 3, len(good) // 2, len(good) - 1)}
            for at in range(4, len(good), len(good) // 12):
                damaged[f"flip{at}"] = good[:at] + bytes([good[at] ^ 0xff]) + good[at + 1:]
            for what, content in damaged.items():
                with self.subTest(file=name, what=what):
                    bad = self.folder / f"{what}-{name}"
                    bad.write_bytes(content)
                    done = self.codag("file", bad, "--column", "x", "--codec", "rle_v2", "--variant", "cpu_reference",
                                          "--output", self.folder / f"{what}-{name}.json")
                    self.assertIn(done.returncode, (0, 2), done.stderr)
                    if what.startswith("cut"):
                        self.assertEqual(done.returncode, 2, what)
                    if done.returncode == 2:
                        self.assertIn(bad.name, done.stdout + done.stderr)

    def test_without_the_module(self):
        self.write(x=pa.array([1, 2, 3]))
        (self.folder / "bin").mkdir()
        program = self.folder / "bin/codag"
        shutil.copy(BINARY, program)
        done = subprocess.run([program, "file", self.folder / "t.parquet", "--column", "x", "--output", self.folder / "r.json"],
                              capture_output=True, text=True, check=False, env=os.environ | {"CODAG_CACHE": str(self.folder / "cache")})
        self.assertEqual(done.returncode, 2)
        self.assertIn("Parquet files cannot be read: this codag was built without Apache Arrow", done.stdout + done.stderr)
        self.assertIn("run scripts/setup --arrow, which gets Arrow and builds that file", done.stdout + done.stderr)


if __name__ == "__main__":
    if parquet is None or not MODULE.exists():
        print("Apache Arrow absent: run scripts/setup --arrow")
        sys.exit(77)
    unittest.main()
