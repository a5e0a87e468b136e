# Usage: cmake -D check=FILE -D folder=FOLDER -P check_client_ids_test.cmake
# Makes trees with one line each, and fails unless check_client_ids.cmake refuses the comparisons of ids, and them alone.
cmake_minimum_required(VERSION 3.25)

# expect(RESULT TEXT): whether the check accepts (0) or refuses (1) a tree with this line.
function(expect result text)
  file(REMOVE_RECURSE ${folder})
  file(WRITE ${folder}/core/client_files/x.cpp "${text}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -D root=${folder} -P ${check} RESULT_VARIABLE code ERROR_VARIABLE errors)
  if(NOT code EQUAL result)
    message(SEND_ERROR "'${text}': exit code ${code} instead of ${result}: ${errors}")
  endif()
  if(result AND NOT errors MATCHES "core/client_files/x.cpp compares")
    message(SEND_ERROR "'${text}': the file is not named: ${errors}")
  endif()
endfunction()

expect(1 "  if (client.id == \"zed\") return true")
expect(1 "  return group_.client->id != kOurs")
expect(1 "  if (\"zed\" == client.id) return true")
expect(0 "  if (client.id == id) return &client")
expect(0 "  const std::string name = \"-\" + std::string(client->id)")
expect(0 "  {.id = \"zed\", .title = \"Zed\"},")
