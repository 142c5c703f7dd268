# Finds Boost.Context: sets Boost_FOUND, and makes the target Boost::context. Its headers and its library suffice. codag's
# own build and its package include this.
if(POLICY CMP0167)
  cmake_policy(SET CMP0167 OLD)  # with CMake's module, which finds a folder without BoostConfig.cmake, too
endif()
find_package(Boost 1.70 COMPONENTS context QUIET)
# A distribution's BoostConfig.cmake that lacks Boost.Context hides such a folder in CMAKE_PREFIX_PATH.
if(NOT Boost_FOUND AND NOT Boost_NO_BOOST_CMAKE)
  set(Boost_NO_BOOST_CMAKE ON)
  unset(Boost_INCLUDE_DIR CACHE)  # the config's
  find_package(Boost 1.70 COMPONENTS context QUIET)
endif()
