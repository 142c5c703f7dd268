"""How a script ends that cannot go on."""
import pathlib
import sys


def fail(why, code=2):
    """Ends with a line on standard error, which begins with the script's name."""
    sys.exit(print(f"scripts/{pathlib.Path(sys.argv[0]).name}: {why}", file=sys.stderr) or code)
