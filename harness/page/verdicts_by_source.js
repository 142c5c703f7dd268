// The figure at the head of a page of several reports: what became of each paper's claims, and of our own targets.

// In the order of the parts of a bar. `mark` is the colour.
const ENDS = [
  { verdict: "reproduced", mark: "3" }, { verdict: "met", mark: "3" }, { verdict: "direction_only", mark: "5" },
  { verdict: "undecided", mark: "7" }, { verdict: "not_reproduced", mark: "6" }, { verdict: "missed", mark: "6" },
  { verdict: "other_baseline", mark: "2" }, { verdict: "other_hardware", mark: "4" }, { verdict: "not_testable", mark: "0" },
];

// Claims name these papers by their authors; the documents call them by what they are about.
const TITLES = { "Shanbhag et al.": "Tile-based decompression", "Sitaridi et al.": "Gompresso" };

/** The paper in "CODAG section V-D, Fig. 8", "CODAG Table V" or "Shanbhag et al., SIGMOD 2022, section 8". */
function paperOf(source) {
  const [name] = source.split(/,| section| Table| Fig/);
  return TITLES[name] ?? name;
}

/** The verdicts of several reports by where the claims are from: name -> verdict -> number. A verdict that is unknown here is left out. */
function verdictsBySource(reports) {
  const found = new Map();
  const count = (name, { verdict }) => {
    if (!found.has(name)) found.set(name, new Map());
    found.get(name).set(verdict, (found.get(name).get(verdict) ?? 0) + 1);
  };
  for (const report of reports) for (const claim of report.claims) count(paperOf(claim.source ?? "claims"), claim);
  for (const report of reports) for (const target of report.targets) count("targets", target);
  return found;
}

function verdictFigure(reports) {
  const found = reports.length > 1 ? verdictsBySource(reports) : new Map();
  if (found.size === 0) return null;
  const list = element("ul", { class: "chart verdicts" }, ...[...found].map(([name, of]) => {
    const ends = ENDS.filter(({ verdict }) => of.has(verdict));
    const all = ends.reduce((sum, { verdict }) => sum + of.get(verdict), 0);
    const parts = ends.map(({ verdict, mark }) => ({ mark, title: words(verdict), text: String(of.get(verdict)), share: of.get(verdict) / all }));
    const said = ends.map(({ verdict }) => `${of.get(verdict)} ${words(verdict)}`).join(", ");
    return element("li", {}, element("span", {}, element("strong", {}, quoted(name)), `: ${plural(all, "verdict")}`), stackedBar(parts), element("span", {}, said));
  }));
  return section("verdicts", "Verdicts by paper",
    element("p", {}, "A claim of several reports counts in each. Other baseline: what the paper compares with did not run, so the number alone says little. Targets are this project's own."), list);
}
