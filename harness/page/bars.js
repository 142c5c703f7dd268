// Bars as plain SVG. Positions are shares of the width, so a bar fits into any.

/** A bar of one share, 0 to 1, with lines at each quarter. The number stands beside it, so it is hidden from screen readers. */
function bar(share) {
  const svg = drawing("svg", { class: "bar", width: "100%", height: "14", "aria-hidden": "true" });
  svg.append(drawing("rect", { class: "bar-track", width: "100%", height: "14" }));
  svg.append(drawing("rect", { class: "bar-fill", width: `${100 * Math.min(share, 1)}%`, height: "14" }));
  for (const quarter of [25, 50, 75]) svg.append(drawing("line", { class: "bar-line", x1: `${quarter}%`, x2: `${quarter}%`, y1: "0", y2: "14" }));
  return svg;
}

/** A bar of several parts, each with a `share`, a `title`, and a `mark`, which is its colour. The mark, or `text`, is written into the part where it fits. */
function stackedBar(parts) {
  const description = parts.map((part) => `${part.title} ${percent(part.share)}`).join(", ");
  const svg = drawing("svg", { class: "stack", width: "100%", height: "24", role: "img", "aria-label": description });
  let begin = 0;
  for (const part of parts) {
    const attributes = { x: `${100 * begin}%`, width: `${100 * part.share}%`, height: "24", class: `reason-${part.mark}` };
    svg.append(drawing("rect", attributes, drawing("title", {}, `${part.title} ${percent(part.share)}`)));
    if (part.share >= 0.04)
      svg.append(drawing("text", { x: `${100 * (begin + part.share / 2)}%`, y: "17", "text-anchor": "middle", class: `label-${part.mark}` }, part.text ?? part.mark));
    begin += part.share;
  }
  return svg;
}
