// Servers whose command is only on the PATH that the user has in a terminal.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;

/// A shell that has a folder with the fake server on its PATH, and greets.
class ALoginShell : public testing::Test {
 protected:
  ALoginShell() {
    std::filesystem::create_directory(folder.path() / "bin");
    std::filesystem::create_symlink(FAKE_SERVER, folder.path() / "bin/of-the-shell");
    const auto shell = folder.write("shell", "#!/bin/sh\necho Hello\nPATH=$PATH:" + (folder.path() / "bin").string() +
                                                 "; export PATH\nexec /bin/sh -c \"$4\"\n");
    std::filesystem::permissions(shell, std::filesystem::perms::owner_all);
  }

  [[nodiscard]] std::string server(const std::string& shell) const {
    return R"("s":{"command":"of-the-shell","loginShell":)" + test_support::quoted(shell) + "}";
  }

  const TemporaryFolder folder;
};

TEST_F(ALoginShell, FindsTheProgramOfAServerThatThenAnswersCalls) {
  WorkbenchClient client(dev_toolbox(server((folder.path() / "shell").string())));
  client.initialize();
  client.open("dev");
  EXPECT_THAT(client.use_text("dev", "s", "env", R"({"name":"PATH"})"), HasSubstr((folder.path() / "bin").string()));
  client.process().close_input();
  client.process().wait();
  EXPECT_THAT(client.process().errors(),
              HasSubstr("\"of-the-shell\" is not on PATH, but on the PATH of the login shell"));
}

TEST_F(ALoginShell, IsRemarkedOnByTheDoctor) {
  const auto file = folder.write("w.json", dev_toolbox(server((folder.path() / "shell").string())));
  Process doctor({WORKBENCH_PROGRAM, "doctor", "--config", file.string()},
                 {{"XDG_CACHE_HOME", (folder.path() / "cache").string()}});
  doctor.close_input();
  EXPECT_THAT(doctor.read_all(),
              AllOf(HasSubstr("dev/s: well"), HasSubstr("of-the-shell is only on the PATH of the login shell")));
  EXPECT_EQ(doctor.wait().code_or_signal, 0);
}

TEST_F(ALoginShell, IsNotAskedIfTheEntrySaysNone) {
  WorkbenchClient client(dev_toolbox(server("none")));
  client.initialize();
  EXPECT_THAT(client.open("dev"), HasSubstr("was not found on PATH"));
}

}  // namespace
