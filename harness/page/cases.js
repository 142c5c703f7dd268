// The cases of all reports in one table. Columns without a value are left out; what is the same in every row is said once.

/** The names of the numbers in a list of named numbers, such as the counts of the cases. */
function namesIn(rows, key) {
  return [...new Set(rows.flatMap((row) => row[key].map((entry) => entry.name)))];
}

/** A column for one name of such a list. */
function countColumn(name) {
  return { title: words(name), numeric: true, value: (row) => row.counts.find((entry) => entry.name === name)?.value ?? null };
}

function caseColumns(rows) {
  const text = (title, key, names = false) => ({ title, names, plain: true, value: (row) => row[key] });
  const figure = (title, key, show) => ({ title, numeric: true, value: (row) => row[key], show });
  return [
    text("Report", "report", true),
    text("Dataset", "dataset", true),
    text("Codec", "codec", true),
    text("Variant", "variant", true),
    text("Size", "size"),
    text("Chunk", "chunk"),
    text("Kind", "kind"),
    text("Backend", "backend"),
    { title: "Status", value: (row) => row.status, show: (status, row) => element("span", { class: status === "ok" ? false : "bad" }, quoted(words(status)), row.reason ? element("span", { class: "detail" }, quoted(row.reason)) : "") },
    figure("GB/s", "gbps", (value, row) => (row.unsure ? "~" : "") + number(value)),
    figure("10⁹ operations/s", "operations", (value, row) => (row.unsure ? "~" : "") + number(value)),
    figure("± of it", "noise", (value) => percent(value, 2)),
    figure("Of roof", "roof_share", (value) => percent(value)),
    figure("Speed-up", "speedup", times),
    figure("Ratio", "ratio"),
    figure("J/GB", "joules_per_gb"),
    ...namesIn(rows, "counts").map(countColumn),
    { title: "Damaged chunks", value: (row) => row.damage.map((entry) => `${words(entry.name)} ${entry.value}`).join(", ") },
    { title: "Note", value: (row) => row.note, show: (note) => element("span", { class: "detail" }, quoted(note)) },
  ];
}

/** What every row of a column has; null if they differ. */
function common(column, rows) {
  const value = column.value(rows[0]);
  return column.plain && value !== "" && rows.every((row) => column.value(row) === value) ? value : null;
}

function cases(reports, changed) {
  const rows = reports.flatMap((report) => report.cases.map((one) => ({ ...one, report: report.label })));
  if (rows.length === 0) return null;
  const filled = caseColumns(rows).filter((column) => rows.some((row) => ![null, ""].includes(column.value(row))));
  const same = rows.length === 1 ? [] : filled.filter((column) => common(column, rows) !== null);
  const columns = filled.filter((column) => !same.includes(column));
  const notes = ["Speed-up is over the baseline, ", quoted([...new Set(reports.map((report) => report.baseline))].join(", ")), "; ratio is compressed over uncompressed bytes; ± is half of the 95 % interval."];
  if (rows.some((row) => row.unsure)) notes.push(" A ~ marks a number that is less sure than the config asked for.");
  return section("cases", "Cases",
    same.length ? element("p", {}, "In every case: ", ...same.flatMap((column, i) => [i ? ", " : "", `${column.title.toLowerCase()} `, quoted(common(column, rows))]), ".") : "",
    rows.some((row) => row.gbps !== null) ? element("p", {}, ...notes) : "",
    table({
      caption: "Cases", columns, rows, changed,
      search: (row) => [row.report, row.name, row.dataset, row.codec, row.variant, row.kind, row.backend, row.status].join("\n"),
      hint: "by words of the dataset, codec, variant, backend, status or name; the charts below follow",
    }));
}
