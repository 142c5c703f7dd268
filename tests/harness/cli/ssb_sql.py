"""The SQL of the Star Schema Benchmark's queries, and the CSV files that `codag datasets --write-ssb` writes."""

import csv

# The queries as the specification has them (revision 3, section 3), but for ORDER BY; `date` is a name for SQLite, too.
FLIGHT_1 = "select sum(lo_extendedprice * lo_discount) from lineorder, date where lo_orderdate = d_datekey and "
FLIGHT_2 = """select d_year, p_brand1, sum(lo_revenue) from lineorder, date, part, supplier where lo_orderdate = d_datekey
    and lo_partkey = p_partkey and lo_suppkey = s_suppkey and {} group by d_year, p_brand1"""
FLIGHT_3 = """select {0}, d_year, sum(lo_revenue) from customer, lineorder, supplier, date where lo_custkey = c_custkey
    and lo_suppkey = s_suppkey and lo_orderdate = d_datekey and {1} group by {0}, d_year"""
FLIGHT_4 = """select {0}, sum(lo_revenue - lo_supplycost) from date, customer, supplier, part, lineorder
    where lo_custkey = c_custkey and lo_suppkey = s_suppkey and lo_partkey = p_partkey and lo_orderdate = d_datekey
    and {1} group by {0}"""
TWO_CITIES = """(c_city = 'UNITED KI1' or c_city = 'UNITED KI5') and (s_city = 'UNITED KI1' or s_city = 'UNITED KI5')"""
TWO_MANUFACTURERS = "(p_mfgr = 'MFGR#1' or p_mfgr = 'MFGR#2')"
LAST_YEARS = "(d_year = 1997 or d_year = 1998)"
QUERIES = {
    "q1.1": FLIGHT_1 + "d_year = 1993 and lo_discount between 1 and 3 and lo_quantity < 25",
    "q1.2": FLIGHT_1 + "d_yearmonthnum = 199401 and lo_discount between 4 and 6 and lo_quantity between 26 and 35",
    "q1.3": FLIGHT_1 + "d_weeknuminyear = 6 and d_year = 1994 and lo_discount between 5 and 7 and lo_quantity between 26 and 35",
    "q2.1": FLIGHT_2.format("p_category = 'MFGR#12' and s_region = 'AMERICA'"),
    "q2.2": FLIGHT_2.format("p_brand1 between 'MFGR#2221' and 'MFGR#2228' and s_region = 'ASIA'"),
    "q2.3": FLIGHT_2.format("p_brand1 = 'MFGR#2239' and s_region = 'EUROPE'"),
    "q3.1": FLIGHT_3.format("c_nation, s_nation", "c_region = 'ASIA' and s_region = 'ASIA' and d_year >= 1992 and d_year <= 1997"),
    "q3.2": FLIGHT_3.format("c_city, s_city", "c_nation = 'UNITED STATES' and s_nation = 'UNITED STATES' and d_year >= 1992 and d_year <= 1997"),
    "q3.3": FLIGHT_3.format("c_city, s_city", f"{TWO_CITIES} and d_year >= 1992 and d_year <= 1997"),
    "q3.4": FLIGHT_3.format("c_city, s_city", f"{TWO_CITIES} and d_yearmonth = 'Dec1997'"),
    "q4.1": FLIGHT_4.format("d_year, c_nation", f"c_region = 'AMERICA' and s_region = 'AMERICA' and {TWO_MANUFACTURERS}"),
    "q4.2": FLIGHT_4.format("d_year, s_nation, p_category",
                            f"c_region = 'AMERICA' and s_region = 'AMERICA' and {LAST_YEARS} and {TWO_MANUFACTURERS}"),
    "q4.3": FLIGHT_4.format("d_year, s_city, p_brand1",
                            f"c_region = 'AMERICA' and s_nation = 'UNITED STATES' and {LAST_YEARS} and p_category = 'MFGR#14'"),
}


def rows_of(file):
    with open(file, newline="") as lines:
        rows = list(csv.reader(lines))
    return rows[0], rows[1:]
