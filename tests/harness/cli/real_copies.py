"""`codag datasets --real`: a user's copies of the paper's columns, judged by size and statistics."""

import gzip
import json
import struct
import unittest

from program import ProgramTest, of_columns


class RealCopies(ProgramTest):
    def copies(self, *real, code=1):
        options = [option for text in real for option in ("--real", text)]
        return json.loads(self.expect(code, "datasets", *options, "--json").stdout)["copies"]

    def test_the_statistics_are_those_of_a_run(self):
        letters = "".join("ACGT"[i * i % 7 % 4] for i in range(300000)).encode()
        (self.folder / "genome.fa.gz").write_bytes(gzip.compress(letters))
        copy, = self.copies("HRG,path=genome.fa.gz")
        self.assertEqual((copy["name"], copy["type"], copy["bytes"], copy["values"]), ("HRG", "uint8", 300000, 300000))
        self.expect(0, "run", self.config(datasets=[{"path": "genome.fa.gz", "type": "uint8"}], codecs=["rle_v1", "rle_v2", "deflate"],
                    variants=["cpu_reference"], chunk_bytes="128KiB", size="1MiB"), "--output", "report.json")
        rows = {c["codec"]: c for c in of_columns(self.report())}
        for codec, row in rows.items():
            self.assertAlmostEqual(copy["copy"][f"{codec}_ratio"], row["ratio"], 9, codec)
        self.assertAlmostEqual(copy["copy"]["rle_v1_symbol_elements"], rows["rle_v1"]["average_symbol_elements"], 9)
        self.assertEqual(copy["sha256"], rows["rle_v1"]["dataset"]["sha256"])
        self.assertIn("values", copy["differs"], "it is much shorter than a genome")
        self.assertEqual(copy["not_judged"], ["rle_v2_ratio", "deflate_symbol_bytes"])
        self.assertFalse(copy["agrees"])

    def test_a_table_for_people(self):
        (self.folder / "trips.csv").write_text("id,payment_type\n" + "".join(f"{i},{'CSH' if i % 3 else 'CRD'}\n" for i in range(5000)))
        (self.folder / "mc0.bin").write_bytes(struct.pack("<4000Q", *(i // 30 for i in range(4000))))
        done = self.expect(1, "datasets", "--real", "TPT,path=trips.csv,format=csv,csv_column=payment_type,csv_text=true", "--real", "MC0,path=mc0.bin")
        lines = done.stdout.splitlines()
        text, mortgage = (next(line for line in lines if line.startswith(name)) for name in ("TPT int8 ", "MC0 uint64 "))
        self.assertIn("0.02 / 7956.43 *", text)  # 5000 fields of 3 letters and a line end, of 7.41 GB
        self.assertTrue(text.endswith("differs") and mortgage.endswith("differs"))
        self.assertIn("trips.csv; the paper's comes from NYC Taxi", done.stdout)
        self.assertIn("* differs by more than 10 %, a number of values by more than 5 %", done.stdout)

    def test_what_is_refused(self):
        (self.folder / "f.bin").write_bytes(bytes(64))
        for text, says in (("MC0", "names no file"), ("path=f.bin", "names no file"), ("MC9,path=f.bin", "the paper has no column 'MC9'"),
                           ("MC0,path=f.bin,size=8", "size is not possible"), ("MC0,path=f.bin,path=g.bin", "a name or a path twice"),
                           ("MC0,path=none.bin", "none.bin"), ("MC0,path=f.bin,type=int3", "int3"), ("MC0,path=f.bin,csv_column=1", "csv_column"),
                           ("MC0,path=f.bin,type=uint8,no", "not KEY=VALUE")):
            with self.subTest(text):
                self.expect_refused("datasets", "--real", text, says=[says])
        self.expect_refused("datasets", "--real", "MC0,path=f.bin", "--size", "1MiB", says=["--size"])


if __name__ == "__main__":
    unittest.main()
