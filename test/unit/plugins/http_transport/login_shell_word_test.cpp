#include <gtest/gtest.h>

#include "login/shell_word.hpp"

namespace workbench::http {
namespace {

TEST(ShellWordOfHttp, QuotesWhateverAShellReads) {
  EXPECT_EQ(shell_word("dev/files"), "dev/files");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b; $(id)"), "'a b; $(id)'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("=ls"), "'=ls'");
  EXPECT_EQ(shell_word("a\n\x1b'\\\xE2\x80\xAE"), "$'a\\x0A\\x1B\\'\\\\\\xE2\\x80\\xAE'");
}

}  // namespace
}  // namespace workbench::http
