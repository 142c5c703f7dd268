"""A figure at print size. Its body has the panels. Above it are the title, and a legend that covers no data."""
import math
import pathlib
import re
import textwrap

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from figures import rows
from summaries import shown, unique

STYLE = pathlib.Path(__file__).with_name("figures.mplstyle")
WIDTHS = {"column": 3.4, "page": 7.1}  # inches: a column of a two-column paper, and both
MARGIN, GAP = 0.04, 0.06  # inches
LONGEST = 120  # letters of a name that takes several lines
ABSENT = "failed or not measured"
RAISED = str.maketrans("0123456789", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")


BINARY = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))  # of the sizes in datasets' names
ROUND = (*BINARY[:2], (10**9, "GB"), (10**6, "MB"), *BINARY[2:])


def size(count, units=BINARY):
    """A number of bytes with the first unit of which it is a multiple."""
    for unit, name in units:
        if count >= unit and count % unit == 0:
            return f"{count // unit} {name}"
    return f"{count} bytes"


def power_of_2(value):
    """A power of 2 as 2 with its exponent; "" for other numbers."""
    whole = int(value)
    return f"2{str(whole.bit_length() - 1).translate(RAISED)}" if whole == value and whole > 0 and whole & (whole - 1) == 0 else ""


def broken(name, letters):
    """A name with a slash or a comma on lines of at most so many letters. A part that is longer loses its middle."""
    lines = [""]
    for part in re.split(r"(?<=[/,])", shown(name, LONGEST)):
        if lines[-1] and len(lines[-1] + part.rstrip()) > letters:
            lines.append("")
        lines[-1] += shown(part, letters)
    return "\n".join(line.strip() for line in lines)


def measured_on(reports, options):
    """Which machine, and how many bytes per column."""
    asked = unique(row["asked_bytes"] for report in reports for row in rows.chosen(report, options))
    sizes = [size(count, ROUND).replace(" ", "\u00a0") for count in asked]  # a title may not break there
    return f"{shown(reports[0].machine)}, {' and '.join(sizes)} per column"


def log_y(panel, values):
    """A log scale around the values, with ticks at 1, 2 and 5 of each decade, or only at 1 if the values are far apart."""
    low, high = min(values) / 1.3, max(values) * 1.3
    steps = (1, 2, 5) if high / low < 100 else (1,)
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    panel.set_yscale("log")
    panel.set_yticks([step * 10.0**decade for decade in decades for step in steps])
    panel.set_yticks([], minor=True)
    panel.set_ylim(low, high)
    panel.yaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")


class Sheet:
    """`width` is a key of WIDTHS."""

    def __init__(self, width):
        self.width_name, self.width = width, WIDTHS[width]
        self.figure = Figure()
        FigureCanvasAgg(self.figure)  # measures text
        self.entries = {}  # label -> handle

    def panels(self, count, in_a_row, height, **arguments):
        """The body: panels of this height in inches. `in_a_row` says how many fit, for each width."""
        columns = min(count, in_a_row[self.width_name])
        lines = -(-count // columns)
        self.height = lines * height
        self.grid = self.figure.subplots(lines, columns, squeeze=False, **arguments)
        for panel in self.grid.flat[count:]:
            panel.set_visible(False)
        return self.grid.flat[:count]

    def label(self, x="", y=""):
        """Labels the left and the lowest panels. Those that share their axis with them have neither label nor ticks' labels."""
        for panel in self.grid[:, 0]:
            panel.set_ylabel(y)
        for column in self.grid.T:
            lowest = [panel for panel in column if panel.get_visible()][-1]
            lowest.set_xlabel(x)
            lowest.tick_params(axis="x", labelbottom=True)

    def patch(self, label, colour, hatch):
        self.entries[label] = Patch(facecolor=colour, hatch=hatch)

    def line(self, label, **look):
        self.entries[label] = Line2D([], [], **look)

    def absent(self, axes, x, y, **arguments):
        """Marks a value that is not there."""
        look = {"color": "black", "marker": "x", "linestyle": "none", "markersize": 3}
        axes.plot([x], [y], clip_on=False, **look, **arguments)
        self.line(ABSENT, **look)

    def finish(self, title):
        """Adds the title and the legend, and gives both the space that they need. Bars come first in the legend."""
        self.entries = dict(sorted(self.entries.items(), key=lambda entry: not isinstance(entry[1], Patch)))
        self.figure.set_size_inches(self.width, self.height)
        head = self.figure.text(0, 1, title, weight="bold", fontsize=8, va="top")
        room = self.width - 2 * MARGIN
        while (wide := self.inches(head, "width")) > room:
            longest = max(map(len, head.get_text().splitlines()))
            head.set_text(textwrap.fill(title, max(1, min(longest - 1, round(longest * room / wide)))))
        needed = MARGIN + self.inches(head)
        legend = self.legend()
        if legend:
            needed += GAP + self.inches(legend)
        whole = self.height + needed
        self.figure.set_size_inches(self.width, whole)
        head.set_position((MARGIN / self.width, 1 - MARGIN / whole))
        if legend:
            legend.set_bbox_to_anchor((MARGIN / self.width, 1 - (MARGIN + self.inches(head) + GAP) / whole))
        self.figure.set_layout_engine("constrained", rect=(0, 0, 1, 1 - needed / whole), h_pad=MARGIN, w_pad=MARGIN)
        return self.figure

    def inches(self, artist, side="height"):
        return getattr(artist.get_window_extent(self.figure.canvas.get_renderer()), side) / self.figure.dpi

    def legend(self):
        """The legend, with as many columns as fit."""
        for count in range(len(self.entries), 0, -1):
            # Matplotlib leaves out a label that begins with "_", so the labels follow later.
            legend = self.figure.legend(list(self.entries.values()), [" "] * len(self.entries), ncol=count, loc="upper left", bbox_to_anchor=(0, 1))
            for text, label in zip(legend.get_texts(), self.entries):
                text.set_text(shown(label, 60))
            if count == 1 or self.inches(legend, "width") <= self.width - 2 * MARGIN:
                return legend
            legend.remove()
        return None
