// The throughput against the roof: a bar per case, in the order of the table of cases.

/** The section, and a function that shows some of the cases in it. */
function roof(reports) {
  const has = (row) => row.roof_share !== null;
  if (!reports.some((report) => report.cases.some(has))) return null;
  const several = reports.length > 1;
  const { list, show } = shortList(50, (rows) => element("ul", { class: "chart" }, ...rows.map((row) => element("li", {},
    element("span", {}, several ? quoted(`${row.report}: `) : "", quoted(row.name)),
    bar(row.roof_share),
    element("span", { class: "number" }, percent(row.roof_share)),
    element("span", { class: "number" }, row.gbps === null ? absent() : `${number(row.gbps)} GB/s`)))));
  const roofs = reports.flatMap((report) => report.roofs.map((one) =>
    element("li", {}, several ? quoted(`${report.label}: `) : "", "highest memory traffic on ", quoted(one.backend),
      `${one.size ? ` at ${one.size}` : ""}: ${number(one.gbps)} GB/s`)));
  const all = section("roof", "Throughput against the roof",
    element("p", {}, "The roof of a case is the time that its own bytes, compressed data in and values out, would take at the highest memory traffic of the same run and size. A full bar is the roof; the lines are at 25, 50 and 75 %."),
    element("ul", {}, ...roofs), list);
  return { section: all, show: (rows) => show(rows.filter(has)) };
}
