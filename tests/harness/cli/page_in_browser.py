"""`codag page` in headless Chromium: contents, sorting, filtering, the keyboard, narrow and dark windows, hostile names."""

import collections
import json
import re
import sys
import unittest

import chromium
from program import SOURCE, ProgramTest, stored

RESULTS = SOURCE / "results/h200"
FIXED = SOURCE / "tests/support/reports"


class Page(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.browser = chromium.Browser()
        cls.addClassCleanup(cls.browser.close)

    def open(self, *reports, **window):
        self.expect(0, "page", *reports, "--output", "page.html", "--force")
        return self.show(**window)

    def show(self, **window):
        """Opens page.html. Whatever else the test looks at, the page asks for nothing and has no complaint."""
        file = self.folder / "page.html"
        tab = chromium.Tab(self.browser, file, **window)
        self.addCleanup(lambda: self.assertEqual((tab.complaints(), tab.requests()), ([], [file.as_uri()])))
        return tab

    def texts(self, tab, selector):
        return tab.value(f"[...document.querySelectorAll({json.dumps(selector)})].map((e) => e.innerText)")

    def column(self, tab, number, section="cases"):
        return self.texts(tab, f"#{section} tbody tr > :nth-child({number})")

    def expect_narrow(self, tab, width):
        """The page does not scroll sideways."""
        self.assertEqual(tab.value("document.documentElement.scrollWidth"), width)

    def write(self, report, name="report.json"):
        (self.folder / name).write_text(json.dumps(report))
        return name

    def expect_accessible(self, tab):
        """Landmarks, headings in order, names of tables and charts, and nothing that moves."""
        self.assertEqual(tab.value("['header', 'nav', 'main', 'footer'].map((tag) => document.querySelectorAll(`body > ${tag}`).length)"), [1, 1, 1, 1])
        self.assertEqual(tab.value("document.documentElement.lang"), "en")
        levels = tab.value("[...document.querySelectorAll('h1, h2, h3, h4')].map((e) => Number(e.tagName[1]))")
        self.assertEqual(levels[0], 1)
        self.assertTrue(all(after <= before + 1 for before, after in zip(levels, levels[1:])), levels)
        self.assertEqual(tab.value("[...document.querySelectorAll('table')].filter((e) => !e.caption?.textContent).length"), 0)
        self.assertEqual(tab.value("[...document.querySelectorAll('svg')].filter((e) => !e.hasAttribute('aria-hidden') && !e.getAttribute('aria-label')).length"), 0)
        self.assertEqual(tab.value("document.getAnimations().length"), 0)

    def test_the_sections_of_a_report(self):
        tab = self.open(RESULTS / "fig5.json.gz")
        codag = stored(RESULTS / "fig5.json.gz")["codag"]
        self.assertEqual(tab.value("document.title"), "fig5 · codag")
        titles = ["Claims", "Machine", "Cases", "Throughput against the roof", "Stalls", "Ablations"]
        self.assertEqual(self.texts(tab, "main h2"), titles)
        self.assertEqual(self.texts(tab, "nav a"), titles)
        self.assertEqual(self.texts(tab, "h1"), ["fig5"])
        self.assertIn(f"{len(codag['cases'])} cases", self.texts(tab, "header p")[0])
        verdicts = [text.split(" ", 1)[1].replace(" ", "_") for text in self.texts(tab, "#claims .verdict")]
        self.assertEqual(verdicts, [claim["verdict"] for claim in codag["claims"]])
        self.assertEqual(len(self.column(tab, 1)), len(codag["cases"]))
        bars = [case for case in codag["cases"] if case["roof_share"] is not None]
        self.assertEqual(self.texts(tab, "#roof li .number:nth-child(3)"), [f"{100 * case['roof_share']:.1f} %" for case in bars])
        fills = tab.value("[...document.querySelectorAll('#roof .bar-fill')].map((e) => e.getBBox().width / e.ownerSVGElement.getBoundingClientRect().width)")
        for fill, case in zip(fills, bars, strict=True):
            self.assertAlmostEqual(fill, case["roof_share"], 2)
        profiled = [case for case in codag["cases"] if case.get("stalls")]
        tab.value("[...document.querySelectorAll('#stalls button')].forEach((b) => b.click())")
        self.assertEqual(len(self.texts(tab, "#stalls figure")), len(profiled))
        hottest = max(profiled[0]["stalls"]["reasons"].items(), key=lambda reason: reason[1]["share"])
        label = tab.value("document.querySelector('#stalls figure svg').getAttribute('aria-label')")
        self.assertIn(f"{hottest[0]} {100 * hottest[1]['share']:.1f} %", label)
        parts = tab.value("[...document.querySelectorAll('#stalls figure:first-child rect')].map((e) => ['x', 'width'].map((name) => parseFloat(e.getAttribute(name))))")
        for (begin, width), (after, _) in zip(parts, [*parts[1:], (100, 0)]):
            self.assertAlmostEqual(begin + width, after, 3)
        line = profiled[0]["stalls"]["lines"][0]
        tab.value("document.querySelector('#stalls details').open = true")
        self.assertIn(f"{line['file']}:{line['line']}", self.texts(tab, "#stalls details td:nth-child(2)"))
        self.expect_accessible(tab)

    def test_sorting_and_filtering(self):
        report = json.loads((FIXED / "fig7.json").read_text())
        codag = report["codag"]
        codag["cases"][7] |= {"status": "skipped", "reason": "no file", "gbps": None}
        tab = self.open(self.write(report))
        sort = "[...document.querySelectorAll('#cases thead button')].find((b) => b.textContent.startsWith('GB/s'))"
        position = tab.value(f"[...document.querySelectorAll('#cases thead th')].indexOf({sort}.parentElement) + 1")
        state = f"{sort}.parentElement.getAttribute('aria-sort')"
        self.assertEqual(tab.value(state), "none")
        measured = sorted(case["gbps"] for case in codag["cases"] if case["gbps"] is not None)
        absent = len(codag["cases"]) - len(measured)
        self.assertEqual(absent, 1)
        for direction, expected in (("ascending", measured), ("descending", measured[::-1])):
            tab.value(f"{sort}.click()")
            self.assertEqual(tab.value(state), direction)
            numbers = [text.lstrip("~").replace(",", "") for text in self.column(tab, position)]
            for shown, value in zip(numbers, expected):
                self.assertAlmostEqual(float(shown) / value, 1, 3)
            self.assertTrue(all(text.startswith("–") for text in numbers[len(measured):]), "absent values are last")
            self.assertEqual(len(numbers), len(codag["cases"]))
        self.assertEqual(tab.value("document.querySelectorAll('#cases [aria-sort=none]').length"), tab.value("document.querySelectorAll('#cases thead th').length") - 1)

        tab.value("document.querySelector('#cases input').focus()")
        tab.type("TPC  RLE_v2 block")
        left = [case for case in codag["cases"] if all(part in case["name"].lower() for part in ("tpc", "rle_v2", "block"))]
        self.assertGreater(len(left), 0)
        self.assertEqual(len(self.column(tab, 1)), len(left))
        self.assertEqual(self.texts(tab, "#cases [role=status]"), [f"{len(left)} of {len(codag['cases'])} rows"])
        self.assertEqual(len(self.texts(tab, "#roof li .bar-fill")), len([case for case in left if case["roof_share"] is not None]))
        tab.value("document.querySelector('#cases input').select()")
        tab.type("skipped")
        self.assertEqual(len(self.column(tab, 1)), len([case for case in codag["cases"] if case["status"] == "skipped"]))

    def test_the_keyboard_reaches_everything(self):
        tab = self.open(RESULTS / "fig5.json.gz")
        tab.press("Tab")
        self.assertEqual(tab.value("document.activeElement.innerText"), "Skip to the contents")
        self.assertGreater(tab.value("document.activeElement.getBoundingClientRect().height"), 10)
        self.assertNotEqual(tab.value("getComputedStyle(document.activeElement).outlineStyle"), "none")
        stops = "a, button:not([disabled]), input, summary, [tabindex='0']"
        reachable = tab.value(f"[...document.querySelectorAll({json.dumps(stops)})].filter((e) => e.checkVisibility()).length")
        for _ in range(reachable - 1):
            tab.press("Tab")
            self.assertNotEqual(tab.value("document.activeElement.tagName"), "BODY")
        self.assertTrue(tab.value("document.activeElement.closest('#ablations') !== null"), "the last stop is in the last section")
        tab.value("document.querySelector('#cases thead button').focus()")
        for order in ("ascending", "descending"):
            tab.press("Enter", "\r")
            self.assertEqual(tab.value("document.activeElement.parentElement.getAttribute('aria-sort')"), order)

    def test_narrow_and_dark_windows(self):
        colours = {}
        for dark, reports in ((False, ["fig5"]), (False, ["fig2", "fig5"]), (True, ["fig2", "fig3", "fig5"])):
            tab = self.open(*(RESULTS / f"{name}.json.gz" for name in reports), width=360, height=740, dark=dark)
            tab.value("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
            self.expect_narrow(tab, 360)
            colours[dark] = tab.value("['backgroundColor', 'color'].map((name) => getComputedStyle(document.body)[name].match(/\\d+/g).map(Number))")
        (light_paper, light_ink), (dark_paper, dark_ink) = colours[False], colours[True]
        self.assertGreater(sum(light_paper), sum(light_ink) + 500)
        self.assertGreater(sum(dark_ink), sum(dark_paper) + 500)

    def test_two_reports_and_three(self):
        compared, = json.loads(self.expect(0, "compare", FIXED / "fig7.json", RESULTS / "fig5.json.gz", "--format", "json").stdout)
        tab = self.open(FIXED / "fig7.json", RESULTS / "fig5.json.gz")
        shown = self.texts(tab, "#comparison .table:last-child .verdict")
        self.assertEqual(shown, [value["verdict"] for case in compared["cases"] for value in case["values"] or [{"verdict": "not compared"}]])
        tab = self.open(*(RESULTS / f"{name}.json.gz" for name in ("fig2", "fig3", "fig7")))
        self.assertEqual(len(self.texts(tab, "#history ol li")), 3)
        history, = tab.value("JSON.parse(document.getElementById('data').textContent).history")
        self.assertEqual(self.column(tab, 1, "history"), [case["name"] for case in history["cases"]])
        dots = [sum(point is not None for point in case["points"]) for case in history["cases"]]
        self.assertEqual(tab.value("[...document.querySelectorAll('#history .trend')].map((e) => e.querySelectorAll('circle').length)"), [n for n in dots if n > 1])
        self.assertEqual(set(dots), {2, 3})

    def test_several_reports_begin_with_what_became_of_each_papers_claims(self):
        reports = [RESULTS / f"{name}.json.gz" for name in ("fig5", "table5", "cuvle_table1", "tiles_fig7", "fast")]
        tab = self.open(*reports)
        self.assertEqual(self.texts(tab, "h2")[0], "Verdicts by paper")
        paper = lambda source: re.split(",| section| Table| Fig", source)[0].replace("Shanbhag et al.", "Tile-based decompression")
        of = collections.defaultdict(collections.Counter)
        for codag in (stored(report)["codag"] for report in reports):
            for claim in codag["claims"]:
                of[paper(claim["source"])][claim["verdict"].replace("_", " ")] += 1
            of["targets"].update(target["verdict"].replace("_", " ") for target in codag["targets"])
        self.assertEqual(set(of), {"CODAG", "CUVLE", "Tile-based decompression", "targets"})
        self.assertEqual(self.texts(tab, "#verdicts li strong"), [*sorted(set(of) - {"targets"}), "targets"])
        shown = dict(zip(self.texts(tab, "#verdicts li strong"), self.texts(tab, "#verdicts li > :last-child")))
        for name, counts in of.items():
            self.assertEqual({part.split(" ", 1)[1]: int(part.split(" ", 1)[0]) for part in shown[name].split(", ")}, dict(counts))
        self.assertNotIn("Verdicts by paper", self.texts(self.open(RESULTS / "fig5.json.gz"), "h2"))  # one report says it in its head

    def test_hostile_names_stay_text(self):
        hostile = "</script><script>window.hit = 1</script><img src=http://127.0.0.1/x onerror=hit()>\"'&amp;\u202e\u2067\u2028\u05d0 {{data}} __proto__"
        shown = hostile.replace("\u202e", "\\u202e").replace("\u2067", "\\u2067").replace("\u2028", "\\u2028")
        report = stored(RESULTS / "fig2.json.gz")
        codag = report["codag"]
        codag["experiment"] = codag["baseline"] = hostile
        codag["claims"] = [{"name": hostile, "source": hostile, "says": hostile, "expected": {"at_least": 1}, "verdict": hostile,
                            "hardware": hostile, "measured": None, "pairs": 0, "reason": hostile + "\x1b[2J\n"}]
        codag["provenance"]["gpu"] |= {"name": hostile, "driver": hostile, hostile: hostile}
        codag["provenance"]["command_line"] = hostile
        for i, case in enumerate(codag["cases"]):
            case |= {"name": f"{hostile}{i}", "variant": hostile, "codec": hostile, "backend": hostile, "note": hostile}
            if case["dataset"]:
                case["dataset"] |= {"name": hostile, "sha256": "0" * 64}
                case["differs_in"], case["parts"] = [hostile], {hostile: hostile}
            if case.get("stalls"):
                case["stalls"]["reasons"][hostile] = {"samples": 1, "not_issued": 1, "share": 0.5, "not_issued_share": 0.5}
                case["stalls"]["lines"][0] |= {"file": hostile, "function": hostile + "\x9b"}
        codag["cases"][0] |= {"status": hostile, "reason": hostile}
        names = [self.write(report, f"{letter}<script>\u05d0\u202e.json") for letter in "abc"]
        for reports in (names[:2], names):
            tab = self.open(*reports, width=360)
            self.assertIsNone(tab.value("window.hit ?? null"))
            self.assertEqual(tab.value("document.querySelectorAll('img').length"), 0)
            self.assertEqual(tab.value("document.scripts.length"), 2)
            self.assertEqual(self.texts(tab, "h1"), [shown])
            self.assertIn(shown, self.texts(tab, "#claims tbody th bdi"))
            self.assertIn(shown + "0", self.texts(tab, "#roof li bdi"))
            tab.value("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
            for selector in ("#machine td", "#stalls td", "#ablations td", "#cases th"):
                self.assertTrue(any(shown in text for text in self.texts(tab, selector)), selector)
            self.assertNotRegex(tab.value("document.body.innerText"), "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]")
            # Text of reports stands in an element of its own direction.
            self.assertEqual(tab.value("[...document.querySelectorAll('bdi')].filter((e) => getComputedStyle(e).unicodeBidi !== 'isolate').length"), 0)
            self.assertNotIn("\u05d0", tab.value("[...document.querySelectorAll('bdi')].reverse().forEach((e) => e.remove()) ?? document.body.innerText"))
            self.expect_narrow(tab, 360)

    def test_10000_cases(self):
        self.expect(0, "page", FIXED / "fig7.json", "--output", "page.html")
        before, block, after = (self.folder / "page.html").read_text().partition('id="data">')
        block, end, after = after.partition("</script>")
        data = json.loads(block)
        cases = data["reports"][0]["cases"]
        data["reports"][0]["cases"] = [cases[i % len(cases)] | {"name": f"case{i}", "dataset": f"D{i}", "gbps": i + 0.5} for i in range(10000)]
        (self.folder / "page.html").write_text(f'{before}id="data">{json.dumps(data)}{end}{after}')
        tab = self.show()
        # Each step is a fraction of a second of the browser's time, on a slow machine, too.
        def milliseconds(action):
            return tab.value(f"(() => {{ const begin = performance.now(); {action}; document.body.offsetHeight; return performance.now() - begin; }})()")
        self.assertLess(tab.value("performance.timing.loadEventEnd - performance.timing.navigationStart"), 3000)
        self.assertLess(len(self.column(tab, 1)), 1000)
        self.assertEqual(self.texts(tab, "#cases [role=status]"), ["10,000 rows; 1 to 250 are shown"])
        click = "[...document.querySelectorAll('#cases button')].find((b) => b.textContent.startsWith('{}')).click()".format
        self.assertLess(milliseconds(click("GB/s") + ";" + click("GB/s")), 2000)
        self.assertEqual(self.column(tab, 1)[0], "D9999")
        self.assertLess(milliseconds(click("Next rows")), 1000)
        self.assertEqual(self.column(tab, 1)[0], "D9749")
        typed = "const input = document.querySelector('#cases input'); input.value = '{}'; input.dispatchEvent(new Event('input'))".format
        self.assertEqual(self.texts(tab, "#cases [role=status]"), ["10,000 rows; 251 to 500 are shown"])
        self.assertLess(milliseconds(typed("case4321")), 1000)
        self.assertEqual(self.column(tab, 1), ["D4321"])
        self.assertLess(milliseconds(typed("case99")), 1000)
        self.assertEqual(len(self.column(tab, 1)), 111)
        self.assertLess(milliseconds(typed("case9") + ";" + click("All rows")), 5000)
        self.assertEqual(tab.value("document.querySelectorAll('#cases tbody tr').length"), 1111)
        self.assertEqual(self.texts(tab, "#cases [role=status]"), ["1,111 of 10,000 rows"])


if __name__ == "__main__":
    if chromium.BINARY is None:
        print("no chromium: install Debian's package chromium")
        sys.exit(77)
    unittest.main()
