// `mcp-workbench token`: a token for a client over HTTP, and what both sides write.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <regex>

#include "command_run.hpp"
#include "file_contents.hpp"
#include "http_client.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// The token that the command has printed.
std::string token_in(const std::string& out) {
  std::smatch found;
  return std::regex_search(out, found, std::regex("\n  ([0-9a-f]{64})\n")) ? found[1].str() : "none";
}

TEST(TokenCommand, PrintsATokenAndTheLinesForBothSides) {
  const Commands commands(dev_toolbox(""));
  const Outcome one = commands.run({"token", "ada", "--toolbox", "dev", "--url", "https://w.example/mcp"});
  EXPECT_EQ(one.code, 0) << one.errors;
  const std::string token = token_in(one.output);
  EXPECT_THAT(one.output, AllOf(HasSubstr(R"("ada": { "sha256": ")"), HasSubstr(R"("toolboxes": ["dev"] })"),
                                HasSubstr(R"("url": "https://w.example/mcp")"), HasSubstr("Bearer " + token)));
  EXPECT_NE(token_in(commands.run({"token", "ada"}).output), token);
  EXPECT_EQ(commands.run({"token"}).code, 64);
}

TEST(TokenCommand, AddsToAFileWhatTheListenerAcceptsAndNothingSecret) {
  const Commands commands(dev_toolbox(fake_server("s")));
  const std::filesystem::path file = commands.folder().path() / "tokens.json";
  const std::string token =
      token_in(commands.run({"token", "ada", "--file", file.string(), "--url", "https://w.example/mcp"}).output);
  const Outcome second = commands.run({"token", "ci", "--file", file.string()});
  EXPECT_EQ(second.code, 0) << second.errors;
  EXPECT_THAT(contents_of(file), AllOf(HasSubstr("\"ada\""), HasSubstr("\"ci\""), Not(HasSubstr(token))));
  struct ::stat status {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  const HttpWorkbench workbench(dev_toolbox(fake_server("s")), {"-D", "listener.http.tokensFile=" + file.string()});
  EXPECT_NE(workbench.initialize("2025-11-25", {{"Authorization", "Bearer " + token}}), "");
}

TEST(TokenCommand, LeavesAFileThatItCannotAddTo) {
  const Commands commands(dev_toolbox(""));
  const std::filesystem::path file = commands.folder().path() / "tokens.json";
  for (const char* text : {R"({"ada":{"token":"of-ada"}})", "[]", "{ half"}) {
    std::ofstream(file, std::ios::binary) << text;
    const Outcome refused = commands.run({"token", "ada", "--file", file.string()});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.errors, HasSubstr(file.string()));
    EXPECT_THAT(refused.output, Not(HasSubstr("Bearer")));
    EXPECT_EQ(contents_of(file), text);
  }
}

}  // namespace
