# Installs what package-lock.json names, unless that was done since it last changed: it takes a minute.
# cmake -D npm=/usr/bin/npm -P install_packages.cmake, in the folder of the lock.
set(installed node_modules/.package-lock.json)
if(EXISTS ${installed} AND NOT package-lock.json IS_NEWER_THAN ${installed})
  return()
endif()
execute_process(COMMAND ${npm} ci --prefer-offline --no-progress RESULT_VARIABLE failed)
if(failed)
  # The cache may have lists of versions that are older than the lock.
  execute_process(COMMAND ${npm} ci --no-progress RESULT_VARIABLE failed)
endif()
if(failed)
  message(FATAL_ERROR "npm ci failed; it needs a registry, or a cache that has everything in package-lock.json")
endif()
