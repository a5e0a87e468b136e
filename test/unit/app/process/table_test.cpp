#include "app/process/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench::app {
namespace {

TEST(Counted, HasTheSingularForOneAlone) {
  EXPECT_EQ(counted(0, "server"), "0 servers");
  EXPECT_EQ(counted(1, "server"), "1 server");
  EXPECT_EQ(counted(2, "server"), "2 servers");
}

TEST(Counted, AddsESAfterASibilant) {
  EXPECT_EQ(counted(1, "toolbox"), "1 toolbox");
  EXPECT_EQ(counted(2, "toolbox"), "2 toolboxes");
  EXPECT_EQ(counted(2, "process"), "2 processes");
}

TEST(Counted, SeparatesThousands) {
  EXPECT_EQ(counted(1'234'567, "byte"), "1,234,567 bytes");
}

TEST(Table, BreaksTheLastColumnBetweenWords) {
  Table table;
  table.add({"a", "one two three four five six seven"});
  table.add({"bb", "eight"});
  EXPECT_EQ(table.text(28),
            "a   one two three four five\n"
            "    six seven\n"
            "bb  eight\n");
}

}  // namespace
}  // namespace workbench::app
