# Usage: cmake -D check=FILE -D folder=FOLDER -P check_output_test.cmake
# Makes trees with one wrong line each, and fails unless check_output.cmake reports it.
cmake_minimum_required(VERSION 3.25)

# expect(RESULT FILE TEXT): whether the check accepts (0) or refuses (1) a tree with this file.
function(expect result file text)
  file(REMOVE_RECURSE ${folder})
  file(WRITE ${folder}/${file} "${text}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -D root=${folder} -P ${check} RESULT_VARIABLE code ERROR_VARIABLE errors)
  if(NOT code EQUAL result)
    message(SEND_ERROR "${file} with '${text}': exit code ${code} instead of ${result}: ${errors}")
  endif()
  if(result AND NOT errors MATCHES "${file}")
    message(SEND_ERROR "${file} with '${text}': the file is not named: ${errors}")
  endif()
endfunction()

expect(1 app/commands/x.cpp "void f() { std::cout << 1; }")
expect(1 app/x.hpp "void f(std::ostream& out)")
expect(1 plugins/p/x.cpp "std::cerr << name")
expect(1 core/base/x.cpp "std::printf(name)")
expect(1 app/x.cpp "::write(STDERR_FILENO, text, size)")
expect(1 core/base/x.cpp "std::regex pattern(text)")
expect(1 app/x.cpp "#include <regex>")
expect(0 app/process/output.cpp "std::cout << text")
expect(0 app/process/log.cpp "::write(STDERR_FILENO, text, size)")
expect(0 app/x.cpp "f()  // not std::cout, and no std::regex")
expect(0 app/x.cpp "output << name")
