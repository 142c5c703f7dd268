// The claims: what the paper says, what this GPU says, and the verdict that the report has.

const signs = { reproduced: "✓", not_reproduced: "✗", other_hardware: "△", not_testable: "○" };

/** The verdict as a word with a sign, so that it does not depend on its colour. */
function verdict(name) {
  return element("span", { class: `verdict ${name in signs ? name : ""}` }, `${signs[name] ?? ""} `, quoted(words(name)));
}

function claims(reports) {
  const all = reports.flatMap((report) => report.claims.map((claim) => ({ report: report.label, ...claim })));
  if (all.length === 0) return null;
  // The same claim of several reports stands together.
  const rows = [...new Set(all.map((claim) => claim.name))].flatMap((name) => all.filter((claim) => claim.name === name));
  const spread = (claim) => (claim.low === null || claim.pairs < 2 ? null : claim.high - claim.low);
  const columns = [
    { title: "Claim", value: (claim) => claim.name, names: true, show: (name, claim) => element("span", {}, quoted(name), says(claim)) },
    ...(reports.length > 1 ? [{ title: "Report", value: (claim) => claim.report }] : []),
    { title: "The paper says", value: (claim) => claim.paper },
    { title: "This GPU says", value: (claim) => claim.measured, numeric: true },
    { title: "Verdict", value: (claim) => claim.verdict, show: (name, claim) => element("span", {}, verdict(name), why(claim)) },
    { title: "Spread", value: spread, numeric: true, show: (_, claim) => `${number(claim.low)} to ${number(claim.high)}` },
    { title: "Pairs", value: (claim) => claim.pairs, numeric: true },
  ];
  return section("claims", "Claims",
    element("p", {}, "Spread is the least and the greatest of the numbers, one per pair of cases, that a claim sums up."),
    table({ caption: "Claims and verdicts", columns, rows }));
}

/** The claim's sentence and where the paper has it. */
function says(claim) {
  return element("span", { class: "detail" }, quoted([claim.says, claim.source].filter(Boolean).join(" — ")));
}

/** Why a claim was not judged. */
function why(claim) {
  return claim.reason ? element("span", { class: "detail" }, quoted(claim.reason)) : "";
}
