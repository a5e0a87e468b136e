#include "base/shell_word.hpp"

#include <gtest/gtest.h>

namespace workbench::base {
namespace {

TEST(ShellWord, LeavesHarmlessWords) {
  for (const char* word : {"a", "/usr/bin/x-1_2.3", "dev/files", "user@host:1", "50%"})
    EXPECT_EQ(shell_word(word), word);
}

TEST(ShellWord, QuotesWhateverAShellReads) {
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("$(rm -r ~); `x` \"y\" & z | w > v"), "'$(rm -r ~); `x` \"y\" & z | w > v'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("=ls"), "'=ls'") << "zsh looks for a program";
  EXPECT_EQ(shell_word("a\\b"), "'a\\b'");
  EXPECT_EQ(shell_word("\u00e9"), "'\u00e9'");
}

TEST(ShellWord, WritesHiddenCharactersSoThatTheShellReadsThem) {
  EXPECT_EQ(shell_word("a\nb'c\t\\"), "$'a\\x0Ab\\'c\\t\\\\'");
  EXPECT_EQ(shell_word("\u202e\xFF\U000E0041"), "$'\\u202E\\xFF\\U000E0041'");
}

}  // namespace
}  // namespace workbench::base
