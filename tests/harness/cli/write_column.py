"""`codag datasets --write`: a column's exact bytes as a file."""

import gzip
import hashlib
import os
import signal
import struct
import subprocess
import time
import unittest

from program import BINARY, ProgramTest, of_columns


class WriteColumn(ProgramTest):
    def test_the_bytes_are_those_of_a_run(self):
        done = self.expect(0, "datasets", "--write", "uniform,bit_width=9,type=uint16", "--size", "64KiB", "--seed", "7")
        values = (self.folder / "uniform-type=uint16-bits=9.uint16.bin").read_bytes()
        digest = hashlib.sha256(values).hexdigest()
        self.assertEqual(done.stdout, f"32768 values of uint16, 65536 bytes, SHA-256 {digest}, are in uniform-type=uint16-bits=9.uint16.bin\n")
        self.expect(0, "run", self.config(datasets=[{"name": "uniform", "bit_width": 9, "type": "uint16"}], codecs=["rle_v1"], seed=7,
                                          variants=["cpu_reference"], size="64KiB"), "--output", "report.json")
        self.assertEqual({c["dataset"]["sha256"] for c in of_columns(self.report())}, {digest})
        self.expect(0, "datasets", "--write", "uniform,bit_width=9,type=uint16", "--size", "64KiB", "--seed", "8", "-o", "other.bin")
        self.assertNotEqual((self.folder / "other.bin").read_bytes(), values)

    def test_a_generated_column_has_8_mebibytes_and_a_file_is_read_whole(self):
        self.expect(0, "datasets", "--write", "MC0", "-o", "mc0.bin")
        self.assertEqual((self.folder / "mc0.bin").stat().st_size, 8 << 20)
        rows = 2_100_000  # more than 8 MiB of values
        (self.folder / "t.csv.gz").write_bytes(gzip.compress(b"a,b\n" + b"1,2\n" * rows, 1))
        self.expect(0, "datasets", "--write", "path=t.csv.gz,format=csv,csv_column=b,type=int64", "--output", "b.bin")
        self.assertEqual((self.folder / "b.bin").read_bytes(), struct.pack("<q", 2) * rows)
        for options in (["--size", "20"], []):
            entry = "path=t.csv.gz,format=csv,csv_column=b,type=int64" + ("" if options else ",size=20")
            done = self.expect(0, "datasets", "--write", entry, *options, "--force", "-o", "b.bin")
            self.assertIn("2 values of int64, 16 bytes", done.stdout)
            self.assertEqual((self.folder / "b.bin").read_bytes(), struct.pack("<qq", 2, 2))

    def test_standard_output_has_the_values_alone(self):
        done = subprocess.run([BINARY, "datasets", "--write", "MC0", "--size", "4096", "-o", "-"], capture_output=True, cwd=self.folder, check=True)
        self.assertEqual(len(done.stdout), 4096)
        self.assertIn(b"512 values of uint64, 4096 bytes", done.stderr)
        with open("/dev/full", "wb") as full:
            done = subprocess.run([BINARY, "datasets", "--write", "MC0", "-o", "-"], stdout=full, stderr=subprocess.PIPE, cwd=self.folder, check=False)
        self.assertEqual(done.returncode, 4)
        self.assertNotIn(b"values", done.stderr)

    def test_nothing_is_overwritten(self):
        (self.folder / "mine").write_text("mine")
        (self.folder / "link").symlink_to("nowhere")
        for name in ("mine", "link"):
            self.expect_refused("datasets", "--write", "MC0", "--size", "4096", "-o", name, says=[name, "exists already", "--force"])
        self.assertEqual((self.folder / "mine").read_text(), "mine")
        self.assertFalse((self.folder / "nowhere").exists())
        self.expect(0, "datasets", "--write", "MC0", "--size", "4096", "-o", "mine", "--force")
        self.assertEqual((self.folder / "mine").stat().st_size, 4096)
        self.expect_refused("datasets", "--write", "MC0", "-o", ".", says=["folder"])
        self.expect_refused("datasets", "--write", "MC0", "-o", "none/x", says=["none/x"])
        with self.pipe("pipe") as content:
            self.expect(0, "datasets", "--write", "MC0", "--size", "4096", "-o", "pipe")
            self.assertEqual(len(content()), 4096)

    def test_a_name_packs_nothing(self):
        for options in ([], ["--force"]):
            self.expect(0, "datasets", "--write", "MC0", "--size", "4096", "-o", "values.gz", *options)
            self.assertEqual((self.folder / "values.gz").stat().st_size, 4096)

    def test_an_interruption_leaves_nothing(self):
        (self.folder / "mine.bin").write_text("mine")
        for number, code, options in ((signal.SIGINT, 130, ["-o", "new.bin"]), (signal.SIGTERM, 143, ["-o", "mine.bin", "--force"])):
            run = subprocess.Popen([BINARY, "datasets", "--write", "uniform,bit_width=8", "--size", "256MiB", *options], cwd=self.folder,
                                   env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            until = time.monotonic() + 120
            while not list(self.folder.glob(".*.bin.??????")) and time.monotonic() < until:
                time.sleep(0.001)
            run.send_signal(number)
            out, error = run.communicate(timeout=60)
            self.assertEqual((run.returncode, out, error), (code, "", "codag: interrupted; no file was written\n"))
            self.assertEqual(os.listdir(self.folder), ["mine.bin"])
            self.assertEqual((self.folder / "mine.bin").read_text(), "mine")

    def test_what_is_refused(self):
        for text, says in (("MC9", "MC9"), ("uniform,bit_width=4,bit_width=8", "stands for 2 datasets"), ("path=none.bin,type=int8", "none.bin"),
                           ("path=none.bin,type=int8,optional=true", "none.bin")):
            with self.subTest(text):
                self.expect_refused("datasets", "--write", text, says=[says])
        self.expect_refused("datasets", "--write", "MC0", "--size", "1", says=["1 bytes"])
        self.expect_refused("datasets", "-o", "x", says=["--write"])
        self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    unittest.main()
