// Numbers as text. A number that is absent is handled before.

/** Four significant digits, or all digits of a whole number. */
function number(value) {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value.toLocaleString("en-US");
  if (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e15) return value.toExponential(3);
  const digits = Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A share: 0.391 is "39.1 %". */
function percent(share, digits = 1) {
  return `${(100 * share).toFixed(digits)} %`;
}

/** A ratio: 3.988 is "3.99x". */
function times(ratio) {
  return `${ratio.toFixed(2)}x`;
}

/** "1 case", "2 cases". */
function plural(count, noun) {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A word of a report: "not_reproduced" is "not reproduced". */
function words(text) {
  return text.replaceAll("_", " ");
}
