// The text in which a login to a server is kept.

#include <gmock/gmock.h>

#include <workbench/json_writer.hpp>

#include "login/login.hpp"
#include "login_fixture.hpp"

namespace workbench::test {
namespace {

using http::login::read_login;
using http::login::to_text;
using http::login::write_login;
using testing::HasSubstr;
using testing::Not;

const json::ScannerJsonAccess kJson(1000);

TEST(ALogin, IsReadAsItWasWritten) {
  for (const StoredLogin& login : {full_login(), StoredLogin{}}) {
    const auto read = read_login(kJson, write_login(kKey, login));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, login);
  }
}

TEST(ALogin, KeepsItsRegistrationAlone) {
  StoredLogin login;
  login.issuer = "https://auth.example.com";
  login.client.id = "workbench";
  const auto read = read_login(kJson, write_login(kKey, login));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, login);
  EXPECT_THAT(write_login(kKey, login), Not(HasSubstr("Token")));
}

TEST(ALogin, KeepsTimesInMillisecondsRoundedDown) {
  using namespace std::chrono_literals;
  const auto milliseconds = [](std::chrono::nanoseconds time) {
    StoredLogin login;
    login.access_token_end =
        std::chrono::system_clock::time_point(std::chrono::duration_cast<std::chrono::system_clock::duration>(time));
    const auto read = read_login(kJson, write_login(kKey, login));
    return read && read->access_token_end ? read->access_token_end->time_since_epoch() : 1h;
  };
  EXPECT_EQ(milliseconds(1999us), 1ms);
  EXPECT_EQ(milliseconds(-1us), -1ms);
}

TEST(ALogin, SaysWhoseItIs) {
  EXPECT_THAT(write_login(kKey, {}),
              HasSubstr(R"("principal":"ada","url":"https://mcp.example.com/mcp","account":"work")"));
}

TEST(ALogin, MayHaveMembersThatAreNotKnown) {
  const auto read = read_login(kJson, R"({"later":[{}],"format":1,"client":{"x":1,"id":"a"},"issuer":"b"})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->client.id, "a");
  EXPECT_EQ(read->issuer, "b");
}

TEST(ALogin, ThatIsMalformedIsNotQuoted) {
  for (const char* text : {"",
                           "secret",
                           R"({"format":1,"accessToken":"secret)",
                           R"(["secret"])",
                           R"("secret")",
                           R"({"issuer":"secret"})",
                           R"({"format":2,"issuer":"secret"})",
                           R"({"format":"1","issuer":"secret"})",
                           R"({"format":1,"issuer":["secret"]})",
                           R"({"format":1,"refreshToken":null,"issuer":"secret"})",
                           R"({"format":1,"client":"secret"})",
                           R"({"format":1,"client":{"id":{"secret":1}}})",
                           R"({"format":1,"scopes":"secret"})",
                           R"({"format":1,"scopes":["secret",1]})",
                           R"({"format":1,"accessTokenEndMs":"secret"})",
                           R"({"format":1,"accessTokenEndMs":1.5})",
                           R"({"format":1,"accessTokenEndMs":99999999999999999999})",
                           R"({"format":1,"accessTokenEndMs":9223372036854775807})",
                           R"({"format":1} secret)",
                           "{\"format\":1,\"\xff\":1}"}) {
    const auto read = read_login(kJson, text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().kind, ErrorKind::protocol) << text;
    EXPECT_THAT(read.error().message, Not(HasSubstr("secret"))) << text;
  }
}

TEST(ALogin, MayNotHaveAnyNumberOfScopes) {
  JsonWriter writer;
  writer.object().member("format", 1).key("scopes").array();
  for (int count = 0; count != 100'000; ++count) writer.string("");
  writer.end().end();
  EXPECT_FALSE(read_login(kJson, std::move(writer).take()));
}

TEST(TheKeyOfALogin, HasOneLineThatDiffersForDifferentKeys) {
  EXPECT_EQ(to_text(kKey), R"(["ada","https://mcp.example.com/mcp","work"])");
  EXPECT_NE(to_text({"a", "b", ""}), to_text({"a", "", "b"}));
  EXPECT_NE(to_text({"a\",\"b", "c", ""}), to_text({"a", "b\",\"c", ""}));
  EXPECT_THAT(to_text({"line\nbreak", "", ""}), Not(HasSubstr("\n")));
}

}  // namespace
}  // namespace workbench::test
