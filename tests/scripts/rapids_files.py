"""The ORC files of scripts/rapids, by the real pyarrow. Skipped where pyarrow can be neither imported nor installed."""
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
sys.path.insert(0, str(SOURCE / "tests/support"))

from python_with import python_with  # noqa: E402

PYTHON = python_with("pyarrow", "pyarrow")


class Files(unittest.TestCase):
    def test_files_have_the_column_in_the_encoding(self):
        with tempfile.TemporaryDirectory() as folder:
            program = (SOURCE / "scripts/rapids").read_text().removesuffix("main()\n") + textwrap.dedent(f"""
                from pyarrow import orc
                import pyarrow
                for type, names in (("int8", OF_INT8), ("int16", OF_OTHERS), ("int32", OF_OTHERS), ("int64", OF_OTHERS)):
                    width = int(type[3:]) // 8
                    raw = b"".join((i // 5 % 256).to_bytes(width, "little") for i in range((1 << 18) // width))
                    for name in names:
                        write_orc({{"pyarrow": pyarrow, "pyarrow.orc": orc}}, raw, type, ENCODINGS[name], "{folder}/file.orc")
                        file = orc.ORCFile("{folder}/file.orc")
                        table = file.read()
                        same = [is_column(table, other) for other in (raw, raw[:-8] + b"abcdefgh", raw + b"12345678", raw[:-8])]
                        print(type, name, file.file_version, file.compression, file.row_index_stride, *same)
                """)
            (pathlib.Path(folder) / "rapids_files.py").write_text(program)
            done = subprocess.run([PYTHON, f"{folder}/rapids_files.py"], capture_output=True, text=True, cwd=folder)
        self.assertEqual(done.stderr, "")
        expected = [f"{type} {name} {'0.11' if name == 'rle_v1' else '0.12'} {'ZLIB' if 'deflate' in name else 'UNCOMPRESSED'} {16384 if name == 'deflate' else 131072 // width}"
                    for type, width in (("int8", 1), ("int16", 2), ("int32", 4), ("int64", 8))
                    for name in (("byte_rle", "deflate") if type == "int8" else ("rle_v1", "rle_v2", "deflate", "rle_v2_deflate"))]
        self.assertEqual(done.stdout.splitlines(), [line + " True False False False" for line in expected])


if __name__ == "__main__":
    unittest.main()
