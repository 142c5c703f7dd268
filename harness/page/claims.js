// The claims and our own targets: what was expected, what this GPU says, and the report's verdict.

const signs = {
  reproduced: "✓", met: "✓", direction_only: "↗", undecided: "?", not_reproduced: "✗", missed: "✗",
  other_baseline: "△", other_hardware: "△", not_testable: "○",
};

/** The verdict as a word with a sign, so that it does not depend on its colour. */
function verdict(name) {
  return element("span", { class: `verdict ${name in signs ? name : ""}` }, `${signs[name] ?? ""} `, quoted(words(name)));
}

function claims(reports) {
  return verdicts(reports, { list: "claims", heading: "Claims", one: "Claim", wanted: "The paper says" });
}

function targets(reports) {
  return verdicts(reports, { list: "targets", heading: "Targets", one: "Target", wanted: "Wanted" });
}

function verdicts(reports, { list, heading, one, wanted }) {
  const all = reports.flatMap((report) => report[list].map((claim) => ({ report: report.label, ...claim })));
  if (all.length === 0) return null;
  // The same claim of several reports stands together.
  const rows = [...new Set(all.map((claim) => claim.name))].flatMap((name) => all.filter((claim) => claim.name === name));
  const spread = (claim) => (claim.low === null || claim.pairs < 2 ? null : claim.high - claim.low);
  const columns = [
    { title: one, value: (claim) => claim.name, names: true, show: (name, claim) => element("span", {}, quoted(name), says(claim)) },
    ...(reports.length > 1 ? [{ title: "Report", value: (claim) => claim.report }] : []),
    { title: wanted, value: (claim) => claim.paper },
    { title: "This GPU says", value: (claim) => claim.measured, numeric: true },
    { title: "95 % interval", value: (claim) => claim.interval },
    { title: "Verdict", value: (claim) => claim.verdict, show: (name, claim) => element("span", {}, verdict(name), why(claim)) },
    { title: "Spread", value: spread, numeric: true, show: (_, claim) => `${number(claim.low)} to ${number(claim.high)}` },
    { title: "Pairs", value: (claim) => claim.pairs, numeric: true },
  ];
  return section(list, heading,
    element("p", {}, `Spread is the least and the greatest of the numbers, one per pair of cases, that a ${one.toLowerCase()} sums up.`),
    table({ caption: `${heading} and verdicts`, columns, rows }));
}

/** The claim's sentence and where the paper has it. */
function says(claim) {
  return element("span", { class: "detail" }, quoted([claim.says, claim.source].filter(Boolean).join(" — ")));
}

/** Why there is no verdict, or no clear one. */
function why(claim) {
  return claim.reason ? element("span", { class: "detail" }, quoted(claim.reason)) : "";
}
