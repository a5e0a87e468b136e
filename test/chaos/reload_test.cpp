// Clients, servers and the machine misbehave while the configuration changes all the time.

#include <poll.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <list>
#include <thread>

#include "bad_client.hpp"
#include "process_limits.hpp"
#include "scene.hpp"

namespace {

using namespace chaos;

/// Edits the toolboxes file again and again, in a thread of its own: it adds, changes and removes servers beside `s`
/// and a toolbox beside `wild`, breaks the file and repairs it, and sends SIGHUP. `s` and `steady` stay as they are.
class Editor {
 public:
  Editor(Scene& scene, Era era)
      : folder_(scene.workbench().folder()), pid_(scene.pid()), era_(era), thread_([this] { run(); }) {}
  ~Editor() { stop(); }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  /// The file has been edited in every way at least once more.
  void wait_for_a_round() const {
    const int wanted = rounds_ + 2;
    while (rounds_ < wanted) ::poll(nullptr, 0, 1);
  }
  void stop() {
    is_over_ = true;
    if (thread_.joinable()) thread_.join();
  }

  [[nodiscard]] std::string servers(const std::string& more = {}) const {
    return fake_server("s", of_era(era_)) + (more.empty() ? "" : "," + more);
  }

 private:
  void run() {
    while (!is_over_) {
      const std::string number = std::to_string(rounds_);
      write(wild_and_steady(servers(fake_server("other"))));
      write(wild_and_steady(servers(fake_server("other", {"--tool", "tool_" + number}))));
      write("{\"toolboxes\":{\"wild\":");
      write(wild_and_steady(servers()));
      std::string file = wild_and_steady(servers(fake_server("broken", {"--exit-after-start"})));
      write(file.insert(file.size() - 2, "," + toolbox("more", fake_server("m" + number))));
      write("");
      write(wild_and_steady(servers()));
      ++rounds_;
    }
    write(wild_and_steady(servers()));
  }

  void write(const std::string& text) const {
    static_cast<void>(folder_.write("workbench-config.json", text));
    ::kill(pid_, SIGHUP);
    ::poll(nullptr, 0, 5);  // so that some of them are read
  }

  const test_support::TemporaryFolder& folder_;
  const pid_t pid_;
  const Era era_;
  std::atomic<bool> is_over_ = false;
  std::atomic<int> rounds_ = 0;
  std::thread thread_;
};

class WhileTheConfigurationChanges : public testing::TestWithParam<Era> {
 protected:
  void SetUp() override {
    scene_.emplace(fake_server("s", of_era(GetParam())));
    editor_.emplace(*scene_, GetParam());
  }

  Scene& scene() { return *scene_; }
  [[nodiscard]] const Editor& editor() const { return *editor_; }

  /// The editor ends with the file as it was at first.
  void expect_unharmed() {
    editor_->wait_for_a_round();
    editor_->stop();
    scene_->workbench().process().send_signal(SIGHUP);
    FootprintLimits limits;
    limits.patience = std::chrono::seconds(10);
    scene_->expect_unharmed(limits);
  }

 private:
  std::optional<Scene> scene_;
  std::optional<Editor> editor_;
};

INSTANTIATE_TEST_SUITE_P(Clients, WhileTheConfigurationChanges, testing::Values(Era::legacy, Era::modern),
                         [](const auto& era) { return name_of(era.param); });

TEST_P(WhileTheConfigurationChanges, CallsOfServersThatStayAreAnswered) {
  Caller caller(scene().port(), GetParam());
  caller.open("wild");
  for (int count = 0; count != 300 * effort(); ++count) caller.prove("wild", "s");
  editor().wait_for_a_round();
  caller.prove("wild", "s");
  caller.leave("wild");
  expect_unharmed();
}

TEST_P(WhileTheConfigurationChanges, CallsOfServersThatGoGetTheirResultOrAReason) {
  Caller caller(scene().port(), GetParam());
  caller.open("wild");
  std::size_t results = 0;
  for (int count = 0; count != 300 * effort(); ++count) {
    const std::string result = caller.use("wild", "other", "echo", R"({"n":1})");
    if (member(result, "echo") == R"({"n":1})") {
      ++results;
    } else {
      EXPECT_THAT(first_text(result), AnyOf(StartsWith("Server 'other' not found in toolbox 'wild'"),
                                            StartsWith("Tool 'echo' not found in server 'other' (toolbox 'wild')"),
                                            StartsWith("[wild/other/echo] Error: ")));
    }
    if (count % 20 == 0) caller.open("wild");
  }
  RecordProperty("results", std::to_string(results));
  caller.leave("wild");
  expect_unharmed();
}

TEST_P(WhileTheConfigurationChanges, ServersThatAreKilledFailOnlyTheirCalls) {
  Caller caller(scene().port(), GetParam());
  caller.open("wild");
  for (int count = 0; count != 4; ++count) {
    EXPECT_THAT(caller.use_text("wild", "s", "kill_self"), StartsWith("[wild/s/kill_self] Error: "));
    editor().wait_for_a_round();
  }
  caller.leave("wild");
  expect_unharmed();
}

TEST_P(WhileTheConfigurationChanges, ClientsThatVanishOrDoNotReadLeaveNothing) {
  const Speaker speaker(scene().workbench(), GetParam());
  speaker.open("wild");
  const std::string huge = speaker.use("wild", "s", "huge", R"({"bytes":1000000})");
  std::list<BadClient> clients;
  for (int count = 0; count != 40 * effort(); ++count) {
    BadClient& silent = clients.emplace_back(scene().port(), 4096);
    silent.write(
        speaker.use("wild", "s", count % 2 == 0 ? "huge" : "hang", R"({"bytes":1000000})", std::to_string(count)));
    BadClient partial(scene().port());
    partial.write(huge.substr(0, huge.size() / 2));
    if (count % 3 == 0) partial.reset();
  }
  editor().wait_for_a_round();
  clients.clear();
  speaker.leave();
  expect_unharmed();
}

TEST_P(WhileTheConfigurationChanges, ManyRequestsAtOnceAreEachAnsweredOnce) {
  std::list<Caller> callers;
  for (int count = 0; count != 8; ++count) callers.emplace_back(scene().port(), GetParam()).open("wild");
  for (int round = 0; round != 50 * effort(); ++round) {
    for (Caller& caller : callers) caller.send_use("wild", "s", "echo", R"({"n":1})");
    for (Caller& caller : callers) ASSERT_EQ(member(caller.receive_result(), "echo"), R"({"n":1})");
  }
  for (Caller& caller : callers) caller.leave("wild");
  callers.clear();
  expect_unharmed();
}

TEST_P(WhileTheConfigurationChanges, ALackOfDescriptorsPasses) {
  if (!kWorksWithoutDescriptors) GTEST_SKIP() << "the sanitizer needs descriptors";
  Caller caller(scene().port(), GetParam());
  caller.open("wild");
  caller.prove("wild", "s");
  for (int count = 0; count != 3; ++count) {
    {
      const ProcessLimit limit(scene().pid(), RLIMIT_NOFILE, 3);
      editor().wait_for_a_round();
      caller.prove("wild", "s");
    }
    editor().wait_for_a_round();
  }
  caller.prove("wild", "s");
  caller.leave("wild");
  expect_unharmed();
}

}  // namespace
