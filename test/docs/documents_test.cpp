// What documents have between `generated` and `end` is made of the tables in the code. UPDATE_DOCUMENTS=1 writes it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "generated_page.hpp"
#include "generated_texts.hpp"

namespace documents {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Texts all_texts() {
  Texts texts;
  add_configuration_texts(texts);
  add_program_texts(texts);
  add_serving_texts(texts);
  return texts;
}

std::string contents_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::filesystem::path> all_pages() {
  const std::filesystem::path root(PROJECT_FOLDER);
  std::vector<std::filesystem::path> pages{root / "config-samples/workbench.properties"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  return pages;
}

/// The first line in which the texts differ.
std::string difference(const std::string& has, const std::string& code_has) {
  std::size_t line = 1;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < has.size() && at < code_has.size() && has[at] == code_has[at]; ++at) {
    if (has[at] != '\n') continue;
    ++line;
    begin = at + 1;
  }
  return ":" + std::to_string(line) + ": has\n  " + has.substr(begin, has.find('\n', begin) - begin) +
         "\nand the code has\n  " + code_has.substr(begin, code_has.find('\n', begin) - begin) +
         "\ncmake --build --preset package && UPDATE_DOCUMENTS=1 ctest --preset package -R Documents updates the "
         "documents; read what it has written.";
}

TEST(Documents, HaveTheTablesOfTheCode) {
  const bool updates = std::getenv("UPDATE_DOCUMENTS") != nullptr;
  const Texts texts = all_texts();
  std::set<std::string> missing;
  for (const auto& text : texts) missing.insert(text.first);
  for (const std::filesystem::path& file : all_pages()) {
    const std::string page = contents_of(file);
    const GeneratedPage generated = with_generated_parts(page, texts);
    for (const std::string& problem : generated.problems) ADD_FAILURE() << file.string() << ":" << problem;
    for (const std::string& name : generated.names) missing.erase(name);
    if (generated.text == page || !generated.problems.empty()) continue;
    if (updates) {
      std::ofstream(file, std::ios::binary) << generated.text;
    } else {
      ADD_FAILURE() << file.string() << difference(page, generated.text);
    }
  }
  EXPECT_THAT(missing, IsEmpty()) << "texts that no page has; add a part: <!-- generated: NAME -->";
}

TEST(AGeneratedPage, HasTheTextBetweenItsMarkersAndAllElseAsItWas) {
  const Texts texts{{"a", "new\n"}, {"b", "other\n"}};
  const GeneratedPage page = with_generated_parts(
      "# end\n<!-- generated: a -->\nold\nold\n<!-- end -->\nbetween\n# generated: b\n# end\nlast\n", texts);
  EXPECT_EQ(page.text,
            "# end\n<!-- generated: a -->\nnew\n<!-- end -->\nbetween\n# generated: b\nother\n# end\nlast\n");
  EXPECT_THAT(page.names, ElementsAre("a", "b"));
  EXPECT_THAT(page.problems, IsEmpty());
}

TEST(AGeneratedPage, ReportsATextThatDoesNotExist) {
  EXPECT_THAT(with_generated_parts("one\n<!-- generated: a -->\n<!-- end -->\n", {}).problems,
              ElementsAre("2: there is no text named 'a'"));
}

TEST(AGeneratedPage, ReportsAPartWithoutAnEnd) {
  const Texts texts{{"a", "new\n"}};
  EXPECT_THAT(with_generated_parts("<!-- generated: a -->\nold\n", texts).problems,
              ElementsAre("1: this part has no end"));
  EXPECT_THAT(with_generated_parts("<!-- generated: a -->\n<!-- generated: a -->\n<!-- end -->\n", texts).problems,
              ElementsAre("1: this part has no end"));
}

}  // namespace
}  // namespace documents
