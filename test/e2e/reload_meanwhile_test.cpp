// The configuration changes while it is being written, read or applied, or while the workbench is ending.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include <workbench/file_descriptor.hpp>

#include "reload_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::Not;

TEST(Reload, FollowsAChangeThatComesWhileTheOneBeforeIsApplied) {
  ReloadClient client;
  client.open("dev");

  for (int round = 0; round != 5; ++round) {
    const std::string name = "round" + std::to_string(round);
    std::string servers = fake_server("s") + "," + fake_server(name, {}, R"("autoApprove":[])");
    for (int i = 0; i != 10; ++i) servers += "," + fake_server(name + std::to_string(i));
    client.write(toolbox("dev", servers));
    client.process().wait_for_error_text(name + ".autoApprove");  // before the servers are launched
    client.write(toolbox("dev", fake_server("s")) + "," + toolbox(name, fake_server("t")));

    client.process().wait_for_error_text("applied: added " + name);
  }
}

/// An environment file whose reader waits until the test has closed it: a pipe of this process, by its name in /proc.
class HeldFile {
 public:
  HeldFile() {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    to_read_ = workbench::FileDescriptor(ends[0]);
    to_write_ = workbench::FileDescriptor(ends[1]);
  }

  [[nodiscard]] std::string name() const {
    return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(to_read_.get());
  }
  /// Writes more than the pipe holds, so the workbench reads it now.
  void wait_for_its_reader() const {
    const std::string comment = "#" + std::string(200'000, '-') + "\n";
    for (std::size_t at = 0; at < comment.size();) {
      const ssize_t written = ::write(to_write_.get(), comment.data() + at, comment.size() - at);
      ASSERT_GT(written, 0);
      at += static_cast<std::size_t>(written);
    }
  }
  void close() { to_write_.close(); }

 private:
  workbench::FileDescriptor to_read_;
  workbench::FileDescriptor to_write_;
};

/// A toolbox `dev`, one of whose servers has the environment of a file that changes while the other one's is read.
class ReloadDuringReading : public testing::Test {
 protected:
  [[nodiscard]] std::string toolbox_dev() const {
    return toolbox("dev", fake_server("first", {}, R"("envFile":")" + variables_ + "\"") + "," +
                              fake_server("second", {}, R"("envFile":")" + held_.name() + "\""));
  }
  void change_the_first_while_the_second_is_read() {
    held_.wait_for_its_reader();
    static_cast<void>(folder_.write("variables", "A=2\n"));
    held_.close();
  }

  const TemporaryFolder folder_;
  const std::string variables_ = folder_.write("variables", "A=1\n").string();
  HeldFile held_;
};

TEST_F(ReloadDuringReading, FollowsAnEnvironmentFileThatChangesAfterItWasReadAtTheStart) {
  WorkbenchClient client(toolboxes_file(toolbox_dev()));

  change_the_first_while_the_second_is_read();

  client.process().wait_for_error_text("applied: replaced dev/first");
}

TEST_F(ReloadDuringReading, AppliesANewEnvironmentFileAsItIsWhenItIsWatched) {
  ReloadClient client;
  client.write(toolbox_dev());

  change_the_first_while_the_second_is_read();
  client.process().wait_for_error_text("applied: added dev/first, dev/second; removed dev/s");

  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "first", "env", R"({"name":"A"})"), "2");
}

TEST(Reload, DoesNotApplyAFileThatIsStillBeingWritten) {
  TemporaryFolder folder;
  const std::string variables = folder.write("variables", "A=1\n").string();
  ReloadClient client;
  client.write(toolbox("dev", fake_server("s", {}, R"("envFile":")" + variables + "\"")));
  client.process().wait_for_error_text("applied: replaced dev/s");

  std::ofstream writer(variables);  // it is empty now
  client.write(toolbox("dev", fake_server("s", {}, R"("envFile":")" + variables + "\"")) + kProd);
  client.open("dev");
  client.use("dev", "s", "sleep", R"({"ms":400})");
  EXPECT_THAT(client.process().errors(), Not(HasSubstr("added prod")));
  writer << "A=1\n";
  writer.close();

  client.process().wait_for_error_text("applied: added prod");
  EXPECT_THAT(client.process().errors(), Not(HasSubstr("added prod; replaced")));
}

TEST(Reload, DoesNotHappenWhileTheWorkbenchIsEnding) {
  ReloadClient client;
  client.open("dev");
  const int call = client.send("tools/call", use_tool_params("dev", "s", "sleep", R"({"ms":400})"));

  client.process().close_input();
  client.write_with_prod();

  EXPECT_THAT(client.answer_to(call), HasSubstr("result"));
  client.process().wait();
  EXPECT_THAT(client.process().errors(), Not(HasSubstr("changed:")));
}

}  // namespace
