"""Damaged forms of a JSON document, drawn by a seed: a value is replaced, removed or doubled, or a byte is changed."""
import copy
import json
import random

VALUES = (None, True, -1, 0, 2, 1.5, 10**20, 10**400, -1e308, "", "docs/", "cold", "\ud800", [], [None], [1, "a"], {}, {"name": 1}, {"": {"": []}})
RAW = (b"1e999", b"NaN", b"[" * 100_000, b'"\xff"', b"")


def places(value, path=()):
    """The paths of all values in a value, the value's own first."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in items:
        yield from places(one, (*path, key))


def damaged(document, draw):
    """One damaged form, as bytes."""
    document = copy.deepcopy(document)
    for _ in range(draw.choice((1, 1, 1, 2, 5))):
        *path, last = draw.choice([place for place in places(document) if place] or [(None,)])
        if last is None:
            break
        within = document
        for key in path:
            within = within[key]
        how = draw.choice(("replace", "replace", "remove", "double", "swap"))
        if how == "remove":
            del within[last]
        elif how == "double" and isinstance(within, list):
            within.insert(last, copy.deepcopy(within[last]))
        elif how == "swap":
            other = document
            for key in draw.choice(list(places(document))):
                other = other[key]
            within[last] = copy.deepcopy(other)
        else:
            within[last] = copy.deepcopy(draw.choice(VALUES))
    raw = json.dumps(document).encode()
    if draw.random() < 0.1:
        at = draw.randrange(len(raw))
        raw = raw[:at] + draw.choice((*RAW, bytes([draw.randrange(256)]))) + raw[at + draw.randrange(3):]
    return raw


def mutations(document, count, seed):
    draw = random.Random(seed)
    for _ in range(count):
        yield damaged(document, draw)
