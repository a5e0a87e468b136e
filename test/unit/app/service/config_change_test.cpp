#include "app/service/config_change.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace workbench::app {
namespace {

config::ServerEntry server(const std::string& name) {
  config::ServerEntry entry;
  entry.name = name;
  return entry;
}

config::ToolboxEntry toolbox(const std::string& name) {
  config::ToolboxEntry entry;
  entry.name = name;
  entry.servers = {server("s"), server("t")};
  return entry;
}

class ConfigChange : public testing::Test {
 protected:
  ConfigChange() { before_.toolboxes = after_.toolboxes = {toolbox("dev"), toolbox("ops")}; }

  [[nodiscard]] std::string described() const { return describe_change(before_, after_); }

  config::Config before_;
  config::Config after_;
};

TEST_F(ConfigChange, IsEmptyIfNothingIsDifferent) {
  EXPECT_EQ(described(), "");
}

TEST_F(ConfigChange, NamesWhatIsAddedRemovedAndReplaced) {
  after_.toolboxes = {toolbox("dev"), toolbox("prod")};
  after_.toolboxes[0].servers = {server("t"), server("u")};
  after_.toolboxes[0].servers[0].share = config::Share::process;

  EXPECT_EQ(described(), "added dev/u, prod; removed dev/s, ops; replaced dev/t");
}

TEST_F(ConfigChange, NamesWhatIsOnlyReconfigured) {
  after_.toolboxes[1].description = "operations";
  after_.tool_mode = config::ToolMode::flat;
  after_.hosts.push_back({});

  EXPECT_EQ(described(), "changed ops, toolMode, hosts");
}

TEST_F(ConfigChange, MentionsTheOrderIfNothingElseIsDifferent) {
  std::reverse(after_.toolboxes.begin(), after_.toolboxes.end());

  EXPECT_EQ(described(), "changed the order of toolboxes or servers");
}

TEST_F(ConfigChange, IsShortHoweverMuchIsDifferent) {
  for (int i = 0; i != 1000; ++i) after_.toolboxes.push_back(toolbox("toolbox" + std::to_string(i)));

  EXPECT_LT(described().size(), 400U);
}

}  // namespace
}  // namespace workbench::app
