// The cases of all reports in one table. Columns without a value are left out; what is the same in every row is said once.

/** The names of the numbers in a list of named numbers, such as the counts of the cases. */
function namesIn(rows, key) {
  return [...new Set(rows.flatMap((row) => row[key].map((entry) => entry.name)))];
}

/** A column for one name of such a list. */
function countColumn(name) {
  return { title: words(name), numeric: true, value: (row) => row.counts.find((entry) => entry.name === name)?.value ?? null };
}

/** Whether the columns tell every case from every other one; a micro-benchmark's parameters are in its name only. */
function tellsApart(rows) {
  const identity = (row) => [row.report, row.dataset, row.codec, row.variant, row.size, row.chunk, row.kind].join("\n");
  return new Set(rows.map(identity)).size === rows.length;
}

function caseColumns(rows, several) {
  const text = (title, key, names = false) => ({ title, names, plain: true, value: (row) => row[key] });
  const figure = (title, key, show) => ({ title, numeric: true, value: (row) => row[key], show });
  return [
    ...(several ? [text("Report", "report", true)] : []),
    ...(tellsApart(rows) ? [] : [text("Name", "name", true)]),
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

/** The names of the reports' baselines. */
function baselines(reports) {
  return [...new Set(reports.map((report) => report.baseline))].join(", ");
}

/** The section. `charts` follow the filter and the order of its table. */
function cases(reports, charts) {
  const rows = reports.flatMap((report) => report.cases.map((one) => ({ ...one, report: report.label })));
  if (rows.length === 0) return null;
  const filled = caseColumns(rows, reports.length > 1).filter((column) => !rows.every((row) => isMissing(column.value(row))));
  const same = rows.length === 1 ? [] : filled.filter((column) => common(column, rows) !== null);
  const columns = filled.filter((column) => !same.includes(column));
  const notes = [];
  if (rows.some((row) => row.speedup !== null)) notes.push("Speed-up is over the baseline, ", quoted(baselines(reports)), ". ");
  if (rows.some((row) => row.ratio !== null)) notes.push("Ratio is compressed over uncompressed bytes. ");
  if (rows.some((row) => row.noise !== null)) notes.push("± is half of the 95 % interval. ");
  if (rows.some((row) => row.unsure)) notes.push("A ~ marks a number that is less sure than the config asked for.");
  return section("cases", "Cases",
    same.length ? element("p", {}, "In every case: ", ...same.flatMap((column, i) => [i ? ", " : "", `${column.title.toLowerCase()} `, quoted(common(column, rows))]), ".") : "",
    notes.length ? element("p", {}, ...notes) : "",
    table({
      caption: "Cases", columns, rows,
      changed: (shown) => charts.forEach((chart) => chart.show(shown)),
      search: (row) => [row.report, row.name, row.dataset, row.codec, row.variant, row.kind, row.backend, row.status].join("\n"),
      hint: `by words of the dataset, codec, variant, backend, status or name${charts.length ? "; the charts below follow" : ""}`,
    }));
}
