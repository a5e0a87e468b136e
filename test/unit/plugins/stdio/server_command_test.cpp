#include "transport/server_command.hpp"

#include <gtest/gtest.h>

#include "transport/environment.hpp"

namespace workbench::stdio {
namespace {

Options with(const char* name, Options::Value value) {
  Options options;
  options.set("command", std::string("server"));
  options.set(name, std::move(value));
  return options;
}

std::string refusal(const Options& options) {
  const Result<ServerCommand> server = read_server_command(options);
  if (server) return "accepted";
  EXPECT_EQ(server.error().kind, ErrorKind::invalid_argument);
  return server.error().message;
}

TEST(ServerCommand, RefusesAnEmptyCommand) {
  EXPECT_EQ(refusal(Options()), "\"command\" is empty; name the program to start");
}

TEST(ServerCommand, RefusesAZeroByteInAnArgument) {
  EXPECT_EQ(refusal(with("args", Options::TextList{std::string("a\0b", 3)})), "\"args\" has a zero byte in it");
}

TEST(ServerCommand, RefusesAVariableThatCannotBe) {
  EXPECT_EQ(refusal(with("env", Options::TextMap{{"A=B", "1"}})),
            "\"env\" has 'A=B', which cannot be the name of an environment variable");
}

TEST(ServerCommand, RefusesAnEmptyNameToInherit) {
  EXPECT_EQ(refusal(with("inheritEnv", Options::TextList{""})),
            "\"inheritEnv\" has ''; write the name of a variable, or a beginning and a '*'");
}

TEST(ServerCommand, AcceptsABeginningToInherit) {
  EXPECT_EQ(refusal(with("inheritEnv", Options::TextList{"AWS_*", "*"})), "accepted");
}

TEST(KeptEnvironment, EndsWithWhatTheConfigurationNames) {
  const std::string kept = kept_environment({{"API_KEY", "secret"}}, {"AWS_*"});
  EXPECT_EQ(kept.substr(0, 10), "PATH,HOME,");
  EXPECT_EQ(kept.substr(kept.size() - 14), ",API_KEY,AWS_*");
}

}  // namespace
}  // namespace workbench::stdio
