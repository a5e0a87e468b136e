#pragma once

// What every tool filter promises, as a suite that its author instantiates:
//
//   struct ReadOnly {
//     std::unique_ptr<workbench::ToolFilter> make();   // called several times: equal filters
//   };
//   INSTANTIATE_TYPED_TEST_SUITE_P(ReadOnly, ToolFilterContract, ReadOnly);
//
// All of it inside `namespace workbench::test`.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/tool_filter.hpp>

namespace workbench::test {

/// Tools as servers may define them, the odd ones too.
[[nodiscard]] inline std::vector<Tool> tools_of_all_kinds() {
  const std::vector<std::string> names = {"read_file",
                                          "delete_file",
                                          "",
                                          "*",
                                          "?",
                                          "!",
                                          "a:b",
                                          "[a-z]",
                                          "\\",
                                          "..",
                                          "name with blanks",
                                          "tab\tand\nnewline",
                                          "\"",
                                          "%s",
                                          "a/b",
                                          "A",
                                          "\xC3\xA9t",
                                          "$HOME",
                                          "(a+)+$",
                                          std::string(1, '\0'),
                                          std::string("\xff\xfe"),
                                          std::string(100'000, 'a'),
                                          std::string(1'000, '*')};
  std::vector<Tool> tools;
  for (const std::string& name : names) {
    Tool tool;
    tool.name = name;
    tools.push_back(tool);
    tool.title = tool.description = name;
    tool.annotations.read_only_hint = true;
    tool.definition = Json("{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\"}}");
    tools.push_back(std::move(tool));
  }
  return tools;
}

template <typename Fixture>
class ToolFilterContract : public ::testing::Test {
 protected:
  Fixture fixture;
};

TYPED_TEST_SUITE_P(ToolFilterContract);

TYPED_TEST_P(ToolFilterContract, ThrowsForNoTool) {
  const std::unique_ptr<ToolFilter> filter = this->fixture.make();
  for (const Tool& tool : tools_of_all_kinds()) EXPECT_NO_THROW(static_cast<void>(filter->admits(tool))) << tool.name;
}

TYPED_TEST_P(ToolFilterContract, DecidesAlikeHoweverOftenAndInWhateverOrderItIsAsked) {
  const std::vector<Tool> tools = tools_of_all_kinds();
  const std::unique_ptr<ToolFilter> filter = this->fixture.make();
  std::vector<bool> decisions;
  for (const Tool& tool : tools) decisions.push_back(filter->admits(tool));
  for (std::size_t i = tools.size(); i-- > 0;) EXPECT_EQ(filter->admits(tools[i]), decisions[i]) << tools[i].name;
}

TYPED_TEST_P(ToolFilterContract, DecidesAsAnEqualFilterDoes) {
  const std::unique_ptr<ToolFilter> filter = this->fixture.make();
  const std::unique_ptr<ToolFilter> equal = this->fixture.make();
  for (const Tool& tool : tools_of_all_kinds()) EXPECT_EQ(filter->admits(tool), equal->admits(tool)) << tool.name;
}

REGISTER_TYPED_TEST_SUITE_P(ToolFilterContract, ThrowsForNoTool, DecidesAlikeHoweverOftenAndInWhateverOrderItIsAsked,
                            DecidesAsAnEqualFilterDoes);

}  // namespace workbench::test
