// A shared workbench that ends, or hangs, at every step of its beginning: its clients lose nothing that it cannot have
// carried out.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <workbench/file_descriptor.hpp>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;
using workbench::FileDescriptor;

void wait_for(int descriptor) {
  pollfd readable{descriptor, POLLIN, 0};
  if (::poll(&readable, 1, static_cast<int>(std::chrono::milliseconds(kPatience).count())) != 1) {
    throw std::runtime_error("the joined process does not do its next step");
  }
}

/// In the place of a shared workbench: does the first steps of one, and then ends.
class DyingWorkbench {
 public:
  enum class Step {
    listens,
    accepts,
    reads_a_part,
    reads_all,
    answers_in_part,
    answers,  ///< and gets the client's messages
  };

  explicit DyingWorkbench(const std::string& path) : listening_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    std::filesystem::remove(path);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    if (::bind(listening_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listening_.get(), 8) != 0) {
      throw std::runtime_error("cannot listen at " + path);
    }
  }

  /// Ends when it is destroyed.
  void go_to(Step step) {
    wait_for(listening_.get());
    if (step == Step::listens) return;
    client_ = FileDescriptor(::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (step == Step::accepts) return;
    if (step == Step::reads_a_part) return read_bytes(10);
    read_line();
    const std::string ping = read_line();
    if (step == Step::reads_all) return;
    const std::string answer = R"({"jsonrpc":"2.0","id":)" + member(ping, "id") + R"(,"result":{}})" + "\n";
    if (step == Step::answers_in_part) return write(answer.substr(0, answer.size() / 2));
    write(answer);
  }

  std::string read_line() {
    std::string line;
    for (char byte = 0; byte != '\n'; line += byte) {
      wait_for(client_.get());
      if (::read(client_.get(), &byte, 1) != 1) throw std::runtime_error("the joined process has gone");
    }
    return line;
  }

 private:
  void read_bytes(std::size_t count) {
    std::vector<char> bytes(count);
    wait_for(client_.get());
    EXPECT_GT(::read(client_.get(), bytes.data(), bytes.size()), 0);
  }
  void write(const std::string& text) {
    EXPECT_EQ(::send(client_.get(), text.data(), text.size(), MSG_NOSIGNAL), static_cast<ssize_t>(text.size()));
  }

  FileDescriptor listening_;
  FileDescriptor client_;
};

using Step = DyingWorkbench::Step;

void PrintTo(Step step, std::ostream* out) {
  *out << static_cast<int>(step);
}

/// A joined client, and the means to replace its workbench by another one.
class AJoinedClient : public testing::Test {
 protected:
  AJoinedClient() {
    for (const char* folder : {"run", "state"}) std::filesystem::create_directory(folder_.path() / folder);
    const std::string toolboxes = dev_toolbox(fake_server("s", {}, R"("share":"process")"));
    folder_.write("toolboxes.json", R"({"autoOpen":true,)" + toolboxes.substr(1));
    client_ = std::make_unique<WorkbenchClient>("{}", options(), environment());
  }
  ~AJoinedClient() override {
    if (const pid_t pid = workbench_pid(); pid > 0) ::kill(pid, SIGKILL);
  }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  [[nodiscard]] std::map<std::string, std::string> environment() const {
    return {{"XDG_RUNTIME_DIR", path("run")}, {"XDG_STATE_HOME", path("state")}};
  }

  [[nodiscard]] std::vector<std::string> options() const {
    return {"--join", "-D", "workbench.toolboxes=" + path("toolboxes.json"), "-D", "limits.serverStart=5s"};
  }

  [[nodiscard]] std::string socket() const {
    for (const auto& file : std::filesystem::directory_iterator(folder_.path() / "run/mcp-workbench")) {
      if (file.path().extension() == ".sock") return file.path().string();
    }
    throw std::runtime_error("no workbench listens");
  }

  pid_t workbench_pid() {
    Process status({WORKBENCH_PROGRAM, "status", "--json", "-c", path("toolboxes.json"), "-D", "limits.serverStart=5s"},
                   environment());
    status.close_input();
    const std::string output = status.read_all();
    return status.wait().code_or_signal == 0 ? std::stoi(member(output, "pid")) : 0;
  }

  /// Stops the joined process, kills its workbench, and puts a dying one into its place. The joined process continues
  /// when it is sent SIGCONT.
  std::unique_ptr<DyingWorkbench> replace_workbench() {
    const pid_t workbench = workbench_pid();
    const std::string place = socket();
    ::kill(client_->process().pid(), SIGSTOP);
    ::waitpid(client_->process().pid(), nullptr, WUNTRACED);
    const FileDescriptor ended(static_cast<int>(::syscall(SYS_pidfd_open, workbench, 0)));
    ::kill(workbench, SIGKILL);
    wait_for(ended.get());
    return std::make_unique<DyingWorkbench>(place);
  }
  void resume() { ::kill(client_->process().pid(), SIGCONT); }

  int send_call() { return client_->send("tools/call", use_tool_params("dev", "s", "pid")); }

  const TemporaryFolder folder_;
  std::unique_ptr<WorkbenchClient> client_;
};

class AWorkbenchThatEnds : public AJoinedClient, public testing::WithParamInterface<Step> {};
INSTANTIATE_TEST_SUITE_P(AfterIt, AWorkbenchThatEnds,
                         testing::Values(Step::listens, Step::accepts, Step::reads_a_part, Step::reads_all,
                                         Step::answers_in_part));

TEST_P(AWorkbenchThatEnds, BeforeItsFirstAnswerCostsNothing) {
  client_->initialize();
  client_->open("dev");
  for (int round = 0; round != 3; ++round) {
    auto dying = replace_workbench();
    const int list = client_->send("tools/list", "{}");
    const int open = client_->send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
    const int call = send_call();
    resume();
    dying->go_to(GetParam());
    dying.reset();
    EXPECT_THAT(member(client_->answer_to(list), "result.tools"), HasSubstr("open_toolbox"));
    EXPECT_EQ(member(client_->answer_to(open), "result.isError"), "");
    EXPECT_THAT(first_text(member(client_->answer_to(call), "result")), MatchesRegex("[0-9]+"));
  }
}

TEST_P(AWorkbenchThatEnds, BeforeTheSessionBeginsCostsNothing) {
  client_->initialize();
  const std::string place = socket();
  const pid_t workbench = workbench_pid();
  const FileDescriptor ended(static_cast<int>(::syscall(SYS_pidfd_open, workbench, 0)));
  client_->process().send_signal(SIGKILL);
  client_->process().wait();  // or it would start another
  ::kill(workbench, SIGKILL);
  wait_for(ended.get());
  auto dying = std::make_unique<DyingWorkbench>(place);
  WorkbenchClient second("{}", options(), environment());
  const int initialize = second.send(
      "initialize", R"({"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}})");
  dying->go_to(GetParam());
  dying.reset();
  EXPECT_THAT(second.answer_to(initialize), HasSubstr("serverInfo"));
}

TEST_F(AJoinedClient, RepeatsWhatOnlyReadsAndSaysOfCallsThatTheirFateIsNotKnown) {
  client_->initialize();
  client_->open("dev");
  auto dying = replace_workbench();
  const int list = client_->send("tools/list", "{}");
  resume();
  dying->go_to(Step::answers);
  EXPECT_THAT(dying->read_line(), HasSubstr("\"initialize\""));
  EXPECT_THAT(dying->read_line(), HasSubstr("notifications/initialized"));
  EXPECT_THAT(dying->read_line(), HasSubstr("tools/list"));
  const int call = send_call();
  EXPECT_THAT(dying->read_line(), HasSubstr("tools/call"));
  dying.reset();
  EXPECT_THAT(
      first_text(member(client_->answer_to(call), "result")),
      StartsWith("Error: the shared workbench has ended; this request was not repeated, because it is not known "
                 "whether it was carried out"));
  EXPECT_THAT(member(client_->answer_to(list), "result.tools"), HasSubstr("use_tool"));
}

TEST_F(AJoinedClient, RepeatsRequestsOfAModernClient) {
  const std::string meta = R"({"_meta":{)" + modern_request_metadata() + "}}";
  EXPECT_THAT(client_->request("server/discover", meta), HasSubstr("capabilities"));
  auto dying = replace_workbench();
  const int discover = client_->send("server/discover", meta);
  resume();
  dying->go_to(Step::answers);
  EXPECT_THAT(dying->read_line(), HasSubstr("server/discover"));
  dying.reset();
  EXPECT_THAT(member(client_->answer_to(discover), "result"), HasSubstr("capabilities"));
}

TEST_F(AJoinedClient, GetsAnErrorInTimeOfAWorkbenchThatHangs) {
  client_->initialize();
  auto hanging = replace_workbench();
  const int list = client_->send("tools/list", "{}");
  resume();
  hanging->go_to(Step::reads_all);
  EXPECT_THAT(client_->answer_to(list),
              HasSubstr("accepts connections and does not answer; end its process (" + std::to_string(::getpid())));
  hanging.reset();
  EXPECT_THAT(client_->request("tools/list", "{}"), HasSubstr("open_toolbox"));
}

}  // namespace
