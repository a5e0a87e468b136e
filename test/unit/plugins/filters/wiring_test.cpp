#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include <workbench/plugin.hpp>

extern "C" const workbench::PluginDescriptor workbench_plugin;

namespace workbench {
namespace {

/// Keeps the filters that a plugin registers.
class FilterShelf final : public Registrar {
 public:
  void add_tool_filter(std::string_view scheme, ToolFilterFactory factory) override {
    factories.emplace(scheme, std::move(factory));
  }
  void add_transport(std::string_view, std::unique_ptr<Transport>) override { ADD_FAILURE() << "a transport"; }
  void add_listener(std::string_view, std::unique_ptr<Listener>) override { ADD_FAILURE() << "a listener"; }
  void add_meta_tool(std::string_view, std::unique_ptr<MetaTool>) override { ADD_FAILURE() << "a meta-tool"; }

  std::map<std::string, ToolFilterFactory, std::less<>> factories;
};

bool admits(const ToolFilterFactory& factory, std::string_view text, std::string_view name) {
  Tool tool;
  tool.name = name;
  return factory(text).value()->admits(tool);
}

TEST(FiltersPlugin, RegistersTheSchemesNameAndWildcard) {
  FilterShelf shelf;

  workbench_plugin.register_plugin(shelf);

  ASSERT_EQ(shelf.factories.size(), 2U);
  EXPECT_FALSE(admits(shelf.factories.at("name"), "read_*", "read_file"));
  EXPECT_TRUE(admits(shelf.factories.at("wildcard"), "read_*", "read_file"));
}

}  // namespace
}  // namespace workbench
