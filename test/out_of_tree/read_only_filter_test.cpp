#include <gtest/gtest.h>

#include <workbench/testing/loop_host.hpp>

#include "registry/registry.hpp"

namespace workbench {
namespace {

Result<std::unique_ptr<registry::GuardedToolFilter>> read_only_filter(std::string_view text) {
  static test::LoopHost host;
  static registry::Registry registry{host};
  if (registry.plugins().empty()) registry.load({"read-only-filter"}, {PLUGIN_FOLDER});
  return (*registry.find_tool_filter("read-only"))(text);
}

Tool tool_with_hint(std::optional<bool> read_only) {
  Tool tool;
  tool.annotations.read_only_hint = read_only;
  return tool;
}

TEST(OutOfTreeFilter, AdmitsOnlyWhatItsServerCallsReadOnly) {
  const auto filter = read_only_filter("");

  ASSERT_TRUE(filter);
  EXPECT_TRUE((*filter)->admits(tool_with_hint(true)).value());
  EXPECT_FALSE((*filter)->admits(tool_with_hint(false)).value());
  EXPECT_FALSE((*filter)->admits(tool_with_hint(std::nullopt)).value());
}

TEST(OutOfTreeFilter, RefusesATextThatItDoesNotUnderstand) {
  const auto filter = read_only_filter("sometimes");

  ASSERT_FALSE(filter);
  EXPECT_EQ(filter.error().kind, ErrorKind::invalid_argument);
}

}  // namespace
}  // namespace workbench
