"""The mutants that scripts/mutate makes of given lines, and how it draws a sample."""

import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["CODAG_SOURCE"]) / "scripts"))
from mutation.mutants import ON, choose, mutants_of  # noqa: E402

FUNCTION = "int f(int a, int b) {\n  %s\n}\n"


def changes(line, operator=None):
    """(the changed line, the line with both) of every mutant of a line in a function's body."""
    return {(m.after.strip(), m.both.strip().replace(ON, "ON")) for m in mutants_of("codag/f.cpp", FUNCTION % line)
            if m.line == 1 and operator in (None, m.operator)}


class MutantsOf(unittest.TestCase):
    def test_a_condition(self):
        self.assertEqual(changes("if (a < b) return a;", "relation"),
                         {("if (a <= b) return a;", "if ((ON ? (a <= b) : (a < b))) return a;")})
        self.assertEqual(changes("if (a < b) return a;", "negation"),
                         {("if (!(a < b)) return a;", "if (ON ? ((!(a < b))) : ((a < b))) return a;")})

    def test_a_loop_is_changed_in_its_condition_only(self):
        self.assertEqual(changes("for (i = a - b; i < b; i += a) g();", "relation"),
                         {("for (i = a - b; i <= b; i += a) g();", "for (i = a - b; (ON ? (i <= b) : (i < b)); i += a) g();")})
        self.assertEqual(changes("for (i = a - b; i < b; i += a) g();", "arithmetic"), set())

    def test_a_constant_one_more_and_one_less(self):
        self.assertEqual({after for after, _ in changes("a += 7u;", "constant")}, {"a += 8u;", "a += 6u;"})
        self.assertEqual({after for after, _ in changes("a += 0;", "constant")}, {"a += 1;"})

    def test_a_statement_and_a_barrier_are_deleted(self):
        self.assertEqual(changes("g(a);", "deleted statement"), {(";", "{ if (ON) { ; } else { g(a); } }")})
        self.assertEqual(changes("t.sync_warp();"), {(";", "{ if (ON) { ; } else { t.sync_warp(); } }")})
        self.assertEqual(changes("t.sync_warp();", "deleted barrier"), changes("t.sync_warp();"))

    def test_a_declaration_stays_and_its_value_changes(self):
        self.assertEqual(changes("const int c = a + b;"), {("const int c = a - b;", "const int c = (ON ? (a - b) : (a + b));")})

    def test_a_returned_value(self):
        self.assertEqual(changes("return a;"), {("return {};", "{ if (ON) { return {}; } else { return a; } }")})

    def test_arguments_are_swapped(self):
        self.assertEqual({after for after, _ in changes("g(a, b);", "swapped arguments")}, {"g(b, a);"})
        self.assertEqual(changes("c = std::min(a, b);", "swapped arguments"), set())

    def test_text_comments_and_what_the_compiler_computes_stay(self):
        for line in ('// a < b && a + 1', 'static_assert(a < 1);', 'constexpr int c = 1;', 'int values[4];', 'case 4:', '#define A 1',
                     'enum class e { a = 1 };'):
            self.assertEqual(changes(line), set(), line)
        self.assertEqual({after for after, _ in changes('g("a < 1");  // 2')}, {";  // 2"})

    def test_a_key_depends_on_neither_folder_nor_line(self):
        here = {m.key for m in mutants_of("codag/f.cpp", FUNCTION % "a += b;")}
        there = {m.key for m in mutants_of("harness/run/f.cpp", "\n\n" + FUNCTION % "a += b;")}
        self.assertEqual(here, there)
        twice = [m.key for m in mutants_of("f.cpp", FUNCTION % "a += b;\n  a += b;")]
        self.assertEqual(len(twice), len(set(twice)))


class Choose(unittest.TestCase):
    FILES = {"codag/a/x.cpp": "".join(FUNCTION % f"a += b * {i};" for i in range(100)),
             "harness/b/y.cpp": "".join(FUNCTION % f"a -= b / {i};" for i in range(20)) + FUNCTION % "team.sync();"}

    def test_every_module_gets_its_share_and_barriers_are_all_taken(self):
        sample, barriers = choose(self.FILES, 12, 1)
        self.assertEqual([sum(m.module == module for m in sample) for module in ("codag/a", "harness/b")], [10, 2])
        self.assertEqual([m.before.strip() for m in barriers], ["team.sync();"])
        self.assertEqual(len({(m.path, m.line) for m in sample}), len(sample))

    def test_the_seed_draws_and_a_move_changes_nothing(self):
        def lines(files, seed):
            return [m.both for m in choose(files, 12, seed)[0]]
        self.assertEqual(lines(self.FILES, 1), lines(self.FILES, 1))
        self.assertNotEqual(lines(self.FILES, 1), lines(self.FILES, 2))
        moved = {path.replace("codag/a", "codag/c"): text for path, text in self.FILES.items()}
        self.assertEqual(lines(self.FILES, 1), lines(moved, 1))


if __name__ == "__main__":
    unittest.main()
