#include "name_filters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include <workbench/plugin.hpp>
#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/tool_filter_contract.hpp>

extern "C" const workbench::PluginDescriptor workbench_plugin;

namespace workbench::filters {
namespace {

bool admits(const Result<std::unique_ptr<ToolFilter>>& filter, std::string_view name) {
  Tool tool;
  tool.name = name;
  return filter.value()->admits(tool);
}

bool name_admits(std::string_view wanted, std::string_view name) {
  return admits(make_name_filter(wanted), name);
}

bool pattern_admits(std::string_view pattern, std::string_view name) {
  return admits(make_wildcard_filter(pattern), name);
}

TEST(NameFilter, AdmitsTheToolOfThatName) {
  EXPECT_TRUE(name_admits("read_file", "read_file"));
}

TEST(NameFilter, RefusesANameThatOnlyBeginsOrEndsTheSame) {
  EXPECT_FALSE(name_admits("read", "read_file"));
  EXPECT_FALSE(name_admits("file", "read_file"));
  EXPECT_FALSE(name_admits("read_file", "read"));
}

TEST(NameFilter, IsCaseSensitive) {
  EXPECT_FALSE(name_admits("read_file", "Read_File"));
}

TEST(NameFilter, TreatsWildcardCharactersLiterally) {
  EXPECT_TRUE(name_admits("what?", "what?"));
  EXPECT_FALSE(name_admits("what?", "whats"));
  EXPECT_FALSE(name_admits("*", "read_file"));
}

TEST(NameFilter, RefusesAnEmptyNameAndSaysWhatToWrite) {
  const auto refused = make_name_filter("");

  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_argument);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("write the tool's name"));
}

TEST(WildcardFilter, AStarAdmitsEveryName) {
  EXPECT_TRUE(pattern_admits("*", "read_file"));
  EXPECT_TRUE(pattern_admits("*", ""));
  EXPECT_TRUE(pattern_admits("***", "x"));
}

TEST(WildcardFilter, AStarMatchesAnySequenceAlsoAnEmptyOne) {
  EXPECT_TRUE(pattern_admits("read_*", "read_file"));
  EXPECT_TRUE(pattern_admits("read_*", "read_"));
  EXPECT_TRUE(pattern_admits("*_file", "read_text_file"));
  EXPECT_TRUE(pattern_admits("read*file", "read_text_file"));
  EXPECT_TRUE(pattern_admits("*text*", "read_text_file"));
}

TEST(WildcardFilter, MatchesTheWholeName) {
  EXPECT_FALSE(pattern_admits("read_*", "xread_file"));
  EXPECT_FALSE(pattern_admits("*_file", "read_files"));
  EXPECT_FALSE(pattern_admits("read_fil?", "read_file_now"));
}

TEST(WildcardFilter, AStarLeavesWhatTheRestOfThePatternNeeds) {
  EXPECT_TRUE(pattern_admits("*ab", "aab"));
  EXPECT_TRUE(pattern_admits("a*b*c", "abbcbc"));
  EXPECT_TRUE(pattern_admits("*aab*ba", "aaabaabba"));
  EXPECT_FALSE(pattern_admits("a*b*c", "abbcb"));
}

TEST(WildcardFilter, AQuestionMarkMatchesExactlyOneCharacter) {
  EXPECT_TRUE(pattern_admits("tool_?", "tool_7"));
  EXPECT_FALSE(pattern_admits("tool_?", "tool_"));
  EXPECT_FALSE(pattern_admits("tool_?", "tool_17"));
  EXPECT_TRUE(pattern_admits("*??", "ab"));
  EXPECT_FALSE(pattern_admits("*??", "a"));
}

TEST(WildcardFilter, ACharacterOfSeveralBytesIsOneCharacter) {
  EXPECT_TRUE(pattern_admits("caf?", "caf\u00e9"));
  EXPECT_TRUE(pattern_admits("?", "\U0001F600"));
  EXPECT_FALSE(pattern_admits("caf??", "caf\u00e9"));
  EXPECT_FALSE(pattern_admits("*??", "\u00e9"));
  EXPECT_TRUE(pattern_admits("*\u00e9", "caf\u00e9"));
  EXPECT_FALSE(pattern_admits("caf\u00e8", "caf\u00e9"));
}

TEST(WildcardFilter, EveryOtherCharacterMatchesItself) {
  EXPECT_TRUE(pattern_admits("a.b[c]{d}\\*", "a.b[c]{d}\\e"));
  EXPECT_FALSE(pattern_admits("a.b*", "axb"));
  EXPECT_FALSE(pattern_admits("[ab]*", "a"));
}

TEST(WildcardFilter, IsCaseSensitive) {
  EXPECT_FALSE(pattern_admits("READ_*", "read_file"));
}

TEST(WildcardFilter, IsNotSlowedDownByAPatternThatMakesItBacktrack) {
  std::string pattern;
  for (int i = 0; i < 40; ++i) pattern += "*a";
  pattern += "*b";
  const std::string name(50'000, 'a');

  // Trying every way to divide the name among the stars would exceed the test's time limit by far.
  EXPECT_FALSE(pattern_admits(pattern, name));
  EXPECT_TRUE(pattern_admits(pattern, name + "b"));
}

TEST(WildcardFilter, RefusesAnEmptyPatternAndSaysWhatToWrite) {
  const auto refused = make_wildcard_filter("");

  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::invalid_argument);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("\"*\" for every tool"));
}

/// Keeps the filters that a plugin registers.
class FilterRegistrar final : public Registrar {
 public:
  void add_factory(std::string_view name, AnyFactory factory) override {
    const ToolFilterFactory* const makes_filters = factory.find<ToolFilter>();
    ASSERT_NE(makes_filters, nullptr) << "a " << factory.kind();
    factories.emplace(name, *makes_filters);
  }
  void provide_extension(ExtensionId, MakeExtension) override { ADD_FAILURE() << "an extension"; }

  std::map<std::string, ToolFilterFactory, std::less<>> factories;
};

TEST(FiltersPlugin, RegistersASchemeForEachFilter) {
  test::LoopHost host;
  FilterRegistrar registrar;

  workbench_plugin.register_plugin(registrar);

  ASSERT_EQ(registrar.factories.size(), 5U);
  for (const char* const scheme : {"destructive", "open-world", "writes"}) {
    EXPECT_TRUE(admits(registrar.factories.at(scheme)("", host), "of a tool without hints")) << scheme;
  }
  EXPECT_FALSE(admits(registrar.factories.at("name")("read_*", host), "read_file"));
  EXPECT_TRUE(admits(registrar.factories.at("wildcard")("read_*", host), "read_file"));
}

}  // namespace
}  // namespace workbench::filters

namespace workbench::test {

struct NameFilter {
  std::unique_ptr<ToolFilter> make() { return *filters::make_name_filter("read_file"); }
};
struct WildcardFilter {
  std::unique_ptr<ToolFilter> make() { return *filters::make_wildcard_filter("*_f?le*"); }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Name, ToolFilterContract, NameFilter);
INSTANTIATE_TYPED_TEST_SUITE_P(Wildcard, ToolFilterContract, WildcardFilter);

}  // namespace workbench::test
