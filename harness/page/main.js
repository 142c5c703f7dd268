// The page: the sections that have data, in order, and the list of contents.

const data = JSON.parse(document.getElementById("data").textContent);
summary(data.reports);
const charts = [roof(data.reports), stalls(data.reports)].filter(Boolean);
const sections = [
  verdictFigure(data.reports),
  reportTable(data.reports),
  claims(data.reports),
  targets(data.reports),
  machine(data.reports),
  cases(data.reports, charts),
  ...charts.map((chart) => chart.section),
  ablations(data.reports),
  comparison(data.comparison),
  history(data.history),
].filter(Boolean);
document.getElementById("main").append(...sections);
document.getElementById("contents").append(element("ul", {}, ...sections.map((one) =>
  element("li", {}, element("a", { href: `#${one.id}` }, one.querySelector("h2").textContent)))));
