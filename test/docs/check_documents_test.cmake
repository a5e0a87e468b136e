# Usage: cmake -D check=check_documents.cmake -D folder=FOLDER -P check_documents_test.cmake
# Holds check_documents.cmake to its sentences: a tree without a mistake passes, and one with a mistake fails for it.
include(${CMAKE_CURRENT_LIST_DIR}/../support/tree_check.cmake)

# room(OUT ROW): the README.md of a room with this row of files.
function(room out row)
  set(${out} "# Room\n## What it is\nA.\n## In and out\nB.\n## Files by floor\n${row}\n## Invariants\nC.\n## Tests\nD.\n" PARENT_SCOPE)
endfunction()

# write_room(ROW)
function(write_room row)
  room(text "${row}")
  file(WRITE ${folder}/core/json/README.md "${text}")
endfunction()

# decision(OUT STATUS DAY TEXT)
function(decision out status day text)
  set(${out} "# 0001: One\n\nStatus: ${status}\nLast checked: ${day}\n\n${text}\n" PARENT_SCOPE)
endfunction()

# write_decision(STATUS DAY TEXT)
function(write_decision status day text)
  decision(record "${status}" "${day}" "${text}")
  file(WRITE ${folder}/core/decisions/0001-one.md "${record}")
endfunction()

# commands(OUT RUNNER): the rows for the commands of write_tree(), in which that one runs the first.
function(commands out runner)
  set(${out}
    "# Rows\nx 'a[]=1' => ${runner}\n./all => .ci/run\ny | z => not run: not ours\nw 1 => soak.Holds\n" PARENT_SCOPE)
endfunction()

# write_commands(RUNNER)
function(write_commands runner)
  commands(text "${runner}")
  file(WRITE ${folder}/test/docs/commands.txt "${text}")
endfunction()

set(sample ../../examples/plugins/guide/read_only_filter.cpp)

# write_tree(): what every tree has, and nothing is wrong with.
function(write_tree)
  file(REMOVE_RECURSE ${folder})
  file(WRITE ${folder}/core/gateway/toolbox.hpp "class Toolbox final {\n void open();\n};\n")
  file(WRITE ${folder}/core/gateway/toolbox.cpp "constexpr int kMaxTools = 1;\n")
  write_decision("accepted." "2026-11-26." "See [the house](../../ARCHITECTURE.md#rooms) and `core/gateway/`.")
  file(WRITE ${folder}/core/decisions/README.md "| | decision |\n|---|---|\n| [0001](0001-one.md) | One |\n")
  file(WRITE ${folder}/test/unit/gateway/toolbox_test.cpp "TEST(Toolbox, Opens) {}\n")
  file(WRITE ${folder}/test/npm/scenarios/rounds.mjs "")
  file(WRITE ${folder}/ARCHITECTURE.md
    "# Rooms\n`Toolbox::open()` is in `core/gateway/toolbox.{hpp,cpp}`; [why](core/decisions/0001-one.md), [not](https://x.y)\n"
    "```\n`core/no/such.cpp`\n```\n"
    "`kMaxTools` (`core/gateway/toolbox.{hpp,cpp}`), `kMaxTools` in `core/gateway/toolbox.cpp`\n")
  file(WRITE ${folder}/examples/plugins/guide/read_only_filter.cpp "// A filter.\n#include <a>\nint b;\n")
  file(WRITE ${folder}/core/sdk/include/workbench/tool.hpp "")
  file(WRITE ${folder}/README.md "[The guide](docs/plugins/guide.md#the-1st-toolbox)\n")
  file(WRITE ${folder}/CHANGELOG.md "`core/no/such.cpp` was replaced; see [the guide](docs/plugins/guide.md#the-1st-toolbox)\n")
  file(WRITE ${folder}/docs/plugins/guide.md
    "# The 1st `Toolbox`!\nSee [it](${sample}):\n\n```cpp\n// A filter.\n#include <a>\nint b;\n```\n"
    "`<workbench/tool.hpp>` [Above](#the-1st-toolbox)\n```properties\nplugins.add = mine\n```\n")
  file(WRITE ${folder}/docs/reference/settings.md "| `plugins.load` | | names | `a, b` | restart | In order. |\n")
  file(WRITE ${folder}/core/json/scanner.hpp "")
  file(WRITE ${folder}/core/json/deep/blocks.cpp "")
  file(WRITE ${folder}/CONTRIBUTING.md
    "```sh\n# Both:\nx  'a[]=1'   # a list\n./all\n```\n```console\n$ y | z\nout\n$ w 1\n```\n```json\n[]\n```\n[Settings](docs/reference/settings.md)\n")
  write_commands("Toolbox.Opens")
  file(WRITE ${folder}/.ci/run "step ./all\n")
  file(WRITE ${folder}/test/CMakeLists.txt "add_test(NAME out.builds\n  COMMAND x)\n")
  file(WRITE ${folder}/test/soak/CMakeLists.txt "function(soak_test)\nsoak_test(Holds\n  COMMAND x)\n")
  write_room("| `scanner`, `deep/blocks` | the end of a value |")
  file(WRITE ${folder}/test/docs/limits.txt "# Bytes\ndocs/plugins/*.md 300\nREADME.md 100\ncore/*/README.md 12 lines\n")
  file(WRITE ${folder}/test/docs/long_pages.txt "# Bytes\n")
  file(WRITE ${folder}/test/MISTAKES.md "`Toolbox.Opens`, `Toolbox.*`, `rounds.mjs`, `unit/gateway/toolbox_test.cpp`\n")
endfunction()

accepts_the_tree()

refuses(ARCHITECTURE.md "The rooms:\n`core/gateway/tool.hpp`\n"
  "ARCHITECTURE.md:2 names core/gateway/tool.hpp, which does not exist")
refuses(ARCHITECTURE.md "`core/gateway/toolbox.{hpp,txt}`\n"
  "ARCHITECTURE.md:1 names core/gateway/toolbox.txt, which does not exist")
refuses(ARCHITECTURE.md "`core/gateway/*.md`\n" "ARCHITECTURE.md:1 names core/gateway/*.md, which does not exist")
refuses(ARCHITECTURE.md "`toolbox.hpp`\n" "ARCHITECTURE.md:1 names toolbox.hpp without its folder")
refuses(ARCHITECTURE.md "`Toolbox::close()`\n" "ARCHITECTURE.md:1 names Toolbox::close(), which the code does not have")
refuses(ARCHITECTURE.md "`Bench`\n" "ARCHITECTURE.md:1 names Bench, which the code does not have")
refuses(ARCHITECTURE.md "`kMaxTools` (`core/gateway/toolbox.hpp`)\n"
  "ARCHITECTURE.md:1 names kMaxTools in core/gateway/toolbox.hpp, which does not have it")
refuses(ARCHITECTURE.md "`kMaxTool` in `core/gateway/toolbox.cpp`\n"
  "ARCHITECTURE.md:1 names kMaxTool in core/gateway/toolbox.cpp, which does not have it")
refuses(docs/plugins/guide.md "# The 1st Toolbox\n[It](${sample}):\n\n```cpp\n// A filter.\n#include <a>\nint c;\n```\n"
  "docs/plugins/guide.md:1 does not have examples/plugins/guide/read_only_filter.cpp as it is; copy it")
refuses(docs/plugins/guide.md "# The 1st Toolbox\n[It](${sample})\n"
  "examples/plugins/guide/read_only_filter.cpp:1 is shown by no page of docs/plugins; copy it after a link to it and a colon")
refuses(docs/plugins/abi.md "`<workbench/tools.hpp>`, [guide](guide.md)\n"
  "docs/plugins/abi.md:1 names workbench/tools.hpp, which does not exist")
refuses(docs/plugins/abi.md "`Bench`, [guide](guide.md)\n" "docs/plugins/abi.md:1 names Bench, which the code does not have")
refuses(docs/plugins/other.md "[guide](guide.md)\n" "docs/plugins/other.md:1 is a page to which no other page links")
refuses(docs/plugins/other.md "[itself](other.md)\n" "docs/plugins/other.md:1 is a page to which no other page links")
refuses(README.md "[The guide](docs/plugins/guide.md#the-2nd-toolbox)\n"
  "README.md:1 links to docs/plugins/guide.md#the-2nd-toolbox, but docs/plugins/guide.md has no such heading")
refuses(CHANGELOG.md "[The guide](docs/plugins/guide.md#the-2nd-toolbox)\n"
  "CHANGELOG.md:1 links to docs/plugins/guide.md#the-2nd-toolbox, but docs/plugins/guide.md has no such heading")
room(text "| `scanner`, `deep/bytes` | the end of a value |")
refuses(core/json/README.md "${text}" "core/json/README.md:7 names deep/bytes, which the room does not have")
room(text "| `scanner`, `scanner`, `scanner`, `scanner`, `scanner` | five times |")
refuses(core/json/README.md "${text}"
  "core/json/README.md:7 names 5 files in one row; name the best four, or divide the row")
refuses(docs/develop/changing.md
  "# Rows\n| x | `core/a.cpp`, `core/b.cpp`, `core/c.cpp`, `core/d.cpp`, `Toolbox`, `core/e.cpp` |\n"
  "docs/develop/changing.md:2 names 5 files in one row; name the best four, or divide the row")
room(text "| `scanner` | `Reader::next()` |")
refuses(core/json/README.md "${text}" "core/json/README.md:7 names Reader::next(), which the code does not have")
room(text "| `scanner` | one |\n| `deep/` | two |\n")
refuses(core/json/README.md "${text}"
  "core/json/README.md:1 has 13 lines, and test/docs/limits.txt allows 12; shorten or divide it")
refuses(core/json/README.md "# Room\n## Tests\n"
  "core/json/README.md:1 has other headings than What it is, In and out, Files by floor, Invariants, Tests")

set(table test/docs/commands.txt)
commands(text "Toolbox.Closes")
refuses(${table} "${text}" "${table}:2 names the test Toolbox.Closes, which does not exist")
commands(text "out.build")
refuses(${table} "${text}" "${table}:2 names the test out.build, which does not exist")
commands(text "soak.Hold")
refuses(${table} "${text}" "${table}:2 names the test soak.Hold, which does not exist")
commands(text ".ci/run")
refuses(${table} "${text}" "${table}:2 says that .ci/run runs x 'a =1', which it does not")
commands(text "not run:")
refuses(${table} "${text}" "${table}:2 names the test not run:, which does not exist")
commands(text "out.builds")
refuses(${table} "${text}v => out.builds\n" "${table}:6 has a command that no page has: v")
refuses(${table} "${text}w  1 => out.builds\n" "${table}:6 has a second row for w 1")
refuses(${table} "${text}w 1\n" "${table}:6 is not of the form COMMAND => TEST or COMMAND => not run: REASON")
string(REPLACE "w 1 => soak.Holds\n" "" text "${text}")
refuses(${table} "${text}" "CONTRIBUTING.md:9 has a command without a row in ${table}: w 1")

string(REPEAT "Words. " 15 words)
refuses(README.md "[The guide](docs/plugins/guide.md)\n${words}\n"
  "README.md:1 has 141 bytes, and test/docs/limits.txt allows 100; shorten or divide it")
refuses(test/docs/long_pages.txt "README.md 200\n"
  "README.md:1 fits into 100 bytes now; take it out of test/docs/long_pages.txt")
refuses(test/docs/long_pages.txt "docs/no.md 200\n"
  "test/docs/long_pages.txt:1 names docs/no.md, which does not exist or has no limit")
decision(record "accepted." "2026-11-26." "[0002](0002-two.md)")
refuses(core/decisions/0001-one.md "${record}" "core/decisions/0001-one.md:6 links to 0002-two.md, which does not exist")
set(begins_wrongly
  "core/decisions/0001-one.md:1 does not begin with its title, Status and Last checked, as core/decisions/README.md says")
refuses(core/decisions/0001-one.md "# 0001: One\n\nStatus: accepted.\n\nText.\n" "${begins_wrongly}")
refuses(core/decisions/0001-one.md "# 0001: One\n\nText.\n" "${begins_wrongly}")
decision(record "accepted." "yesterday" "Text.")
refuses(core/decisions/0001-one.md "${record}" "${begins_wrongly}")
decision(record "obsolete." "2026-11-26." "Text.")
refuses(core/decisions/0001-one.md "${record}"
  "core/decisions/0001-one.md:3 has a status of another form than core/decisions/README.md says")
decision(record "partly superseded by 0001." "2026-11-26." "Text.")
refuses(core/decisions/0001-one.md "${record}"
  "core/decisions/0001-one.md:3 has a status of another form than core/decisions/README.md says")
decision(record "superseded by 0001 and 0007." "2026-11-26." "Text.")
refuses(core/decisions/0001-one.md "${record}"
  "core/decisions/0001-one.md:3 is superseded by 0007, which does not exist")
decision(record "partly superseded by 0008: the half." "2026-11-26." "Text.")
refuses(core/decisions/0001-one.md "${record}"
  "core/decisions/0001-one.md:3 is superseded by 0008, which does not exist")
refuses(core/decisions/README.md "| | decision |\n|---|---|\n"
  "core/decisions/README.md:1 has no row for 0001-one.md with its title")
refuses(core/decisions/README.md "| | decision |\n|---|---|\n| [0001](0001-one.md) | Another |\n"
  "core/decisions/README.md:1 has no row for 0001-one.md with its title")
refuses(core/decisions/README.md "| |\n| [0001](0001-one.md) | One |\n| [0001](0001-one.md) | One |\n"
  "core/decisions/README.md:1 has 2 rows for 1 decisions")
refuses(SECURITY.md "`Toolbox.Closes`\n" "SECURITY.md:1 names the test Toolbox.Closes, which does not exist")
refuses(test/MISTAKES.md "`Toolbox.Closes`\n" "test/MISTAKES.md:1 names the test Toolbox.Closes, which does not exist")
refuses(test/MISTAKES.md "`Bench.*`\n" "test/MISTAKES.md:1 names the test Bench.*, which does not exist")
refuses(test/MISTAKES.md "`squares.mjs`\n" "test/MISTAKES.md:1 names squares.mjs, which does not exist")

# refuses_long_page(BYTES SENTENCE): a page of 141 bytes whose number in the list of long pages is that.
function(refuses_long_page bytes sentence)
  write_tree()
  file(WRITE ${folder}/README.md "[The guide](docs/plugins/guide.md)\n${words}\n")
  file(WRITE ${folder}/test/docs/long_pages.txt "README.md ${bytes}\n")
  run_check(code errors)
  if(sentence STREQUAL "")
    if(NOT code EQUAL 0)
      message(SEND_ERROR "A long page within its number has to pass, and did not:\n${errors}")
    endif()
    return()
  endif()
  string(FIND "${errors}" "README.md:1 ${sentence}\n" position)
  if(NOT position EQUAL 0)
    message(SEND_ERROR "README.md with the number ${bytes} has to be refused with\n  ${sentence}\nand was not:\n${errors}")
  endif()
endfunction()

refuses_long_page(141 "")
refuses_long_page(140 "has 141 bytes, and test/docs/long_pages.txt allows 140; shorten or divide it")
refuses_long_page(1142 "has 141 bytes; lower its number in test/docs/long_pages.txt")
