#include "transport/ending.hpp"

#include <gtest/gtest.h>

#include <cerrno>

namespace workbench::stdio {
namespace {

TEST(Ending, NamesTheExitCode) {
  const Error end = describe_end({LaunchRecord::What::ended_with_code, {}, 3}, "");
  EXPECT_EQ(end.kind, ErrorKind::unavailable);
  EXPECT_EQ(end.message, "the server ended with exit code 3");
}

TEST(Ending, NamesTheSignalAndTheLastWords) {
  const Error end = describe_end({LaunchRecord::What::ended_by_signal, {}, 9}, "out of memory");
  EXPECT_EQ(end.message, "the server was ended by signal 9 (SIGKILL); its last words on stderr: out of memory");
}

TEST(Ending, NamesTheNumberOfASignalWithoutAName) {
  EXPECT_EQ(describe_end({LaunchRecord::What::ended_by_signal, {}, 40}, "").message,
            "the server was ended by signal 40");
}

TEST(Ending, OfAProgramThatIsNotOnPathSaysWhatToDoAndNotThePath) {
  ServerCommand server;
  server.command = "missing";
  server.env = {{"PATH", "/opt/bin"}};
  const LaunchRecord failure{LaunchRecord::What::failed, "exec", ENOENT};
  EXPECT_TRUE(is_not_on_path(server, failure));
  EXPECT_EQ(
      describe_failed_start(server, failure).message,
      "cannot start 'missing': it was not found on PATH; give its full path in \"command\", or set PATH in \"env\"");
  EXPECT_EQ(searched_path(server), "/opt/bin");
}

}  // namespace
}  // namespace workbench::stdio
