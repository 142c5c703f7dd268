"""Makes mutants: small changes of one line of C++ that the tests should notice.

Every mutant comes with a line that holds both the code as it is and the mutant, so that one build serves all of them:
`codag_mutant(N)` tells whether mutant N is switched on. A change that no such line can hold is not made: of a template
argument, an array's size or a case label, and of an operator in the middle of an expression of several lines.

A mutant is known by its line's text and not by its file's folder, so that moving a file changes neither the choice of
mutants nor the verdicts that were recorded about them. The line's number is not part of its name either.
"""
import collections
import dataclasses
import hashlib
import re

# Compiled by nvcc only, or only where CUPTI is: the host build cannot test a change of them.
GPU_ONLY = re.compile(r"\.cuh?$|/cuda/|/cupti_|/profiler_range\.hpp$|/range_profiler_api\.hpp$")
SOURCE = re.compile(r"\.(hpp|cpp)$")

RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "&",
              "+=": "-=", "-=": "+=", "*=": "/=", "<<=": ">>=", ">>=": "<<=", "|=": "&=", "&=": "|="}
LOGIC = {"&&": "||", "||": "&&"}
WORDS = {"true": "false", "false": "true", "min": "max", "max": "min", "any_of": "all_of", "all_of": "any_of",
         "min_element": "max_element", "max_element": "min_element"}

# clang-format sets blanks around a binary operator and none inside a template's brackets.
BINARY = re.compile(r"(?<=\s)(<<=|>>=|<=|>=|==|!=|&&|\|\||<<|>>|\+=|-=|\*=|\|=|&=|[<>+\-*/%&|^])(?=\s|$)")
NUMBER = re.compile(r"(?<![\w.'])(0x[0-9a-fA-F]+|[1-9]\d*|0)(ull|u|)(?![\w.'])")
WORD = re.compile(r"\b(" + "|".join(WORDS) + r")\b(?=\(|[,;) ]|$)")
NOT = re.compile(r"(?<![\w)])!(?=[\w(])")
CONDITION = re.compile(r"\b(?:if|while) \((?!constexpr)")
TWO_ARGUMENTS = re.compile(r"(?<!std::min\()(?<!std::max\()(?<=\w\()([\w.\->]+), ([\w.\->]+)(?=\))")
RETURN = re.compile(r"^\s*return ([^{].*);$")
STATEMENT = re.compile(r"^\s*(?:\+\+|--|\*)?[\w.\->:\[\]]+(?:\(.*\)|(?:<[\w:]+>)?\(.*\)| [-+*/%&|^]?=(?!=) .*|\+\+|--)?;$")
BARRIER = re.compile(r"\bsync(_warp|_block|_block_diverged)?\(\);$")
NO_STATEMENT = re.compile(r"^\s*(?:\.|(?:return|using|break|continue|default|goto|friend|extern)\b|.*\.reserve\()")
NO_CODE = re.compile(r"^\s*(#|template\b|using\b|namespace\b|static_assert\b|typedef\b|friend\b|extern\b|\[\[deprecated)")
# The compiler computes these: a switch cannot be in them. An array's size and an enumerator are such too.
CONSTANT = re.compile(r"^\s*(static_assert\b|enum\b(?!.*\();?|(static |inline )*constexpr [^()]*=|(static |inline )*constexpr [^()]*\{|.*\balignas\()")
CONSTANT_NUMBER = re.compile(r"<[^<> ]*$|^\s*[\w:<>]+ \w+\[[^\]]*$|\bstd::array<[^>]*$|^\s*case\b|^\s*\w+ = $")
LITERAL = re.compile(r'"(?:\\.|[^"\\])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\])\'')


ON = "codag_mutant(\1)"  # \1 stands for the mutant's number


@dataclasses.dataclass(frozen=True)
class Mutant:
    path: str
    line: int  # from 0
    before: str  # the whole line, and what it becomes
    after: str
    both: str  # the line with the switch between them
    operator: str
    key: str  # the same wherever the file lies

    @property
    def module(self):
        return module_of(self.path)


def module_of(path):
    return "/".join(path.split("/")[:-1][:2])


def code_of(line):
    """The line with its comment cut off and its literals blanked; every column stays where it was."""
    line = LITERAL.sub(lambda found: found[0][0] + "_" * (len(found[0]) - 2) + found[0][0], line)
    return line.split("//")[0].rstrip()


def closing(code, opening):
    """The column of the bracket that closes the one at `opening`; -1 if another line has it."""
    depth = 0
    for column in range(opening, len(code)):
        depth += {"(": 1, ")": -1}.get(code[column], 0)
        if depth == 0:
            return column
    return -1


def starts_statement(previous):
    """Whether a statement begins on the line after this one."""
    return not previous or previous.endswith((";", "{", "}", ")", ":", "else"))


def edits_of(code, previous):
    """Yields (operator, first column, end column, replacement) for one line of code."""
    for found in BINARY.finditer(code):
        sign = found[0]
        if sign in ("+", "-", "<<", ">>") and '"' in code:
            continue  # it joins or prints text, and its change would not compile
        for operator, table in (("relation", RELATIONS), ("arithmetic", ARITHMETIC), ("logic", LOGIC)):
            if sign in table:
                yield operator, *found.span(), table[sign]
    for found in NUMBER.finditer(code):
        if CONSTANT_NUMBER.search(code[:found.start()]):
            continue
        value = int(found[1], 0)
        yield "constant", *found.span(), str(value + 1) + found[2]
        if value > 0:
            yield "constant", *found.span(), str(value - 1) + found[2]
    for found in WORD.finditer(code):
        yield "word", *found.span(), WORDS[found[0]]
    for found in NOT.finditer(code):
        yield "negation", *found.span(), ""
    for found in CONDITION.finditer(code):
        end = closing(code, found.end() - 1)
        if end > 0 and ";" not in code[found.end():end]:
            yield "negation", found.end() - 1, end + 1, f"(!{code[found.end() - 1:end + 1]})"
    for found in TWO_ARGUMENTS.finditer(code):
        if found[1] != found[2]:
            yield "swapped arguments", *found.span(), f"{found[2]}, {found[1]}"
    returned = RETURN.match(code)
    if returned and returned[1] not in ("0", "false", "nullptr", "*this"):
        yield "returned value", *returned.span(1), "{}"
    if starts_statement(previous) and STATEMENT.match(code) and not NO_STATEMENT.match(code):
        operator = "deleted barrier" if BARRIER.search(code) else "deleted statement"
        yield operator, len(code) - len(code.lstrip()), len(code) - 1, ""


def with_switch(before, after, first, end, operator, previous):
    """The line with both forms, or None if it cannot hold them. `first` and `end` are where `before` is changed."""
    code, grown = code_of(before), len(after) - len(before)

    def choice(begin, stop):
        return f"{before[:begin]}({ON} ? ({after[begin:stop + grown]}) : ({before[begin:stop]})){before[stop:]}"

    def branch(begin, stop):
        return f"{before[:begin]}{{ if ({ON}) {{ {after[begin:stop + grown]} }} else {{ {before[begin:stop]} }} }}{before[stop:]}"

    def is_statement(text):
        return RETURN.match(text) or (STATEMENT.match(text) and not NO_STATEMENT.match(text))

    if operator == "constant" or before[first:end] in ("true", "false"):
        return choice(first, end)
    if not starts_statement(previous):
        return None
    condition = re.match(r"\s*(?:\} )?(?:else )?(?:if|while) \(", code)
    loop = re.match(r"\s*for \(([^;]*); ([^;]*); ([^;]*)\)", code)
    value = re.match(r"\s*\.\w+ = ", code) or re.match(r"\s*(?!constexpr|static)[\w:<>&* ]+ \w+ = (?![{\[])(?=.*;$)", code)
    if condition:
        begin, stop = condition.end(), closing(code, condition.end() - 1)
        if stop < 0 or ";" in code[begin:stop]:
            return None
        if begin - 1 <= first and end <= stop + 1:  # a negation takes the brackets with it
            return choice(begin - 1, stop + 1) if first < begin else choice(begin, stop)
        return branch(stop + 2, len(code)) if first >= stop + 2 and is_statement(code[stop + 2:]) else None
    if loop:
        return choice(*loop.span(2)) if loop.start(2) <= first and end <= loop.end(2) else None
    if is_statement(code):
        return branch(len(code) - len(code.lstrip()), len(code))
    if value and value.end() <= first and code.endswith((";", ",")):
        return choice(value.end(), len(code) - 1)
    return None


def mutants_of(path, text):
    """Every mutant of one file."""
    namespace = re.search(r"^namespace .*", text, re.MULTILINE)  # tells files of one name apart: three are encoder.cpp
    name = path.rsplit("/", 1)[-1] + (namespace[0] if namespace else "")
    seen = collections.Counter()
    previous, constant, gpu_depth = "", False, 0
    for number, line in enumerate(text.split("\n")):
        code = code_of(line)
        if not code.strip():
            continue
        if code.startswith("#if"):
            gpu_depth += gpu_depth > 0 or "__CUDA" in code
        elif code.startswith(("#el", "#endif")) and gpu_depth > 0:
            gpu_depth -= 1  # what follows #else is the host's
        seen[code.strip()] += 1
        constant = constant or bool(CONSTANT.match(code))
        if not constant and gpu_depth == 0 and not NO_CODE.match(code):
            for operator, first, end, replacement in edits_of(code, previous):
                # A replaced condition keeps its literals: they are blank in `code` and whole in `line`.
                kept = line[first:end]
                if operator == "negation" and replacement:
                    replacement = f"(!{kept})"
                after = line[:first] + replacement + line[end:]
                column = first - (len(code) - len(code.lstrip()))
                what = "\0".join((name, code.strip(), str(seen[code.strip()]), str(column), operator, replacement))
                key = hashlib.sha256(what.encode()).hexdigest()[:12]
                both = with_switch(line, after, first, end, operator, previous)
                if both is not None:
                    yield Mutant(path, number, line, after, both, operator, key)
        constant = constant and not code.endswith((";", "};"))
        previous = code


def rank(mutant, seed):
    """A number drawn by the seed for this mutant: it does not depend on the other mutants."""
    return hashlib.sha256(f"{seed} {mutant.key}".encode()).hexdigest()


def choose(files, count, seed):
    """A sample of `count` mutants of `files` (path: text), at most one of a line, and beside them every deleted barrier.

    Every module gets its share of mutants by its lines with a mutant, and two at least. A module's own are those of lowest
    rank.
    """
    barriers, modules = [], collections.defaultdict(dict)
    for path, text in files.items():
        for mutant in mutants_of(path, text):
            if mutant.operator == "deleted barrier":
                barriers.append(mutant)
                continue
            line = (path, mutant.line)
            best = modules[mutant.module].get(line)
            if best is None or rank(mutant, seed) < rank(best, seed):
                modules[mutant.module][line] = mutant
    taken = {(barrier.path, barrier.line) for barrier in barriers}
    for of_module in modules.values():
        for line in taken & of_module.keys():
            del of_module[line]
    lines = sum(len(of_module) for of_module in modules.values())
    chosen = []
    for of_module in modules.values():
        share = max(2, round(count * len(of_module) / lines)) if lines else 0
        chosen += sorted(of_module.values(), key=lambda mutant: rank(mutant, seed))[:share]
    return sorted(chosen, key=lambda mutant: rank(mutant, seed)), sorted(barriers, key=lambda mutant: mutant.key)
