#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/tool_filter_contract.hpp>

namespace workbench::test {
namespace {

struct ReadOnly {
  std::unique_ptr<ToolFilter> make() { return plugin.make_tool_filter("read-only", "", host); }

  const LoadedPlugin plugin{READ_ONLY_FILTER};
  LoopHost host;
};

Tool tool_with_hint(std::optional<bool> read_only) {
  Tool tool;
  tool.annotations.read_only_hint = read_only;
  return tool;
}

TEST(ReadOnlyFilter, AdmitsOnlyWhatItsServerCallsReadOnly) {
  const auto filter = ReadOnly().make();

  EXPECT_TRUE(filter->admits(tool_with_hint(true)));
  EXPECT_FALSE(filter->admits(tool_with_hint(false)));
  EXPECT_FALSE(filter->admits(tool_with_hint(std::nullopt)));
}

TEST(ReadOnlyFilter, RefusesATextAfterItsScheme) {
  LoopHost host;

  const auto filter = LoadedPlugin(READ_ONLY_FILTER).factory<ToolFilter>("read-only")("sometimes", host);

  ASSERT_FALSE(filter);
  EXPECT_EQ(filter.error().kind, ErrorKind::invalid_argument);
}

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(ReadOnly, ToolFilterContract, ReadOnly);

}  // namespace workbench::test
