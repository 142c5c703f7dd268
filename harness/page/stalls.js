// Why warps stalled: a bar per case, with the hottest source lines. Each reason has a number, so that nobody depends on its colour.

const mostReasons = 7;

/** The reasons that have a colour of their own: the hottest ones over all cases, the hottest first. */
function hottestReasons(all) {
  const hottest = new Map();
  for (const { reasons } of all)
    for (const { name, share } of reasons) hottest.set(name, Math.max(share, hottest.get(name) ?? 0));
  return [...hottest].sort((a, b) => b[1] - a[1]).slice(0, mostReasons).map(([name]) => name);
}

/** The parts of a case's bar, in the order of the reasons; what is left is "other". */
function partsOf(one, reasons) {
  const share = (name) => one.reasons.find((reason) => reason.name === name)?.share ?? 0;
  const parts = reasons.map((name, i) => ({ title: name, mark: String(i + 1), share: share(name) }));
  const others = one.reasons.filter((reason) => !reasons.includes(reason.name)).reduce((sum, reason) => sum + reason.share, 0);
  return [...parts, { title: "other", mark: "0", share: others }].filter((part) => part.share > 0);
}

function rowsOf(heads, lines) {
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...lines.map((cells) => element("tr", {}, ...cells.map((text) => element("td", {}, text))))));
}

/** All reasons and the hottest lines of a case as text. */
function details(one) {
  const lines = one.lines.map((line) => [percent(line.share), quoted(line.place), quoted(line.reasons), quoted(line.function)]);
  return element("details", {}, element("summary", {}, lines.length ? "All reasons and the hottest lines" : "All reasons"),
    scrolling("Stall reasons", rowsOf(["Stall reason", "Share"], one.reasons.map((reason) => [quoted(reason.name), percent(reason.share)]))),
    lines.length ? scrolling("Hottest lines", rowsOf(["Share", "Source line", "Main reasons", "Kernel"], lines)) : "");
}

/** The section, and a function that shows some of the cases in it. */
function stalls(reports) {
  const all = reports.flatMap((report) => report.stalls.map((one) => ({ report: report.label, ...one })));
  if (all.length === 0) return null;
  const reasons = hottestReasons(all);
  const marked = [...reasons.map((name, i) => [String(i + 1), name]), ["0", "other"]];
  const legend = element("ul", { class: "legend" }, ...marked.map(([mark, name]) =>
    element("li", {}, drawing("svg", { width: "20", height: "20", "aria-hidden": "true" },
      drawing("rect", { width: "20", height: "20", class: `reason-${mark}` }),
      drawing("text", { x: "10", y: "15", "text-anchor": "middle", class: `label-${mark}` }, mark)), " ", quoted(name))));
  const byCase = new Map(all.map((one) => [`${one.report}\n${one.name}`, one]));
  const { list, show } = shortList(20, (some) => element("div", {}, ...some.map((one) =>
    element("figure", {}, element("figcaption", {}, reports.length > 1 ? quoted(`${one.report}: `) : "", quoted(one.name),
      element("span", { class: "detail" }, ` ${number(one.samples)} samples${one.dropped > 0 ? `, ${number(one.dropped)} dropped` : ""}`)),
      stackedBar(partsOf(one, reasons)), details(one)))));
  return {
    section: section("stalls", "Stalls", element("p", {}, "The stall reasons of the sampled warps, as shares of all samples of a case."), legend, list),
    show: (rows) => show(rows.map((row) => byCase.get(`${row.report}\n${row.name}`)).filter(Boolean)),
  };
}
