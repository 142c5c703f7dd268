// The machine, the build and the run: a column per report. The main facts are on the page, all others can be opened.

function machine(reports) {
  const main = factTable("Machine, build and run", reports, (report) => [{ name: "", facts: report.machine.main }]);
  const everything = factTable("Everything that the report records", reports, (report) => report.machine.groups);
  return section("machine", "Machine", main, element("details", {}, element("summary", {}, "Everything that the report records"), everything));
}

/** A table of facts. `groupsOf` gives a report's groups of facts. */
function factTable(caption, reports, groupsOf) {
  const groups = new Map();
  for (const [index, report] of reports.entries())
    for (const group of groupsOf(report))
      for (const fact of group.facts) {
        if (!groups.has(group.name)) groups.set(group.name, new Map());
        const facts = groups.get(group.name);
        if (!facts.has(fact.name)) facts.set(fact.name, Array(reports.length).fill(null));
        facts.get(fact.name)[index] = fact;
      }
  const head = element("tr", {}, element("th", { scope: "col" }, "Fact"), ...reports.map((report) => element("th", { scope: "col" }, quoted(report.label))));
  const grid = element("table", { class: "facts" }, element("caption", {}, caption), element("thead", {}, head));
  for (const [name, facts] of groups) {
    const body = element("tbody");
    if (name) body.append(element("tr", {}, element("th", { class: "group", scope: "rowgroup", colspan: String(reports.length + 1) }, name)));
    for (const [fact, values] of facts) body.append(element("tr", {}, element("th", { scope: "row" }, quoted(fact)), ...values.map((value) => element("td", {}, factText(value)))));
    grid.append(body);
  }
  return scrolling(caption, grid);
}

/** A fact's value, or the reason why it is absent. */
function factText(fact) {
  if (fact === null) return absent();
  return "value" in fact ? quoted(fact.value) : element("span", { class: "absent" }, "absent: ", quoted(fact.absent));
}
