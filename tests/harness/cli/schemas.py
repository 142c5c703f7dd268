"""The published schemas: they accept what the program writes and the configs that it reads, and refuse what is wrong."""

import copy
import json
import unittest

from program import CI_CONFIG, SOURCE, ProgramTest, published_schema, stored, stored_reports

try:
    import jsonschema
except ImportError:
    jsonschema = None


def shape(value, key=None):
    """The keys and types of a JSON value, and the words that say what a row is."""
    if isinstance(value, dict):
        return tuple((key, shape(item, key)) for key, item in sorted(value.items()))
    if isinstance(value, list):
        return frozenset(map(shape, value))
    return value if key in ("kind", "status", "backend") else type(value)


def undeclared(value, schema, definitions, place=""):
    """The places of keys that the schema does not know, where it knows the others."""
    schema = next((one for one in schema.get("oneOf", ()) if one.get("type") != "null"), schema)
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    if isinstance(value, list):
        return {at for one in value for at in undeclared(one, schema.get("items", {}), definitions, place)}
    known, others = schema.get("properties", {}), schema.get("additionalProperties")
    if not isinstance(value, dict) or not (known or others):
        return set()
    found = {f"{place}/{key}" for key in value if key not in known and others is None}
    for key, one in value.items():
        found |= undeclared(one, known.get(key, others or {}), definitions, f"{place}/{key}")
    return found


@unittest.skipIf(jsonschema is None, "python3-jsonschema is not installed")
class Schemas(ProgramTest):
    def errors(self, document, schema):
        kind = jsonschema.validators.validator_for(schema)
        kind.check_schema(schema)
        return [f"{error.json_path}: {error.message[:200]}" for error in kind(schema).iter_errors(document)]

    def run_report(self, config, *options):
        self.codag("run", config, "--output", "report.json", *options)
        report = self.report()
        self.assertTrue(report["codag"]["complete"])
        self.assertEqual(report["codag"]["schema_version"], 2)
        return report

    def expect_valid(self, report):
        schema = published_schema(report)
        self.assertEqual(self.errors(report, schema), [])
        if report["codag"]["schema_version"] == 2:
            self.assertEqual(undeclared(report, schema, schema["definitions"]), set())

    def test_reports_of_runs(self):
        claim = {"name": "stores", "source": "a paper", "says": "It moves less.", "value": "/counts/store_lanes",
                 "left": {"schedule": "warp_per_chunk"}, "right": {"schedule": "block_per_chunk"},
                 "statistic": "geomean_ratio", "expected": {"at_least": 0.001}}
        for config in (
                CI_CONFIG,
                self.config(claims=[claim]),
                self.config(codecs=["rle_v1", {"name": "deflate", "level": [6, 9]}], measurements=["verify", "counts"],
                            datasets=["TPC", {"name": "zipf", "type": "uint8", "skew": 1.5}, "entropy"],
                            variants=[{"name": "block_per_chunk", "warps_per_block": [8, 16]}, "cpu_zlib"]),
                self.config(datasets=["MC0", {"name": "gone", "path": "/no/such/file", "type": "uint8"}])):
            with self.subTest(config=json.loads(config.read_text())):
                self.expect_valid(self.run_report(config))
        self.expect_valid(self.run_report(SOURCE / "configs/paper/alu.json", "--backend", "host", "--filter", "/10+$"))

    def test_stored_reports(self):
        self.assertGreater(len(stored_reports()), 10)
        for file in stored_reports():
            with self.subTest(file=file):
                report = stored(file)
                # One row of each shape: a report has up to hundreds, and the validator is slow.
                rows = {shape(row): row for row in reversed(report["codag"]["cases"])}
                report["codag"]["cases"] = list(rows.values())
                self.expect_valid(report)

    def test_wrong_reports_are_refused(self):
        report = self.run_report(self.config())
        row = next(i for i, c in enumerate(report["codag"]["cases"]) if c["kind"] == "decode")
        def refused(change):
            wrong = copy.deepcopy(report)
            change(wrong["codag"], wrong["codag"]["cases"][row])
            self.assertNotEqual(self.errors(wrong, published_schema(report)), [])
        refused(lambda codag, case: codag.update(schema_version=3))
        refused(lambda codag, case: codag["roof"][0].pop("traffic_gbps"))
        for key in ("kind", "parts", "parameters", "encoder_parameters", "traffic_gbps"):
            refused(lambda codag, case: case.pop(key))
        refused(lambda codag, case: case.update(kind="copy"))
        refused(lambda codag, case: case.update(dataset=None))
        refused(lambda codag, case: case["dataset"].pop("parameters"))
        refused(lambda codag, case: case["parts"].update(prefetch_warp=True))
        refused(lambda codag, case: case["parameters"].update(warps_per_block=None))

    def test_stored_configs(self):
        schema = json.loads((SOURCE / "configs/schema.json").read_text())
        configs = sorted(file for file in (SOURCE / "configs").rglob("*.json") if file.name != "schema.json")
        self.assertGreater(len(configs), 10)
        for file in configs:
            with self.subTest(file=file):
                self.assertEqual(self.errors(json.loads(file.read_text()), schema), [])
                self.expect(0, "run", file, "--dry-run")


if __name__ == "__main__":
    unittest.main()
