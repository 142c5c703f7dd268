"""Every relative link of a Markdown document leads to a file, and to a heading of it if the link names one; every page of docs is in
the index for readers."""
import os
import pathlib
import re
import unittest

SOURCE = pathlib.Path(os.environ["CODAG_SOURCE"])
LEFT_OUT = ("build", "results", "tests")  # their documents are built, measured, or made up


def documents():
    for file in sorted(SOURCE.rglob("*.md")):
        first = file.relative_to(SOURCE).parts[0]
        if first not in LEFT_OUT and not first.startswith("."):
            yield file


def prose(document):
    """A document's text without blocks of code."""
    return re.sub(r"^ *```.*?^ *```", "", document.read_text(), flags=re.M | re.S)


def links(document):
    return re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]+`", "", prose(document)))


def anchors(document):
    """What a link can name: GitHub's form of each heading, numbered where it repeats."""
    found = []
    for heading in re.findall(r"^#+ +(.+?) *$", prose(document), re.M):
        heading = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.append(f"{slug}-{found.count(slug)}" if slug in found else slug)
    return found


def dead_links():
    for document in documents():
        for link in links(document):
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            target = (document.parent / path).resolve() if path else document
            if not target.exists():
                yield f"{document.relative_to(SOURCE)}: {link} leads to no file"
            elif anchor and target.suffix == ".md" and anchor not in anchors(target):
                yield f"{document.relative_to(SOURCE)}: {link} leads to no heading"


class Links(unittest.TestCase):
    def test_no_link_is_dead(self):
        self.assertGreater(sum(len(links(document)) for document in documents()), 300, "the documents' form has changed")
        self.assertEqual(list(dead_links()), [])

    def test_every_page_is_in_the_index(self):
        docs = SOURCE / "docs"
        listed = {(docs / link.partition("#")[0]).resolve() for link in links(docs / "README.md")}
        self.assertEqual([page.name for page in sorted(docs.glob("*.md")) if page not in listed and page.name != "README.md"], [])


if __name__ == "__main__":
    unittest.main()
