# For tests of a check that reads the whole project: trees with one mistake each. A test is run with
# `cmake -D check=CHECK -D folder=FOLDER -P TEST`, and defines write_tree(), which writes a tree without a mistake.
cmake_minimum_required(VERSION 3.25)

function(run_check result output)
  execute_process(COMMAND ${CMAKE_COMMAND} -D root=${folder} -P ${check} RESULT_VARIABLE code ERROR_VARIABLE errors)
  set(${result} "${code}" PARENT_SCOPE)
  set(${output} "${errors}" PARENT_SCOPE)
endfunction()

# accepts_the_tree(): the check passes where nothing is wrong.
function(accepts_the_tree)
  write_tree()
  run_check(code errors)
  if(NOT code EQUAL 0)
    message(SEND_ERROR "A tree without a mistake has to pass, and did not:\n${errors}")
  endif()
endfunction()

# refuses(FILE TEXT SENTENCE): with that text in that file, the check fails and begins with that sentence.
function(refuses file text sentence)
  write_tree()
  file(WRITE "${folder}/${file}" "${text}")
  run_check(code errors)
  string(FIND "${errors}" "${sentence}\n" position)
  if(code EQUAL 0 OR NOT position EQUAL 0)
    message(SEND_ERROR "${file} with\n${text}has to be refused with\n  ${sentence}\nand was not (${code}):\n${errors}")
  endif()
endfunction()
