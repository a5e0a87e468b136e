# Usage: cmake -D check=check_words.cmake -D folder=FOLDER -P check_words_test.cmake
# Holds check_words.cmake to its sentences: a tree without a mistake passes, and one with a mistake fails for it.
include(${CMAKE_CURRENT_LIST_DIR}/../support/tree_check.cmake)

# write_tree(): what every tree has, and nothing is wrong with.
function(write_tree)
  file(REMOVE_RECURSE ${folder})
  file(WRITE ${folder}/test/docs/words.txt "# A comment.
ok: written by everybody
[Nn]obody|[Ee]verybody => name it
^Of [a-z]+ => begin with the subject
goes on => \"continues\"
")
  file(WRITE ${folder}/test/docs/allowed_words.txt "plugins/http/old.hpp 2\n")
  file(WRITE ${folder}/plugins/http/old.hpp "// Nobody knows.\nint a;  ///< everybody does\n")
  # Names of the code, good phrases, what is inside a word or a sentence, and files that are not read.
  file(WRITE ${folder}/core/base/text.hpp "// It is `Of` the same kind, written by everybody.\nint nobody = everybody(x);\n")
  file(WRITE ${folder}/app/main.cpp "run(\"nobodys\", \"no-nobody-s\"); // The part of it, one\n// of the others.\n")
  file(WRITE ${folder}/docs/page.md "One of them.\n\nA list Of them goes\n\non.\n")
  file(WRITE ${folder}/CHANGELOG.md "Nobody goes on.\n")
endfunction()

accepts_the_tree()

# Comments: of one line, of several, and behind code.
refuses(core/a.cpp "// The call is sent; nobody waits.\n" "core/a.cpp: 'nobody waits.'; say name it")
refuses(core/a.hpp "/// The call\n/// goes\n/// on, later.\n" "core/a.hpp: 'goes on, later.'; say \"continues\"")
refuses(core/a.cpp "int a;  // Of several, one\nint b;\n" "core/a.cpp: 'Of several, one'; say begin with the subject")
refuses(core/a.cpp "// One [thread]. Of several, one; and more\n" "core/a.cpp: 'Of several, one, and more'; say begin with the subject")
# Strings, also in parts.
refuses(app/a.cpp "fail(\"the call \"\n     \"goes on\");\n" "app/a.cpp: 'goes on'; say \"continues\"")
refuses(examples/a.cpp "fail(\"say \\\"x\\\"; everybody does\");\n" "examples/a.cpp: 'everybody does'; say name it")
# Documents: across lines, and in tables.
refuses(docs/page.md "# Title\n\nThe call goes\non, and ends.\n" "docs/page.md: 'goes on, and ends.'; say \"continues\"")
refuses(README.md "| a | Of which one |\n" "README.md: 'Of which one'; say begin with the subject")

# The list of allowed words.
refuses(plugins/http/old.hpp "// Nobody knows, everybody does; nobody can.\n"
  "plugins/http/old.hpp: 'Nobody knows, everybody does, nobody can.'; say name it
plugins/http/old.hpp: 'everybody does, nobody can.'; say name it
plugins/http/old.hpp: 'nobody can.'; say name it
test/docs/allowed_words.txt: no longer the number of such words in that file; delete the line 'plugins/http/old.hpp 2'")
refuses(plugins/http/old.hpp "// No client knows.\n"
  "test/docs/allowed_words.txt: no longer the number of such words in that file; delete the line 'plugins/http/old.hpp 2'")

# With `record`, the list gets the numbers that are left, and none that is greater than it was.
function(records text numbers)
  write_tree()
  file(WRITE ${folder}/plugins/http/old.hpp "${text}")
  execute_process(COMMAND ${CMAKE_COMMAND} -D root=${folder} -D record=ON -P ${check} COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${folder}/test/docs/allowed_words.txt written)
  if(NOT written STREQUAL numbers)
    message(SEND_ERROR "With\n${text}the list has to become\n${numbers}and became\n${written}")
  endif()
endfunction()
records("// Nobody knows.\n" "plugins/http/old.hpp 1\n")
records("// Nobody knows, everybody does; nobody can.\n" "plugins/http/old.hpp 2\n")
records("// No client knows.\n" "")
