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

/** A table of texts; the first column is a number. */
function listed(caption, heads, lines) {
  const kind = (i) => ({ class: i === 0 ? "number" : false });
  return scrolling(caption, element("table", {}, element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...heads.map((head, i) => element("th", { scope: "col", ...kind(i) }, head)))),
    element("tbody", {}, ...lines.map((cells) => element("tr", {}, ...cells.map((text, i) => element("td", kind(i), text)))))));
}

/** All reasons and the hottest lines of a case as text. */
function details(one) {
  const kernels = [...new Set(one.lines.map((line) => line.function))];
  const several = kernels.length > 1;
  const lines = one.lines.map((line) => [percent(line.share), quoted(line.place), quoted(line.reasons), ...(several ? [quoted(line.function)] : [])]);
  const reasons = one.reasons.map((reason) => [percent(reason.share), quoted(reason.name)]);
  return element("details", {}, element("summary", {}, lines.length ? "The hottest lines and all reasons" : "All reasons"),
    kernels.length === 1 ? element("p", { class: "detail" }, "Kernel: ", quoted(kernels[0])) : "",
    lines.length ? listed("Hottest lines", ["Share", "Source line", "Main reasons", ...(several ? ["Kernel"] : [])], lines) : "",
    listed("Stall reasons", ["Share", "Stall reason"], reasons));
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
