// The page's title, and what each report is about in a sentence or two.

function summary(reports) {
  const names = [...new Set(reports.map((report) => report.experiment))].join(", ");
  document.title = `${names} · codag`;
  const header = document.getElementById("header");
  header.append(element("h1", {}, quoted(names)));
  for (const report of reports) header.append(element("p", {}, element("strong", {}, quoted(report.label)), ": ", quoted(report.summary)));
}
