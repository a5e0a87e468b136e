#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

#include <workbench/process_launcher.hpp>
#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/recording_observer.hpp>

namespace workbench::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

/// Starts nothing, and reports the end that a test chooses. (The real one is in the plugin stdio-transport.)
class ScriptedLauncher final : public ProcessLauncher {
 public:
  explicit ScriptedLauncher(Host& host) : host_(host) {}

  [[nodiscard]] std::vector<OptionError> check(const ProcessCommand&) const override { return {}; }
  [[nodiscard]] Result<LaunchedProcess> launch(ProcessCommand command, std::string,
                                               ProcessObserver& observer) override {
    launched = std::move(command);
    std::array<int, 2> input{};
    std::array<int, 2> output{};
    if (::pipe(input.data()) != 0 || ::pipe(output.data()) != 0) return Error{ErrorKind::busy, "no pipes"};
    LaunchedProcess process;
    process.handle = std::make_unique<EndedProcess>(words);
    process.input = FileDescriptor(input[1]);
    process.output = FileDescriptor(output[0]);
    ::close(input[0]);
    ::close(output[1]);
    end_ = host_.loop().after(std::chrono::milliseconds(0), [&observer, ended = end] { observer.on_ended(ended); });
    return process;
  }

  ProcessEnd end{ProcessEnd::How::exited, 1, {ErrorKind::unavailable, "the server ended with exit code 1"}};
  std::string words;
  ProcessCommand launched;

 private:
  class EndedProcess final : public ProcessHandle {
   public:
    explicit EndedProcess(std::string words) : words_(std::move(words)) {}
    void stop() noexcept override {}
    void expect_end() noexcept override {}
    [[nodiscard]] std::string last_words() const override { return words_; }
    [[nodiscard]] std::optional<int> process_id() const override { return std::nullopt; }

   private:
    const std::string words_;
  };

  Host& host_;
  EventLoop::Timer end_;
};

class ContainedTransportTest : public ::testing::Test {
 protected:
  ContainedTransportTest() {
    host_.provide(launcher_);
    options_.set("command", std::string("server"));
  }

  /// Why a server of these options has ended.
  std::string reason() {
    const auto transport = plugin_.make_transport("contained", host_);
    RecordingObserver observer;
    const auto connection = transport->connect({"dev", "files", options_}).value();
    connection->start(observer);
    EXPECT_TRUE(host_.run_until([&] { return observer.is_closed(); }));
    return observer.closed.front().message;
  }

  LoopHost host_;
  ScriptedLauncher launcher_{host_};
  const LoadedPlugin plugin_{CONTAINED_TRANSPORT};
  Options options_;
};

TEST_F(ContainedTransportTest, StartsTheServerInASandboxWithoutANetwork) {
  options_.set("args", Options::TextList{"--now"});
  options_.set("env", Options::TextMap{{"TOKEN", "t"}});
  options_.set("writable", Options::TextList{"/srv"});
  EXPECT_EQ(reason(), "the server ended with exit code 1");
  EXPECT_EQ(launcher_.launched.command, "bwrap");
  EXPECT_EQ(launcher_.launched.env, (Options::TextMap{{"TOKEN", "t"}}));
  EXPECT_THAT(launcher_.launched.args, IsSupersetOf({"--unshare-all", "--bind", "/srv"}));
  EXPECT_THAT(launcher_.launched.args, Not(Contains("--share-net")));
  const std::vector<std::string> end(launcher_.launched.args.end() - 3, launcher_.launched.args.end());
  EXPECT_EQ(end, (std::vector<std::string>{"--", "server", "--now"}));
}

TEST_F(ContainedTransportTest, GivesTheNetworkIfTheEntrySaysSo) {
  options_.set("network", true);
  EXPECT_EQ(reason(), "the server ended with exit code 1");
  EXPECT_THAT(launcher_.launched.args, Contains("--share-net"));
}

TEST_F(ContainedTransportTest, SaysWhatToDoWhereASandboxIsRefused) {
  launcher_.words = "bwrap: Creating new namespace failed: Operation not permitted";
  EXPECT_THAT(reason(), HasSubstr("cannot make the sandbox, so the server was not started: let this user make"));
}

TEST_F(ContainedTransportTest, NamesThePackageThatIsMissing) {
  launcher_.end = {ProcessEnd::How::not_started, 0, {ErrorKind::unavailable, "cannot start 'bwrap'"}};
  EXPECT_THAT(reason(), HasSubstr("install the package bubblewrap (cannot start 'bwrap')"));
}

}  // namespace
}  // namespace workbench::test
