#include "client_files/variable_lines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench::client_files {
namespace {

TEST(VariableLines, AreAddedBehindThoseThatAreThere) {
  EXPECT_EQ(with_lines_of("# mine\nA=1", "# head\nA=2\n# of b\nB=3\n"), "# mine\nA=1\n# of b\nB=3\n");
  EXPECT_EQ(with_lines_of("", "# head\nA=2\n"), "# head\nA=2\n");
  EXPECT_EQ(with_lines_of("A=1\n", "A=1\n"), "A=1\n");
}

TEST(VariableLines, ThatWereAddedAreTakenAwayUnlessChangedOrUsed) {
  const std::string before = "# mine\nA=1\n";
  const std::string after = "# mine\nA=1\n# of b\nB=3\nC=4\n# not set\nD=\n";
  EXPECT_EQ(without_added_lines(before, after, after, {}), before);
  EXPECT_EQ(without_added_lines(before, after, after + "E=5\n", {}), before + "E=5\n");
  EXPECT_EQ(without_added_lines(before, after, "# mine\nA=1\n# of b\nB=3\nC=4\n# not set\nD=set\n", {}),
            "# mine\nA=1\n# not set\nD=set\n");
  EXPECT_EQ(without_added_lines(before, after, after, {"x ${B} y"}), "# mine\nA=1\n# of b\nB=3\n");
}

TEST(VariableLines, AreShownWithoutTheirValues) {
  EXPECT_EQ(without_values("# c\nA=secret\nB='x y'\nC=\n"), "# c\nA=***\nB=***\nC=\n");
}

}  // namespace
}  // namespace workbench::client_files
