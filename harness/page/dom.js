// Building the document. Text from a report only ever becomes a text node or an attribute, never markup.

/** A new element with attributes, and with children: nodes, or plain texts of this page. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick" || name === "oninput") made[name] = value;
    else if (value !== false && value !== null) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** The same for SVG. */
function drawing(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Text from a report: isolated, so that its direction does not reach the text around it, with places to break after a slash. */
function quoted(text) {
  const [first, ...others] = text.split(/(?<=\/)/);
  return element("bdi", {}, first, ...others.flatMap((part) => [element("wbr"), part]));
}

/** A value that the report does not have. */
function absent() {
  return element("span", { class: "absent" }, element("span", { "aria-hidden": "true" }, "–"), element("span", { class: "unseen" }, "absent"));
}

/** A box in which something wide scrolls, also by keyboard. */
function scrolling(label, child) {
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, child);
}

/** A section of the page with its heading. */
function section(id, title, ...children) {
  return element("section", { id, "aria-labelledby": `${id}-heading` }, element("h2", { id: `${id}-heading` }, title), ...children);
}

/** A list that shows its first items, and the others when it is asked to. `show` takes the items and builds it again. */
function shortList(most, build) {
  const list = element("div");
  const show = (items, all = false) => {
    list.replaceChildren(build(all ? items : items.slice(0, most)));
    if (!all && items.length > most)
      list.append(element("button", { type: "button", onclick: () => show(items, true) }, `Show all ${items.length}`));
  };
  return { list, show };
}
