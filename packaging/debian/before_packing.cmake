# What the packages for Debian have beside the files that the build installs. CPack runs it on each package's files before it packs
# them: an empty folder for the service's configuration, the changelog that Debian wants, and what lintian need not report.
foreach(package mcp-workbench mcp-workbench-dev)
  set(component runtime)
  if(package MATCHES "-dev$")
    set(component development)
  endif()
  set(files ${CPACK_TEMPORARY_DIRECTORY}/${component})
  set(changelog ${files}/usr/share/doc/${package}/changelog)
  string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)  # of SOURCE_DATE_EPOCH, if it is set
  file(WRITE ${changelog} "mcp-workbench (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * CHANGELOG.md in the sources says what has changed.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
  execute_process(COMMAND gzip -9nf ${changelog} COMMAND_ERROR_IS_FATAL ANY)
  if(component STREQUAL runtime)
    file(MAKE_DIRECTORY ${files}/etc/mcp-workbench)
    file(WRITE ${files}/usr/share/lintian/overrides/mcp-workbench
"# It starts each server, so it must be loaded in less than a millisecond (core/decisions/0006 in the sources).
mcp-workbench: statically-linked-binary [usr/lib/mcp-workbench/launcher]
")
  endif()
endforeach()
