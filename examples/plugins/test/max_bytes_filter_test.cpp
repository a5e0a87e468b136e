#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/tool_filter_contract.hpp>

namespace workbench::test {
namespace {

struct MaxBytes {
  std::unique_ptr<ToolFilter> make() { return plugin.make_tool_filter("max-bytes", "20", host); }

  const LoadedPlugin plugin{MAX_BYTES_FILTER};
  LoopHost host;
};

TEST(MaxBytesFilter, AdmitsToolsWithAShortDefinition) {
  MaxBytes max_bytes;
  const auto filter = max_bytes.make();
  Tool tool;
  tool.definition = Json(R"({"name":"add"})");
  EXPECT_TRUE(filter->admits(tool));
  tool.definition = Json(R"({"name":"add_numbers"})");
  EXPECT_FALSE(filter->admits(tool));
}

TEST(MaxBytesFilter, RefusesATextThatIsNotANumber) {
  MaxBytes max_bytes;
  for (const char* text : {"", "2k", "-1", " 1"}) {
    const auto filter = max_bytes.plugin.factory<ToolFilter>("max-bytes")(text, max_bytes.host);
    ASSERT_FALSE(filter) << text;
    EXPECT_EQ(filter.error().kind, ErrorKind::invalid_argument);
  }
}

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(MaxBytes, ToolFilterContract, MaxBytes);

}  // namespace workbench::test
