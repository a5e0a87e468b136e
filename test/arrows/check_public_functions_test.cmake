# Usage: cmake -D check=check_public_functions.cmake -D folder=FOLDER -P check_public_functions_test.cmake
# Holds check_public_functions.cmake to its sentences: a tree without a mistake passes, and one with a mistake fails for it.
include(${CMAKE_CURRENT_LIST_DIR}/../support/tree_check.cmake)

# Declarations of so many functions that each count.
function(write_functions count out)
  set(text "")
  foreach(number RANGE 1 ${count})
    string(APPEND text "  [[nodiscard]] const std::array<int, 3>& f${number}(int x = g(), int y = 0) const { return a_; }\n")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

write_functions(25 most)
write_functions(24 most_but_one)
write_functions(26 too_many)

# write_tree(): what every tree has, and nothing is wrong with.
function(write_tree)
  file(REMOVE_RECURSE ${folder})
  # What does not count.
  file(WRITE ${folder}/core/base/text.hpp "class Text final : public Word {
 public:
  Text() = default;
  explicit Text(std::function<void()> f) : f_(std::move(f)) {}
  ~Text();
  Text(const Text&) = delete;
  Text& operator=(Text&& other) noexcept { return *this; }
  using Done = MoveOnlyFunction<void(Result<std::string> outcome)>;
  static constexpr int kMax = next(3);
  MoveOnlyFunction<void(Result<std::string> outcome)> done;
  int size{next(3)};
  static void print() = delete;
  friend void print(const Text& text);
  // print(text) prints.
  class Part {
    void f();
  };
${most}
 protected:
  void g();
 private:
  void h();
};
")
  file(WRITE ${folder}/core/base/word.hpp "struct Word {\n${most}};\n\nclass Forward;\nstruct Empty {};\nvoid f();\n")
  file(WRITE ${folder}/plugins/x/word.hpp "class Hidden {\n${too_many}};\n")
  # A class that is allowed to have more.
  file(WRITE ${folder}/app/table.hpp "class Table {\n public:\n${too_many}};\n")
  file(WRITE ${folder}/test/arrows/allowed_public_functions.txt "Table 26: one for each column\n")
endfunction()

# refuses_with(FUNCTION): one more function is one too many.
function(refuses_with declaration)
  refuses(core/base/word.hpp "class Word {\n public:\n${most}${declaration}};\n"
    "core/base/word.hpp: Word has 26 public functions")
endfunction()

accepts_the_tree()

refuses_with("  void f();\n")
refuses_with("  virtual std::function<void(int)> f(std::function<void(int)> g) = 0;\n")
refuses_with("  [[nodiscard]] Word& f() const& { return *this; }\n")
refuses_with("  [[nodiscard]] Word* f() override;\n")
refuses_with("  template <typename T>\n  void f(T value,\n         int number);\n")
refuses_with("  bool operator==(const Word& other) const;\n")
refuses_with("  bool operator()(const Word& other) const;\n")
refuses_with("  Words words();\n")

refuses(core/base/word.hpp "struct Word {\n${too_many}};\n" "core/base/word.hpp: Word has 26 public functions")
refuses(core/base/word.cpp "namespace {\n\nclass Word : public Text {\n private:\n  void f();\n\n public:\n${too_many}};\n"
  "core/base/word.cpp: Word has 26 public functions")
refuses(core/base/word.hpp "class Word final\n    : public Text {\n public:\n${too_many}};\n"
  "core/base/word.hpp: Word has 26 public functions")
refuses(core/base/word.hpp "class Word {\n public:\n${most_but_one}  void f();\n  void g();\n};\n"
  "core/base/word.hpp: Word has 26 public functions")
refuses(app/table.hpp "class Table {\n public:\n${too_many}  void f();\n};\n"
  "app/table.hpp: Table has 27 public functions
test/arrows/allowed_public_functions.txt: no longer the number of public functions of that class; delete the line 'Table 26: one for each column'")
refuses(app/table.hpp "class Table {\n public:\n${most}};\n"
  "test/arrows/allowed_public_functions.txt: no longer the number of public functions of that class; delete the line 'Table 26: one for each column'")
refuses(test/arrows/allowed_public_functions.txt "Table 26\n"
  "app/table.hpp: Table has 26 public functions
test/arrows/allowed_public_functions.txt: no longer the number of public functions of that class; delete the line 'Table 26'")
