// The ablations: in what a variant differs from the baseline, and what that makes of its throughput.

function ablations(reports) {
  const rows = reports.flatMap((report) => report.ablations.map((one) => ({ report: report.label, ...one })));
  if (rows.length === 0) return null;
  const keys = (row) => row.differs_in.map(({ key, value }) => `${key}: ${value ?? "none"}`).join(", ");
  const varies = (key) => rows.some((row) => row[key] !== rows[0][key]);
  const text = (title, key) => (varies(key) ? [{ title, value: (row) => row[key] }] : []);
  const columns = [
    ...text("Report", "report"),
    { title: "Codec", value: (row) => row.codec, names: true },
    { title: "Variant", value: (row) => row.variant, names: true },
    ...text("Size", "size"), ...text("Chunk", "chunk"),
    { title: "Differs from the baseline in", value: keys },
    { title: "Keys", value: (row) => row.differs_in.length, numeric: true },
    { title: "Speed-up", value: (row) => row.speedup, numeric: true, show: times },
    { title: "Least", value: (row) => row.low, numeric: true, show: times },
    { title: "Greatest", value: (row) => row.high, numeric: true, show: times },
    { title: "Cases", value: (row) => row.cases, numeric: true },
  ];
  return section("ablations", "Ablations",
    element("p", {}, "The speed-up over the baseline ", quoted(baselines(reports)),
      " as the geometric mean of the cases, with the least and the greatest. An ablation differs in one key."),
    table({ caption: "Variants and their speed-ups over the baseline", columns, rows, search: (row) => [row.report, row.codec, row.variant, keys(row)].join("\n"), hint: "by words of the codec, variant or difference" }));
}
