"""`codag file`, and the options that replace a config's lists."""

import hashlib
import json
import os
import struct
import unittest

from program import SOURCE, ProgramTest, of_columns


class File(ProgramTest):
    def column(self, name="column.bin"):
        path = self.folder / name
        path.write_bytes(struct.pack("<2000i", *(i // 7 for i in range(2000))))
        return path

    def test_one_file_needs_no_config(self):
        done = self.expect(0, "file", self.column(), "--type", "int32", "--chunk", "4KiB", "--samples", "6", "--output", "report.json")
        self.assertEqual(done.stderr, "", "quiet in a pipe")
        cases = of_columns(self.report())
        self.assertEqual({c["status"] for c in cases} - {"skipped"}, {"ok"})
        ok = [c for c in cases if c["status"] == "ok"]
        self.assertEqual({c["codec"] for c in ok}, {"rle_v1", "rle_v2", "deflate", "vle", "gpu_for", "gpu_dfor", "gpu_rfor", "gpu_star", "none", "nsf", "nsv", "rle", "planner", "gpu_bp", "gpu_vbyte", "gpu_simdbp128", "fastlanes",
                          "gompresso_byte", "gompresso_bit"})
        self.assertIn("cpu_reference", {c["variant"] for c in ok})
        self.assertEqual({c["dataset"]["type"] for c in ok}, {"int32"})
        self.assertIn("8000 bytes uncompressed", done.stdout)
        for c in ok:
            line = next(line for line in done.stdout.splitlines() if line.split()[:2] == [c["codec"], c["variant"]])
            self.assertIn(str(c["compressed_bytes"]), line.split())
            self.assertIn("%.4f" % c["ratio"], line.split())
            self.assertEqual(line.split()[5] == "-", c["gbps"] is None, line)
            self.assertTrue(line.endswith("yes"), line)
            sectors = c["counts"] and "%.1f" % (sum(c["counts"][key] for key in ("load_sectors", "store_sectors")) / (8000 / 1024))
            self.assertEqual(line.split()[-2], sectors or "-")
        self.assertNotIn("skipped", done.stdout, "what does not fit is left out")

    def test_every_codec_with_a_kernel_is_decoded_by_one(self):
        self.expect(0, "file", self.column(), "--type", "int32", "--samples", "6", "--output", "report.json")
        decoded = {c["codec"] for c in of_columns(self.report()) if c["status"] == "ok" and c["backend"] == "host"}
        kernels = {codec for v in self.listed("variants") for codec in v["codecs"] if v["family"] in ("decode", "tile") and not v["name"].startswith("cpu_")}
        self.assertEqual(decoded, kernels)

    def test_a_file_of_bytes(self):
        self.expect(0, "file", self.column(), "--codec", "deflate,level=1,level=9", "--variant", "cpu_zlib",
                    "--samples", "3", "--output", "report.json")
        report = self.report()
        self.assertEqual({c["dataset"]["type"] for c in of_columns(report)}, {"uint8"})
        self.assertEqual(sorted(c["encoder_parameters"]["level"] for c in of_columns(report)), [1, 9])
        for c in of_columns(report):
            self.assertEqual({len(times["samples_s"]) for times in c["time"].values() if times}, {3})
        self.assertEqual(report["codag"]["config"]["codecs"], [{"name": "deflate", "level": [1, 9]}])

    def test_a_csv_column(self):
        (self.folder / "t.csv").write_text("id,price\n" + "".join(f"{i},{i % 3}\n" for i in range(1000)))
        self.expect(0, "file", "t.csv", "--format", "csv", "--csv-column", "price", "--type", "int32",
                    "--variant", "cpu_reference", "--output", "report.json")
        self.assertEqual({c["raw_bytes"] for c in of_columns(self.report())}, {4000})

    def values(self, *entry):
        """What a dataset's entry is read as."""
        self.expect(0, "datasets", "--write", *entry, "--force", "-o", "values.bin")
        return (self.folder / "values.bin").read_bytes()

    def test_small_files_that_are_hard_to_read(self):
        (self.folder / "raw.bin").write_bytes(bytes.fromhex("1f8b0000"))
        self.assertEqual(self.values("path=raw.bin,type=int16,format=raw"), bytes.fromhex("1f8b0000"))
        (self.folder / "numbered.csv").write_text("0,1\n100,101\n102,103\n")
        self.assertEqual(self.values("path=numbered.csv,format=csv,csv_column=0,csv_header=yes,type=int64"), struct.pack("<qq", 100, 102))
        (self.folder / "years.csv").write_text("2019,2020\n7,9\n8,10\n")
        for column in ("1", "2020"):
            self.assertEqual(self.values(f"path=years.csv,format=csv,csv_column={column},csv_header=yes,type=int8"), bytes([9, 10]))
        (self.folder / "pandas.csv").write_text(",0,1\n0,5,6\n1,7,8\n")
        for column, expected in (("0", [0, 1]), ("1", [5, 7]), ("2", [6, 8])):
            self.assertEqual(self.values(f"path=pandas.csv,format=csv,csv_column={column},type=int8"), bytes(expected))
        (self.folder / "signs.csv").write_text("+1.5\n-2\n+3\n")
        self.assertEqual(self.values("path=signs.csv,format=csv,csv_column=0,type=float64"), struct.pack("<ddd", 1.5, -2, 3))
        (self.folder / "a.npy").write_bytes(b"\x93NUMPY\x01\0v\0" + b"{'descr': '>i4', 'fortran_order': False, 'shape': (2, 2), }".ljust(117) + b"\n" + struct.pack(">4i", 1, 2, 3, 4))
        self.assertEqual(self.values("path=a.npy,format=npy,column=1"), struct.pack("<ii", 2, 4))

    def test_the_options_of_a_table(self):
        (self.folder / "t.tsv").write_text("2019\t2020\n" + "7\t9\n" * 1000)
        (self.folder / "t.csv").write_text("7;9\n" * 1000)
        usual = ["--type", "int32", "--codec", "rle_v1", "--variant", "cpu_reference", "--output", "report.json", "--force"]
        for options in (["t.tsv", "--csv-column", "2020", "--csv-header", "yes"], ["t.csv", "--csv-column", "1", "--csv-delimiter", ";", "--csv-header", "no"]):
            self.expect(0, "file", *options, *usual)
            case, = of_columns(self.report())
            self.assertEqual(case["raw_bytes"], 4000)
            self.assertEqual(case["dataset"]["sha256"], hashlib.sha256(struct.pack("<i", 9) * 1000).hexdigest())
        self.expect_refused("file", "t.csv", "--csv-column", "a", "--csv-header", "no", says=["give a number from 0"])
        self.expect_refused("file", "t.csv", "--csv-column", "1", "--csv-delimiter", ";;", says=["one ASCII character"])

    def test_an_array(self):
        header = b"{'descr': '<i4', 'fortran_order': False, 'shape': (1000,), }".ljust(117) + b"\n"
        (self.folder / "a.npy").write_bytes(b"\x93NUMPY\x01\0v\0" + header + struct.pack("<1000i", *range(1000)))
        usual = ["--codec", "rle_v1", "--variant", "cpu_reference", "--output", "report.json", "--force"]
        self.expect(0, "file", "a.npy", *usual)
        case, = of_columns(self.report())
        self.assertEqual((case["dataset"]["type"], case["raw_bytes"]), ("int32", 4000))
        self.expect(0, "file", "a.npy", "--format", "raw", *usual)
        case, = of_columns(self.report())
        self.assertEqual((case["dataset"]["type"], case["raw_bytes"]), ("uint8", 4128))
        (self.folder / "array").write_bytes((self.folder / "a.npy").read_bytes())
        done = self.expect(2, "file", "array", *usual)
        self.assertIn("give the format npy", done.stdout)

    def test_a_folder(self):
        data = self.folder / "data"
        (data / "inner").mkdir(parents=True)
        for name, count in (("a.bin", 1000), ("b.bin", 3000)):
            (data / name).write_bytes(struct.pack(f"<{count}i", *(i // 9 for i in range(count))))
        (data / "odd.bin").write_bytes(b"123")
        (data / "none.bin").touch()
        (data / "t.orc").write_bytes(b"ORC")
        (data / "lost").symlink_to("nowhere")
        (data / "array.npy").write_bytes(b"\x93NUMPY\x01\0v\0" + b"{'descr': '|u1', 'fortran_order': False, 'shape': (500,), }".ljust(117) + b"\n" + bytes(500))
        os.mkfifo(data / "pipe")
        for name in (".hidden", "codag-file.json", "inner/c.bin"):
            (data / name).write_bytes(bytes(8))
        usual = ["--type", "int32", "--codec", "rle_v1", "--codec", "deflate", "--variant", "cpu_reference", "--samples", "2", "--output", "report.json"]
        done = self.expect(2, "file", data, *usual)
        cases = of_columns(self.report())
        self.assertEqual({c["dataset"]["name"] for c in cases}, {"a.bin", "b.bin", "odd.bin", "none.bin", "array.npy"})
        ok = [c for c in cases if c["status"] == "ok"]
        self.assertEqual(len(ok), 6)
        lines = {line.split()[0]: line.split() for line in done.stdout.splitlines() if line.strip()}
        for name, kind in (("a.bin", "int32"), ("b.bin", "int32"), ("array.npy", "uint8")):
            own = [c for c in ok if c["dataset"]["name"] == name]
            smallest = min(own, key=lambda c: c["compressed_bytes"])
            fastest = max(own, key=lambda c: c["gbps"])
            self.assertEqual(lines[name][1:], [kind, str(smallest["raw_bytes"]), smallest["codec"] + "/128KiB", f"{smallest['ratio']:.4f}",
                                               fastest["name"].removeprefix(name + "/"), f"{fastest['gbps']:.2f}"])
        self.assertEqual(lines["3"][:3], ["3", "files", "16500"])
        for codec in ("rle_v1", "deflate"):
            compressed = sum(c["compressed_bytes"] for c in ok if c["codec"] == codec)
            self.assertEqual(lines[codec + "/128KiB"][1:], ["3", "16500", str(compressed), f"{compressed / 16500:.4f}"])
        refused = done.stdout[done.stdout.index("5 files were refused:"):].splitlines()[1:6]
        for line, says in zip(refused, (("lost", "is a link to a file that does not exist"), ("none.bin", "holds no values"), ("odd.bin", "3 bytes are not a whole number"), ("pipe", "is a pipe"),
                                        ("t.orc", "give the name of a column")), strict=True):
            for text in says:
                self.assertIn(text, line)
        for name in ("lost", "none.bin", "odd.bin", "pipe", "t.orc"):
            (data / name).unlink()
        done = self.expect(0, "file", data, *usual, "--force")
        self.assertNotIn("refused", done.stdout)
        self.expect_refused("file", data / "inner", "--format", "orc", *usual, says=["c.bin", "column", "no other file"])
        (data / "inner/c.bin").unlink()
        self.expect_refused("file", data / "inner", says=["has no files"])

    def test_why_nothing_fits(self):
        done = self.expect(3, "file", self.column(), "--codec", "rle_v1", "--variant", "cpu_zlib", "--strict",
                           "--output", "report.json")
        self.assertNotIn("compressed", done.stdout, "there is no table")
        self.assertIn("skipped: codec rle_v1 has no variant cpu_zlib", done.stdout)

    def test_a_file_without_values_leaves_a_report(self):
        """Cases of variants that a codec lacks are skipped, also if the file cannot be read: their names may be earlier ones of others."""
        (self.folder / "empty").write_bytes(b"")
        done = self.expect(2, "file", "empty", "--output", "report.json")
        self.assertIn("empty: holds no values", done.stdout)
        self.assertNotIn("has no variant", done.stdout)
        shown = self.expect(0, "show", "report.json")
        self.assertIn("codec deflate has no variant warp_per_chunk/lanes/shared", shown.stdout)
        self.column()
        self.expect(2, "file", ".", "--output", "folder.json", "--codec", "deflate")
        self.expect(0, "show", "folder.json")

    def test_what_is_refused(self):
        self.expect_refused("file", "none.bin", says=["none.bin"])
        self.expect_refused("file", self.column(), "--type", "int33", says=["int33", "int32"])
        self.expect_refused("file", self.column(), "--codec", "deflat", says=["--codec deflat", "deflate"])
        self.expect_refused("file", self.column(), "--codec", "deflate,9", says=["--codec", "KEY=VALUE"])
        self.expect_refused("file", self.column(), "--chunk", "some", says=["--chunk", "some"])
        self.expect_refused("file", self.column("\udcff.bin"), says=["not UTF-8"])
        self.expect_refused("file", self.column(), "--csv-column", "\udcff", says=["not UTF-8"])


class Overrides(ProgramTest):
    def names(self, *options):
        listed = self.expect(0, "run", self.config(), "--dry-run", *options).stdout.splitlines()[:-1]
        traffic = ("copy/", "read/", "write/")
        return [line.split()[0] for line in listed if not line.startswith(traffic)]

    def test_each_list_is_replaced(self):
        self.column = self.folder / "c.bin"
        self.column.write_bytes(bytes(1000))
        names = self.names("--dataset", "TPC", "--dataset", "uniform,bit_width=4,bit_width=8", "--dataset", "path=c.bin,type=int8",
                           "--codec", "rle_v1", "--codec", "rle_v2", "--variant", "cpu_reference", "--chunk", "8KiB",
                           "--chunk", "16KiB")
        datasets = ["TPC", "uniform/bits=4", "uniform/bits=8", "c.bin"]
        self.assertEqual(sorted(names), sorted(f"{d}/{c}/cpu_reference/{size}KiB" for d in datasets
                                               for c in ("rle_v1", "rle_v2") for size in (8, 16)))

    def test_commas_belong_to_paths(self):
        names = {"a,b.bin": "path=a,b.bin,type=int8", "c,.bin": "path=c,.bin,type=int8,size=64", "d,type=int8": '{"path": "d,type=int8", "type": "int8"}'}
        for file, entry in names.items():
            (self.folder / file).write_bytes(bytes(100))
            self.assertEqual(self.names("--dataset", entry, "--codec", "rle_v1", "--variant", "cpu_reference"), [file + "/rle_v1/cpu_reference/4KiB"])
        (self.folder / "t.csv").write_text("a,b\n1,2\n")
        self.expect(0, "datasets", "--write", "path=t.csv,type=int8,format=csv,csv_delimiter=,,csv_column=b", "-o", "b.bin")
        self.assertEqual((self.folder / "b.bin").read_bytes(), b"\2")
        self.expect_refused("run", self.config(), "--dataset", "path=a,b.bin,type=int8,no", says=["no", "KEY=VALUE"])

    def test_the_examples_of_the_help(self):
        help_text = self.expect(0, "run", "--help").stdout
        examples = [line.split()[1:] for line in help_text[help_text.index("Examples:"):].splitlines() if line.startswith("  codag run")]
        self.assertGreater(len(examples), 4)
        for example in examples:
            with self.subTest(example):
                arguments = [str(SOURCE / a) if a.startswith("configs/") else a for a in example if a not in ("--resume", "--dry-run")]
                self.expect(0, *arguments, "--dry-run")

    def test_they_are_recorded(self):
        options = ["--dataset", "path=c.bin,type=int16", "--codec", "rle_v1", "--variant", "cpu_reference", "--samples", "2"]
        (self.folder / "c.bin").write_bytes(bytes(4096))
        self.expect(0, "run", self.config(), *options, "--output", "report.json")
        recorded = self.report()["codag"]["config"]
        self.assertEqual(recorded["datasets"], [{"path": str(self.folder / "c.bin"), "type": "int16"}])
        self.assertEqual((recorded["codecs"], recorded["variants"]), (["rle_v1"], ["cpu_reference"]))
        self.assertEqual((recorded["time"]["min_samples"], recorded["time"]["max_samples"]), (2, 2))
        self.assertIn("path=c.bin,type=int16", self.report()["codag"]["provenance"]["command_line"])

    def test_what_is_refused(self):
        config = self.config()
        for option, value, says in (
                ("--dataset", "MC9", ["--dataset MC9", "MC0"]),
                ("--dataset", "path=c.bin", ["--dataset path=c.bin", "type"]),
                ("--variant", "block_per_chunk,warps=8", ["--variant block_per_chunk,warps=8", "warps_per_block"]),
                ("--variant", "block_per_chunk,=8", ["--variant", "KEY=VALUE"]),
                ("--samples", "1000001", ["codag: --samples: expected a whole number from 1 to 1000000", "found 1000001"]),
                ("--samples", "18446744073709551615", ["codag: --samples: "]),
                ("--codec", "", ["--codec"])):
            with self.subTest(option=option, value=value):
                self.expect_refused("run", config, option, value, says=says)
        alu = self.folder / "alu.json"
        alu.write_text(json.dumps({"experiment": "a", "microbenchmark": {"name": "alu", "operations_per_access": [1]}}))
        self.expect_refused("run", alu, "--codec", "rle_v1", says=["micro-benchmark"])


if __name__ == "__main__":
    unittest.main()
