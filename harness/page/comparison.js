// Two reports side by side, with the verdicts of `codag compare`.

const directions = { same: "", unclear: "", faster: "good", better: "good", slower: "bad", worse: "bad" };

/** A row per value, and one for each case that could not be compared. */
function comparedRows(comparison) {
  return comparison.cases.flatMap((one) => {
    const was = one.base_name && one.base_name !== one.name ? `was called ${one.base_name}` : "";
    const nothing = { name: one.name, measure: "", unit: "", base: null, new: null, ratio: null, verdict: "not compared", note: one.why_not };
    return one.values.length ? one.values.map((value) => ({ name: one.name, ...value, note: [was, value.note].filter(Boolean).join("; ") })) : [nothing];
  });
}

/** "throughput, GB/s". */
function measureOf(row) {
  return [row.measure, row.unit].filter(Boolean).join(", ");
}

function differences(comparison) {
  if (comparison.differences.length === 0) return element("p", {}, "Nothing differs between the runs but their results.");
  const columns = [{ title: "What differs", value: (one) => one.what, names: true }, { title: "Base", value: (one) => one.base }, { title: "New", value: (one) => one.new }];
  return table({ caption: "What differs between the runs", columns, rows: comparison.differences });
}

function means(comparison) {
  if (comparison.means.length === 0) return "";
  const columns = [
    { title: "Geometric mean of", value: (mean) => [mean.codec, mean.variant].filter(Boolean).join(" ") || "all cases", names: true },
    ...(comparison.means.some((mean) => mean.measure !== comparison.means[0].measure) ? [{ title: "Measure", value: (mean) => mean.measure }] : []),
    { title: "New/base", value: (mean) => mean.ratio, numeric: true, show: (ratio) => ratio.toFixed(3) },
    { title: "Cases", value: (mean) => mean.cases, numeric: true },
  ];
  return table({ caption: "Geometric means of the ratios", columns, rows: comparison.means });
}

function comparison(data) {
  if (data === null) return null;
  const rows = comparedRows(data);
  const measures = [...new Set(rows.map(measureOf).filter(Boolean))];
  const columns = [
    { title: "Case", value: (row) => row.name, names: true },
    ...(measures.length > 1 ? [{ title: "Measure", value: measureOf }] : []),
    { title: "Base", value: (row) => row.base, numeric: true },
    { title: "New", value: (row) => row.new, numeric: true },
    { title: "New/base", value: (row) => row.ratio?.value ?? null, numeric: true, show: (ratio) => ratio.toFixed(3) },
    { title: "95 % interval", value: (row) => row.ratio?.low ?? null, numeric: true, show: (_, row) => (row.ratio.low === row.ratio.high ? "exact" : `${row.ratio.low.toFixed(3)} to ${row.ratio.high.toFixed(3)}`) },
    { title: "Verdict", value: (row) => row.verdict, show: (name, row) => element("span", {}, element("span", { class: `verdict ${directions[name] ?? ""}` }, quoted(name)), row.note ? element("span", { class: "detail" }, quoted(row.note)) : "") },
  ];
  return section("comparison", "Comparison",
    element("p", {}, "Base: ", quoted(data.base), ". New: ", quoted(data.new), ". ", quoted(data.summary), "."),
    element("p", {}, quoted(data.rule), "."),
    differences(data),
    means(data),
    table({ caption: measures.length === 1 ? `Compared cases: ${measures[0]}` : "Compared cases", columns, rows,
      search: (row) => [row.name, row.measure, row.verdict].join("\n"), hint: "by words of the case, measure or verdict" }));
}
