# find_package(codag) gives codag::codag: the device framework, header-only.
include(CMakePackageConfigHelpers)
install(TARGETS codag EXPORT codag-targets)
install(EXPORT codag-targets NAMESPACE codag:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/codag)
install(DIRECTORY codag/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/codag FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")
install(TARGETS codag_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
configure_package_config_file(cmake/codag-config.cmake.in ${CMAKE_BINARY_DIR}/codag-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/codag)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/codag-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/codag-config.cmake ${CMAKE_BINARY_DIR}/codag-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/codag)
