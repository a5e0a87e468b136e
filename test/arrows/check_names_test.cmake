# Usage: cmake -D check=check_names.cmake -D folder=FOLDER -P check_names_test.cmake
# Holds check_names.cmake to its sentences: a tree without a mistake passes, and one with a mistake fails for it.
include(${CMAKE_CURRENT_LIST_DIR}/../support/tree_check.cmake)

# write_tree(): what every tree has, and nothing is wrong with.
function(write_tree)
  file(REMOVE_RECURSE ${folder})
  file(WRITE ${folder}/core/base/text.hpp "class Text;\nstruct Word {\n  struct Letter {};\n};\n")
  file(WRITE ${folder}/core/base/text.cpp "class Text {};\nclass Text::Impl {};\n")
  file(WRITE ${folder}/core/json/lookup.hpp "template <typename Key>\nclass Lookup final\n    : public Base {};\n")
  file(WRITE ${folder}/core/json/lookup.cpp "template <>\nstruct Word<Key> {};\nnamespace workbench::json {\n}\n")
  file(WRITE ${folder}/core/json/scan.cpp
    "namespace workbench::json {\nnamespace {\nclass Lookup {};\n}  // namespace\n}  // namespace workbench::json\n")
  file(WRITE ${folder}/plugins/filters/filter.hpp "struct Word;\nclass Filter {\n  class Lookup {};\n};\n")
  file(WRITE ${folder}/core/sdk/testing/word.hpp "class Word {};\n")
  # A name that is allowed to have two meanings.
  file(WRITE ${folder}/core/clients/session.hpp "class Session {};\n")
  file(WRITE ${folder}/plugins/http/session.hpp "class Session {};\n")
  file(WRITE ${folder}/test/arrows/allowed_names.txt "Session 2\n")
endfunction()

accepts_the_tree()

refuses(app/word.hpp "struct Word {\n"
  "Word is the name of 2 types: app/word.hpp, core/base/text.hpp")
refuses(app/word.cpp "namespace {\nclass Mine {};\n}  // namespace\n\nclass Word final : public Text {\n"
  "Word is the name of 2 types: app/word.cpp, core/base/text.hpp")
refuses(app/word.hpp "template <typename Key> class Lookup {};\n"
  "Lookup is the name of 2 types: app/word.hpp, core/json/lookup.hpp")
refuses(app/word.hpp "class Word\n    : public Text {\n"
  "Word is the name of 2 types: app/word.hpp, core/base/text.hpp")
refuses(app/word.hpp "class [[nodiscard]] Word {\n"
  "Word is the name of 2 types: app/word.hpp, core/base/text.hpp")
refuses(app/word.hpp "enum class Word { one, two };\n"
  "Word is the name of 2 types: app/word.hpp, core/base/text.hpp")
refuses(app/session.hpp "class Session {};\n"
  "Session is the name of 3 types: app/session.hpp, core/clients/session.hpp, plugins/http/session.hpp
test/arrows/allowed_names.txt: no longer the number of types of that name; delete the line 'Session 2'")
refuses(plugins/http/session.hpp "class Session;\n"
  "test/arrows/allowed_names.txt: no longer the number of types of that name; delete the line 'Session 2'")
refuses(test/arrows/allowed_names.txt "Word 2\nSession 2\n"
  "test/arrows/allowed_names.txt: the lines have to be sorted")
