// Each case over many reports, in the order of time, as `codag history` prints it.

/** The values of a case as a line with a dot per run; the numbers stand beside it. */
function trend(points) {
  const there = points.map((point, i) => [i, point?.value ?? null]).filter(([, value]) => value !== null);
  const values = there.map(([, value]) => value);
  const low = Math.min(...values), high = Math.max(...values);
  const x = (i) => 5 + (points.length > 1 ? (90 * i) / (points.length - 1) : 45);
  const y = (value) => (high > low ? 22 - (18 * (value - low)) / (high - low) : 13);
  const places = there.map(([i, value]) => [x(i).toFixed(1), y(value).toFixed(1)]);
  return drawing("svg", { class: "trend", viewBox: "0 0 100 26", width: "100", height: "26", "aria-hidden": "true" },
    drawing("polyline", { points: places.map((place) => place.join(",")).join(" ") }),
    ...places.map(([cx, cy]) => drawing("circle", { cx, cy, r: "2.5" })));
}

function runName(run) {
  return [run.report, run.time, run.revision, run.gpu].filter(Boolean).join(" · ");
}

function history(all) {
  if (all.length === 0) return null;
  return section("history", "History",
    element("p", {}, "The runs in the order of time, with the change from the run before. A trend goes from the least to the greatest value of its case; sorted by it, cases are in the order of their last change."),
    element("ol", {}, ...all[0].runs.map((run) => element("li", {}, quoted(runName(run))))),
    ...all.map(({ measure, unit, runs, cases }) => {
      const shown = (value, point) => element("span", {}, number(value), element("span", { class: "detail" }, point.change === null ? "" : `${point.change < 0 ? "−" : "+"}${percent(Math.abs(point.change), 2)}`));
      const columns = [
        { title: "Case", value: (row) => row.name, names: true },
        { title: "Trend", value: (row) => row.points.findLast((point) => point)?.change ?? null, show: (_, row) => trend(row.points) },
        ...runs.map((run, i) => ({ title: `${i + 1}. ${run.report}`, numeric: true, value: (row) => row.points[i]?.value ?? null, show: (value, row) => shown(value, row.points[i]) })),
      ];
      const caption = `${words(measure)}${unit ? `, ${unit}` : ""}`;
      return table({ caption, columns, rows: cases, search: (row) => row.name, hint: "by words of the case" });
    }));
}
