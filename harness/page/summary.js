// The page's title, and what each report is about in a sentence or two.

const MOST_NAMES = 3;  // more experiments are counted in the title

function summary(reports) {
  const experiments = [...new Set(reports.map((report) => report.experiment))];
  const names = experiments.length > MOST_NAMES ? `${experiments.length} experiments` : experiments.join(", ");
  document.title = `${names} · codag`;
  const header = document.getElementById("header");
  header.append(element("h1", {}, quoted(names)));
  for (const report of reports) header.append(element("p", {}, element("strong", {}, quoted(report.label)), ": ", quoted(report.summary)));
}
