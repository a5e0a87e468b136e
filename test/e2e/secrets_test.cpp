// What other processes of the same user can read of the workbench.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "process.hpp"
#include "temporary_folder.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A command, run by a user without the rights of root (root may read everything).
std::vector<std::string> as_ordinary_user(const std::vector<std::string>& command) {
  if (::geteuid() != 0) return command;
  std::vector<std::string> words{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

/// The output of a command that such a user runs.
std::string output_of(const std::vector<std::string>& command) {
  Process process(as_ordinary_user(command));
  return process.read_all();
}

TEST(Secrets, OfTheWorkbenchCannotBeReadByAnotherProcessOfTheSameUser) {
  if (output_of({WORKBENCH_PROGRAM, "--version"}).empty()) GTEST_SKIP() << "nobody else may run the program";
  const TemporaryFolder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
  const std::string file = folder.write("toolboxes.json", dev_toolbox("")).string();
  Process workbench(as_ordinary_user({WORKBENCH_PROGRAM, "--config", file}), {{"WORKBENCH_TEST_SECRET", "s3cret"}});
  workbench.write_line(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
  ASSERT_TRUE(workbench.read_line());

  const std::string process = "/proc/" + std::to_string(workbench.pid());
  EXPECT_THAT(output_of({"cat", process + "/status"}), HasSubstr("mcp-workbench"));
  EXPECT_THAT(output_of({"cat", process + "/environ"}), Not(HasSubstr("s3cret")));
  EXPECT_THAT(output_of({"cat", process + "/maps"}), IsEmpty());
}

}  // namespace
