#include "client_files/login_entry.hpp"

#include <gtest/gtest.h>

#include "client_files/document.hpp"

namespace workbench::client_files {
namespace {

std::string login_in(const std::string& text) {
  const Document document = parse(text, Format::json);
  return document.root ? read_login_entry(*document.root).text : "(it cannot be read)";
}

TEST(LoginEntry, OfClaudeCodeIsTakenOver) {
  EXPECT_EQ(login_in(R"({"clientId":"id","callbackPort":8080,"scopes":"a b","authServerMetadataUrl":"https://x/y"})"),
            R"({"clientId":"id","callbackPort":8080,"scopes":["a b"],"authServerMetadataUrl":"https://x/y"})");
}

TEST(LoginEntry, OfCursorIsTakenOverWithoutItsSecret) {
  const Document document = parse(R"({"CLIENT_ID":"id","CLIENT_SECRET":"secret","scopes":["a","b"]})", Format::json);
  const LoginEntry entry = read_login_entry(*document.root);
  EXPECT_EQ(entry.text, R"({"clientId":"id","scopes":["a","b"]})");
  ASSERT_EQ(entry.left_out.size(), 1U);
  EXPECT_EQ(entry.left_out[0]->name, "CLIENT_SECRET");
}

TEST(LoginEntry, IsNotNeededWhereAClientSaysNothingInParticular) {
  EXPECT_EQ(login_in("{}"), "");
}

}  // namespace
}  // namespace workbench::client_files
