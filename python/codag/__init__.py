"""Reports of codag in Python: `codag.reading` needs the standard library alone, `codag.frames` needs pandas."""
