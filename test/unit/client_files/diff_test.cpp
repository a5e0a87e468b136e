#include "client_files/diff.hpp"

#include <gtest/gtest.h>

namespace workbench::client_files {
namespace {

TEST(UnifiedDiff, ShowsChangedLinesWithThreeLinesAround) {
  EXPECT_EQ(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", "f"),
            "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, OfChangesFarApartHasTwoHunks) {
  EXPECT_EQ(unified_diff("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n", "f"),
            "--- f\n+++ f\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

TEST(UnifiedDiff, OfANewFileHasAllItsLines) {
  EXPECT_EQ(unified_diff("", "a\nb\n", "f", true), "--- /dev/null\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n");
}

TEST(UnifiedDiff, SaysWhereTheLastLineHasNoEnd) {
  EXPECT_EQ(unified_diff("a", "b\n", "f"), "--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n");
}

TEST(UnifiedDiff, OfEqualTextsIsEmpty) {
  EXPECT_EQ(unified_diff("a\n", "a\n", "f"), "");
}

}  // namespace
}  // namespace workbench::client_files
