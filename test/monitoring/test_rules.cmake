# Usage: cmake -D promtool=PROGRAM -D samples=FOLDER -P test_rules.cmake
# Runs promtool's unit tests of the alert rules.
if(NOT EXISTS "${promtool}")
  message(FATAL_ERROR "promtool was not found; install the package prometheus (./bootstrap packages), and configure again")
endif()
foreach(command "check;rules;prometheus-rules.yml" "test;rules;prometheus-rules-test.yml")
  execute_process(COMMAND ${promtool} ${command} WORKING_DIRECTORY ${samples} RESULT_VARIABLE result
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "promtool ${command} in ${samples}: ${output}")
  endif()
endforeach()
