"""What the figures read of a report, and which values are possible there: a report may come from a stranger."""

GREATEST, GREATEST_WHOLE = 1e30, 1 << 53  # the limits of codag itself: docs/security.md


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= GREATEST


def whole(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= GREATEST_WHOLE


def text(value):
    return isinstance(value, str)


def positive(value):
    return value is None or (number(value) and value > 0)


def dataset(value):
    return value is None or (isinstance(value, dict) and text(value.get("name")) and isinstance(value.get("parameters") or {}, dict))


def machine(provenance):
    """The GPU has a name. Without one, what a report has are times of the CPU."""
    host = at(provenance, "/host")
    return text(at(provenance, "/gpu/name")) or (at(provenance, "/gpu") is None and text(at(host, "/cpu")) and whole(at(host, "/cores")))


def texts(value):
    return isinstance(value, dict) and all(map(text, value.values()))


def choices(value):
    return isinstance(value, dict) and all(text(v) or number(v) for v in value.values())


def shares(value):
    return isinstance(value, dict) and all(key in value and (value[key] is None or number(value[key])) for key in ("share", "not_issued_share"))


def stalls(value):
    return value is None or (isinstance(value, dict) and isinstance(value.get("reasons"), dict) and all(map(shares, value["reasons"].values())))


def metrics(value):
    return value is None or (isinstance(value, dict) and isinstance(value.get("values"), dict) and all(
        v is None or number(v) for v in value["values"].values()))


def claims(value):
    return value is None or (isinstance(value, list) and all(
        isinstance(c, dict) and all(text(c.get(key)) for key in ("source", "value", "statistic")) and choices(c.get("left"))
        and isinstance(c.get("expected"), dict) and all(map(number, c["expected"].values())) for c in value))


# What the figures read: pointers into `codag`, and into each of its cases.
IN_REPORT = {"/provenance/time": text, "/provenance": machine, "/baseline": text, "/config/claims": claims}
IN_CASE = {**dict.fromkeys(("/name", "/kind", "/status", "/codec", "/variant", "/backend"), text), "/dataset": dataset,
           **dict.fromkeys(("/chunk_bytes", "/asked_bytes"), whole), "/parts": texts, "/parameters": choices,
           **dict.fromkeys(("/gbps", "/gbps_low", "/gbps_high", "/ratio", "/roof_share", "/speedup_over_baseline", "/energy/joules_per_gb",
                            "/transfer/none/gbps", "/transfer/in/gbps", "/transfer/in_out/gbps"), positive),
           "/stalls": stalls, "/metrics": metrics}


def at(value, pointer):
    """The value at a JSON pointer, or None."""
    for key in pointer.split("/")[1:]:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def wrong(codag):
    """The JSON pointer of the first impossible value of a report, or None."""
    places = [("/codag", codag, IN_REPORT)] + [(f"/codag/cases/{i}", row, IN_CASE) for i, row in enumerate(codag["cases"])]
    return next((place + pointer for place, value, expected in places for pointer, is_right in expected.items()
                 if not is_right(at(value, pointer))), None)
