#include "servers/tool_filters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <workbench/testing/loop_host.hpp>

namespace {

using namespace workbench;
using testing::HasSubstr;

class ToolFiltersTest : public testing::Test {
 protected:
  ToolFiltersTest() { registry_.load({"filters"}, {PLUGIN_FOLDER}); }

  bool admits(const std::vector<std::string>& entries, const std::string& name) {
    Tool tool;
    tool.name = name;
    return servers::ToolFilters::from(entries, registry_).value().admit(tool).value();
  }

  test::LoopHost host_;
  registry::Registry registry_{host_};  // with the real plugin
};

TEST_F(ToolFiltersTest, WithoutAListAdmitsEverything) {
  EXPECT_TRUE(servers::ToolFilters::from(std::nullopt, registry_).value().admit(Tool{}).value());
}

TEST_F(ToolFiltersTest, OfAnEmptyListAdmitsNothing) {
  EXPECT_FALSE(admits({}, "read_file"));
}

TEST_F(ToolFiltersTest, AdmitsWhatAnyPositiveEntryIsAbout) {
  EXPECT_TRUE(admits({"read_file", "list_*"}, "read_file"));
  EXPECT_TRUE(admits({"read_file", "list_*"}, "list_folder"));
  EXPECT_FALSE(admits({"read_file", "list_*"}, "write_file"));
}

TEST_F(ToolFiltersTest, HidesWhatAnyNegatedEntryIsAboutWhereverItStands) {
  EXPECT_FALSE(admits({"*", "!delete_*"}, "delete_file"));
  EXPECT_FALSE(admits({"!delete_*", "*"}, "delete_file"));
  EXPECT_TRUE(admits({"!delete_*", "*"}, "read_file"));
}

TEST_F(ToolFiltersTest, OfNegationsAloneAdmitsNothing) {
  EXPECT_FALSE(admits({"!delete_*"}, "read_file"));
}

TEST_F(ToolFiltersTest, TakesASchemeByItsName) {
  EXPECT_TRUE(admits({"wildcard:a?c"}, "abc"));
  EXPECT_TRUE(admits({"name:a:c"}, "a:c"));
  EXPECT_FALSE(admits({"name:a*"}, "abc"));
}

TEST_F(ToolFiltersTest, RefusesASchemeThatNoPluginProvidesAndSaysWhichThereAre) {
  const auto admission = servers::ToolFilters::from({{"regex:.*"}}, registry_);
  ASSERT_FALSE(admission);
  EXPECT_EQ(admission.error().message,
            "toolFilters entry 'regex:.*': no loaded plugin provides the tool filter 'regex' (there are: destructive, "
            "name, open-world, wildcard, writes); "
            "a name that has a colon is written name:regex:.*");
}

TEST_F(ToolFiltersTest, RefusesAnEntryThatItsFilterRefuses) {
  EXPECT_FALSE(servers::ToolFilters::from({{"!"}}, registry_).has_value());
}

}  // namespace
