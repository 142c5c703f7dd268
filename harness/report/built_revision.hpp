// The source revision that the program was built from. cmake/write_revision.cmake defines it.
#pragma once

namespace codag::harness {

/// "HASH", or "HASH-dirty" if a source differed from that revision. Empty if it is not known: the
/// sources are not in a git repository.
extern const char* const built_revision;
/// Who said it: "git", or "CODAG_GIT_REVISION", the build's option.
extern const char* const built_revision_from;

}  // namespace codag::harness
