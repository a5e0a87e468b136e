#include "client/tool_path.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench::app {
namespace {

using Names = ToolPath::Names;

const std::vector<NamedToolbox> kExisting{
    {"main", {"git", "github.com/x/y", "io.github.a/b", "@scope/name", "x", "x/y"}},
    {"a", {"b/c"}},
    {"a/b", {"c"}},
};

std::string parts(std::string_view text, Names names = Names::anything) {
  const auto path = ToolPath::resolve(text, kExisting, names);
  return path ? path->toolbox + " | " + path->server + " | " + path->tool : path.error().message;
}

struct NamedPath {
  const char* text;
  const char* parts;
};

class PathOnTheCommandLine : public testing::TestWithParam<NamedPath> {};

TEST_P(PathOnTheCommandLine, NamesWhatExists) {
  EXPECT_EQ(parts(GetParam().text), GetParam().parts);
}

INSTANTIATE_TEST_SUITE_P(Of, PathOnTheCommandLine,
                         testing::Values(NamedPath{"main", "main |  | "}, NamedPath{"main/git", "main | git | "},
                                         NamedPath{"main/git/log", "main | git | log"},
                                         NamedPath{"main/git/log/of/all", "main | git | log/of/all"},
                                         NamedPath{"main/github.com/x/y", "main | github.com/x/y | "},
                                         NamedPath{"main/github.com/x/y/argv", "main | github.com/x/y | argv"},
                                         NamedPath{"main/io.github.a/b/t", "main | io.github.a/b | t"},
                                         NamedPath{"main/@scope/name/t/u", "main | @scope/name | t/u"},
                                         NamedPath{"main/x/y", "main | x/y | "}, NamedPath{"main/x/z", "main | x | z"},
                                         NamedPath{"main/x/y/z", "main | x/y | z"}, NamedPath{"a/b", "a/b |  | "},
                                         NamedPath{"", " |  | "}));

TEST(ToolPath, OfACommandThatNeedsAToolIsReadAsOne) {
  EXPECT_EQ(parts("main/x/y", Names::tool), "main | x | y");
}

TEST(ToolPath, OfSomethingThatDoesNotExistIsDividedAtItsSlashes) {
  EXPECT_EQ(parts("other/s/t"), "other | s | t");
  EXPECT_EQ(parts("main/gitt/t"), "main | gitt | t");
  EXPECT_EQ(parts("mains/git/t"), "mains | git | t");
}

TEST(ToolPath, ThatCanMeanSeveralIsAnErrorWithAllOfThem) {
  EXPECT_EQ(parts("a/b/c/t"),
            "\"a/b/c/t\" can mean several: toolbox \"a\" with server \"b/c\" and tool \"t\", or toolbox \"a/b\" with "
            "server \"c\" and tool \"t\"; rename one of them in the toolboxes file");
}

}  // namespace
}  // namespace workbench::app
