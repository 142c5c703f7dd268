// A table whose rows can be sorted and filtered. It holds some of the rows, so that 10,000 of them are no burden, and all of
// them when it is asked to, for the browser's own search and for printing.

const rowsPerPage = 250;
const collator = new Intl.Collator("en", { numeric: true });

/** Whether a row has no value in a column. */
function isMissing(value) {
  return value === null || value === "";
}

/** Compares two values of a column; those that are missing come last in both directions. */
function compare(a, b, direction) {
  if (isMissing(a) || isMissing(b)) return isMissing(a) - isMissing(b);
  return direction * (typeof a === "number" ? a - b : collator.compare(a, b));
}

/** The cell of a row in a column. */
function cell(column, row) {
  const value = column.value(row);
  const shown = () => (column.show ? column.show(value, row) : typeof value === "number" ? number(value) : quoted(value));
  const text = isMissing(value) ? absent() : shown();
  return column.names ? element("th", { scope: "row" }, text) : element("td", { class: column.numeric ? "number" : false }, text);
}

/**
 * A table. A column has a `title` and a `value` of a row, which is a text, a number or null; `numeric` aligns it, `names` makes
 * it a heading of the row, and `show` gives another form of the value. `search` is what the filter looks into; without it
 * there is no filter. `changed` is called with the rows that the filter leaves, in their order.
 */
function table({ caption, columns, rows, search, hint, changed = () => {} }) {
  const texts = search ? new Map(rows.map((row) => [row, search(row).toLowerCase()])) : null;
  const state = { column: null, direction: 1, filter: "", first: 0, all: false };
  let shown = rows;

  const body = element("tbody");
  const heads = columns.map((column) => {
    const mark = element("span", { class: "mark", "aria-hidden": "true" });
    const button = element("button", { type: "button", onclick: () => sortBy(column) }, quoted(column.title), mark);
    return { column, mark, head: element("th", { scope: "col", class: column.numeric ? "number" : false, "aria-sort": "none" }, button) };
  });
  const status = element("p", { role: "status" });
  const pages = element("div", { class: "pages" });

  function sortBy(column) {
    state.direction = state.column === column ? -state.direction : 1;
    state.column = column;
    for (const { column: other, head, mark } of heads) {
      const sorted = other === column;
      head.setAttribute("aria-sort", sorted ? (state.direction > 0 ? "ascending" : "descending") : "none");
      mark.textContent = sorted ? (state.direction > 0 ? " ▲" : " ▼") : "";
    }
    update();
  }

  function update() {
    const parts = state.filter.toLowerCase().split(/\s+/).filter(Boolean);
    shown = parts.length ? rows.filter((row) => parts.every((part) => texts.get(row).includes(part))) : [...rows];
    if (state.column) shown.sort((a, b) => compare(state.column.value(a), state.column.value(b), state.direction));
    state.first = 0;
    fill();
    changed(shown);
  }

  function turn(step) {
    state.first += step;
    fill();
  }

  function fill() {
    const last = state.all ? shown.length : Math.min(state.first + rowsPerPage, shown.length);
    body.replaceChildren(...shown.slice(state.first, last).map((row) => element("tr", {}, ...columns.map((column) => cell(column, row)))));
    status.textContent = (shown.length < rows.length ? `${number(shown.length)} of ` : "") + plural(rows.length, "row") +
      (last - state.first < shown.length ? `; ${number(state.first + 1)} to ${number(last)} are shown` : "");
    previous.disabled = state.first === 0;
    next.disabled = last >= shown.length;
    pages.hidden = shown.length <= rowsPerPage;
  }

  const previous = element("button", { type: "button", onclick: () => turn(-rowsPerPage) }, "Previous rows");
  const next = element("button", { type: "button", onclick: () => turn(rowsPerPage) }, "Next rows");
  const everything = element("button", { type: "button", "aria-pressed": "false", onclick: showAll }, "All rows");
  pages.append(previous, next, everything);

  function showAll() {
    state.all = !state.all;
    state.first = 0;
    everything.setAttribute("aria-pressed", String(state.all));
    fill();
  }

  const grid = element("table", {}, element("caption", {}, caption), element("thead", {}, element("tr", {}, ...heads.map(({ head }) => head))), body);
  const controls = element("div", { class: "controls" });
  if (search) {
    const input = element("input", { type: "search", autocomplete: "off", spellcheck: "false", oninput: () => { state.filter = input.value; update(); } });
    controls.append(element("label", {}, "Filter ", input), element("span", { class: "hint" }, hint));
  }
  if (search || rows.length > rowsPerPage) controls.append(status, pages);
  update();
  return element("div", { class: "table" }, controls, scrolling(caption, grid));
}
