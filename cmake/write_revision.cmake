# Writes FILE, which has the source revision that the program is being built from. Each build runs this script; the file
# changes only if the revision does. With TOLD, that is the revision. Otherwise git says it, for the folder SOURCE:
# "-dirty" is appended if a tracked file differs, or if there is a new file among the sources. New files and folders
# beside the sources, such as reports, are never compiled.
set(revision "${TOLD}")
set(from CODAG_GIT_REVISION)
if(NOT revision)
  set(from git)
  # A copy may be inside another project's repository, whose revision would be wrong.
  execute_process(COMMAND git -C ${SOURCE} ls-files --error-unmatch cmake/write_revision.cmake RESULT_VARIABLE absent OUTPUT_QUIET ERROR_QUIET)
  if(absent EQUAL 0)
    execute_process(COMMAND git -C ${SOURCE} rev-parse HEAD OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND git -C ${SOURCE} status --porcelain OUTPUT_VARIABLE changes ERROR_QUIET)
    string(REGEX REPLACE "[?][?] [^/\n]+/?\n" "" changes "${changes}")
    if(revision AND changes)
      string(APPEND revision -dirty)
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT [[
#include "harness/report/built_revision.hpp"
namespace codag::harness {
const char* const built_revision = "@revision@";
const char* const built_revision_from = "@from@";
}  // namespace codag::harness
]] @ONLY)
