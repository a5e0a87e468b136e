# Usage: cmake -D check=check_documents.cmake -D folder=FOLDER -P check_documents_test.cmake
# Holds check_documents.cmake to its sentences: a tree without a mistake passes, and one with a mistake fails for it.
include(${CMAKE_CURRENT_LIST_DIR}/../support/tree_check.cmake)

# write_tree(): what every tree has, and nothing is wrong with.
function(write_tree)
  file(REMOVE_RECURSE ${folder})
  file(WRITE ${folder}/core/gateway/toolbox.hpp "class Toolbox final {\n void open();\n};\n")
  file(WRITE ${folder}/core/gateway/toolbox.cpp "")
  file(WRITE ${folder}/core/decisions/0001-one.md "See [the house](../../ARCHITECTURE.md#rooms) and `core/gateway/`.\n")
  file(WRITE ${folder}/test/unit/gateway/toolbox_test.cpp "TEST(Toolbox, Opens) {}\n")
  file(WRITE ${folder}/test/npm/scenarios/rounds.mjs "")
  file(WRITE ${folder}/ARCHITECTURE.md
    "`Toolbox::open()` is in `core/gateway/toolbox.{hpp,cpp}`; [why](core/decisions/0001-one.md), [not](https://x.y)\n"
    "```\n`core/no/such.cpp`\n```\n")
  file(WRITE ${folder}/examples/plugins/read_only_filter.cpp "// A filter.\n#include <a>\nint b;\n")
  file(WRITE ${folder}/README.md "```cpp\n// Another comment.\n#include <a>\nint b;\n```\n")
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
refuses(README.md "```cpp\n#include <a>\nint c;\n```\n"
  "README.md:1 does not have examples/plugins/read_only_filter.cpp as it is; copy it into \"Write a plugin\"")
refuses(core/decisions/0001-one.md "[0002](0002-two.md)\n"
  "core/decisions/0001-one.md:1 links to 0002-two.md, which does not exist")
refuses(SECURITY.md "`Toolbox.Closes`\n" "SECURITY.md:1 names the test Toolbox.Closes, which does not exist")
refuses(test/MISTAKES.md "`Toolbox.Closes`\n" "test/MISTAKES.md:1 names the test Toolbox.Closes, which does not exist")
refuses(test/MISTAKES.md "`Bench.*`\n" "test/MISTAKES.md:1 names the test Bench.*, which does not exist")
refuses(test/MISTAKES.md "`squares.mjs`\n" "test/MISTAKES.md:1 names squares.mjs, which does not exist")
