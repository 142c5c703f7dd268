// The page's title, and what its reports are about.

const MOST_NAMES = 3;  // more experiments are counted in the title

function summary(reports) {
  const experiments = [...new Set(reports.map((report) => report.experiment))];
  const names = experiments.length > MOST_NAMES ? `${experiments.length} experiments` : experiments.join(", ");
  document.title = `${names} · codag`;
  const header = document.getElementById("header");
  header.append(element("h1", {}, quoted(names)));
  if (reports.length > 1) return;
  const [{ label, summary: said }] = reports;
  const sentences = [said.cases, said.claims, said.targets, said.note, `Run ${said.run}`].filter(Boolean).map((one) => `${one}.`).join(" ");
  header.append(element("p", {}, element("strong", {}, quoted(label)), ": ", quoted(sentences)));
}

/** Several reports: a row each. */
function reportTable(reports) {
  if (reports.length === 1) return null;
  const columns = [
    { title: "Report", value: (report) => report.label, names: true },
    { title: "Experiment", value: (report) => report.experiment },
    { title: "Cases", value: (report) => [report.summary.cases, report.summary.note].filter(Boolean).join(". ") },
    { title: "Claims", value: (report) => report.summary.claims },
    { title: "Targets", value: (report) => report.summary.targets },
    { title: "Run", value: (report) => report.summary.run },
  ];
  return section("reports", "Reports", table({ caption: "What the reports are about", columns, rows: reports }));
}
