// What operators see of calls, over the socket of a shared workbench: requests, and a subscription.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <workbench/file_descriptor.hpp>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

/// A connection of an operator, which waits for each line at most kPatience.
class OperatorConnection {
 public:
  explicit OperatorConnection(const std::filesystem::path& socket)
      : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    socket.string().copy(address.sun_path, sizeof address.sun_path - 1);
    const timeval limit{kPatience.count(), 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      throw std::runtime_error("no workbench listens at " + socket.string());
    }
    send(R"({"jsonrpc":"2.0","method":"workbench/operate"})");
  }

  void send(const std::string& line) {
    const std::string bytes = line + "\n";
    if (::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0) throw std::runtime_error("cannot send");
  }
  void request(const std::string& method, const std::string& params = "{}") {
    send(R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + "}");
  }
  /// Empty: the workbench has closed the connection.
  std::string next_line() {
    while (text_.find('\n') == std::string::npos) {
      std::array<char, 65536> bytes;
      const ssize_t count = ::recv(socket_.get(), bytes.data(), bytes.size(), 0);
      if (count < 0) throw std::runtime_error("the workbench sends nothing");
      if (count == 0) return {};
      text_.append(bytes.data(), static_cast<std::size_t>(count));
    }
    std::string line = text_.substr(0, text_.find('\n'));
    text_.erase(0, line.size() + 1);
    return line;
  }
  /// The raw result, or the whole error.
  std::string result(const std::string& method, const std::string& params = "{}") {
    request(method, params);
    const std::string line = next_line();
    const std::string found = member(line, "result");
    return found.empty() ? line : found;
  }
  /// The params of the next notification of this method.
  std::string notified(const std::string& method) {
    for (std::string line = next_line(); !line.empty(); line = next_line()) {
      if (characters(member(line, "method")) == method) return member(line, "params");
    }
    return {};
  }

 private:
  const workbench::FileDescriptor socket_;
  std::string text_;
};

/// A user's machine with a shared workbench, and a client of it.
class OperatorCalls : public testing::Test {
 protected:
  OperatorCalls() {
    for (const char* folder : {"run", "state"}) std::filesystem::create_directory(folder_.path() / folder);
    folder_.write("toolboxes.json", dev_toolbox(fake_server("s", {}, R"("share":"process")")));
  }
  ~OperatorCalls() override {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
  }

  std::unique_ptr<WorkbenchClient> joined(const std::vector<std::string>& more_options = {},
                                          const std::string& name = "test") {
    std::vector<std::string> options{"--join", "-D", "workbench.toolboxes=" + path("toolboxes.json").string()};
    options.insert(options.end(), more_options.begin(), more_options.end());
    auto client = std::make_unique<WorkbenchClient>(
        "{}", options,
        std::map<std::string, std::string>{{"XDG_RUNTIME_DIR", path("run").string()},
                                           {"XDG_STATE_HOME", path("state").string()}});
    client->initialize("2025-11-25", "{}", name);
    client->open("dev");
    return client;
  }
  std::unique_ptr<OperatorConnection> operate() {
    for (const auto& file : std::filesystem::directory_iterator(path("run") / "mcp-workbench")) {
      if (file.path().extension() != ".sock") continue;
      auto connection = std::make_unique<OperatorConnection>(file.path());
      if (pid_ == 0) pid_ = std::stoi(member(connection->result("workbench/whoami"), "pid"));
      return connection;
    }
    throw std::runtime_error("no workbench is shared");
  }
  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }

  const TemporaryFolder folder_;
  pid_t pid_ = 0;
};

TEST_F(OperatorCalls, AreListedWithTheirFilters) {
  const auto one = joined({}, "one");
  const auto other = joined({}, "other");
  one->use("dev", "s", "pid");
  other->use("dev", "s", "echo", R"({"text":"secret"})");
  const auto from = operate();

  const std::string all = from->result("workbench/calls");
  EXPECT_THAT(elements(member(all, "calls")), SizeIs(2));
  EXPECT_EQ(member(all, "kept"), "2");
  EXPECT_THAT(all, Not(HasSubstr("secret")));
  const std::string of_other = from->result("workbench/calls", R"({"filter":{"client":"other"}})");
  ASSERT_THAT(elements(member(of_other, "calls")), SizeIs(1));
  const std::string call = elements(member(of_other, "calls")).front();
  EXPECT_EQ(characters(member(call, "tool")), "echo");
  EXPECT_NE(member(call, "session"), member(elements(member(all, "calls")).back(), "session"));
  EXPECT_THAT(from->result("workbench/call", R"({"id":)" + member(call, "id") + "}"), HasSubstr("\"withheld\""));
  EXPECT_EQ(characters(member(from->result("workbench/call", R"({"id":99})"), "error.data.kind")), "not_found");
  EXPECT_THAT(from->result("workbench/calls", R"({"filter":{"colour":"red"}})"), HasSubstr("\"error\""));
}

TEST_F(OperatorCalls, HaveTheirValuesIfTheCallLogMayHaveThem) {
  const auto client = joined({"-D", "middleware=call-log", "-D", "middleware.call-log.arguments=true", "-D",
                              "middleware.call-log.file=" + path("calls.jsonl").string()});
  client->use("dev", "s", "echo", R"({"text":"hello"})");
  EXPECT_THAT(operate()->result("workbench/call", R"({"id":1})"),
              AllOf(HasSubstr(R"("arguments":{"text":"hello"})"), HasSubstr("only one of arguments and results")));
}

TEST_F(OperatorCalls, CanBeSwitchedOff) {
  const auto client = joined({"-D", "middleware.recent-calls.records=0"});
  client->use("dev", "s", "pid");
  const auto from = operate();
  EXPECT_EQ(characters(member(from->result("workbench/calls"), "error.data.kind")), "unavailable");
  EXPECT_THAT(from->result("workbench/subscribe", R"({"topics":["calls"]})"), HasSubstr("recent-calls"));
}

TEST_F(OperatorCalls, SayWhoTheOperatorIs) {
  const auto client = joined();
  const std::string who = operate()->result("workbench/whoami");
  EXPECT_EQ(characters(member(who, "sees")), "everything");
  EXPECT_EQ(characters(member(who, "toolboxesFile")), path("toolboxes.json").string());
  EXPECT_THAT(characters(member(who, "startedAt")), StartsWith("20"));
}

TEST_F(OperatorCalls, AppearLiveAndWhileTheyRun) {
  const auto client = joined();
  const auto from = operate();
  from->request("workbench/subscribe", R"({"topics":["calls"],"filter":{"tool":"hang"}})");
  EXPECT_EQ(from->notified("workbench/subscribed"), "{}");
  client->use("dev", "s", "pid");  // not of the filter
  const int hanging = client->send("tools/call", use_tool_params("dev", "s", "hang"));
  const std::string running = from->notified("workbench/calls");
  EXPECT_THAT(elements(member(running, "running")), SizeIs(1));
  EXPECT_THAT(elements(member(running, "calls")), IsEmpty());
  client->notify("notifications/cancelled", R"({"requestId":)" + std::to_string(hanging) + "}");
  const std::string ended = from->notified("workbench/calls");
  EXPECT_THAT(elements(member(ended, "running")), IsEmpty());
  ASSERT_THAT(elements(member(ended, "calls")), SizeIs(1));
  EXPECT_EQ(characters(member(elements(member(ended, "calls")).front(), "outcome")), "cancelled");
}

TEST_F(OperatorCalls, TellOfServersAndTheConfiguration) {
  const auto client = joined();
  const auto from = operate();
  from->request("workbench/subscribe", R"({"topics":["servers","configuration"]})");
  from->notified("workbench/subscribed");
  folder_.write("toolboxes.json", dev_toolbox(fake_server("other", {}, R"("share":"process")")));
  std::string topics;
  while (topics.find("configuration") == std::string::npos || topics.find("servers") == std::string::npos) {
    const std::string changed = from->notified("workbench/changed");
    ASSERT_THAT(changed, HasSubstr("topics"));
    topics += changed;
  }
}

TEST_F(OperatorCalls, EndASubscriptionWithTheWorkbenchByItsResponse) {
  const auto client = joined();
  const auto from = operate();
  from->request("workbench/subscribe", R"({"topics":["servers"]})");
  from->notified("workbench/subscribed");
  ::kill(pid_, SIGTERM);
  std::string line = from->next_line();
  while (line.find("\"method\"") != std::string::npos) line = from->next_line();
  EXPECT_EQ(line, R"({"jsonrpc":"2.0","id":1,"result":{}})");
}

TEST_F(OperatorCalls, AreNoLongerToldWhenTheSubscriptionIsCancelled) {
  const auto client = joined();
  const auto from = operate();
  from->request("workbench/subscribe", R"({"topics":["calls"]})");
  from->notified("workbench/subscribed");
  EXPECT_THAT(from->result("workbench/subscribe", R"({"topics":["calls"]})"), HasSubstr("has a subscription"));
  from->send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  EXPECT_EQ(from->result("workbench/call", R"({"id":1})").find("workbench/calls"), std::string::npos);
  from->request("workbench/subscribe", R"({"topics":["calls"]})");
  EXPECT_EQ(from->notified("workbench/subscribed"), "{}");
}

TEST_F(OperatorCalls, AreNotKeptForASubscriberThatDoesNotRead) {
  const auto client = joined();
  const auto slow = operate();
  slow->request("workbench/subscribe", R"({"topics":["calls","servers"]})");
  slow->notified("workbench/subscribed");
  const auto from = operate();
  const auto call = [&](int count) {
    constexpr int kInFlight = 50;
    for (int done = 0; done < count; done += kInFlight) {
      int last = 0;
      for (int one = 0; one != kInFlight; ++one) last = client->send("tools/call", use_tool_params("dev", "s", "pid"));
      static_cast<void>(client->answer_to(last));
    }
  };
  call(11'000);  // the ring is full, and the socket too
  const auto memory = [&] { return std::stoull(member(from->result("workbench/status"), "memoryBytes")); };
  const auto before = memory();
  call(20'000);
  EXPECT_LT(memory(), before + 4'000'000);
  std::string latest;
  std::uint64_t skipped = 0;
  while (skipped == 0) skipped += std::stoull(member(latest = slow->notified("workbench/calls"), "skipped"));
  EXPECT_LE(elements(member(latest, "calls")).size(), 100U);
  EXPECT_EQ(member(from->result("workbench/calls"), "kept"), "10000");
}

TEST_F(OperatorCalls, AreCountedForEachToolOverTheEndOfTheWorkbench) {
  auto client = joined();
  client->use("dev", "s", "pid");
  client->use("dev", "s", "nonsense");
  operate();
  client.reset();
  ::kill(pid_, SIGTERM);
  const auto has_ended = [&] { return ::kill(pid_, 0) != 0; };
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!has_ended() && std::chrono::steady_clock::now() < deadline) {
  }
  pid_ = 0;
  client = joined();
  client->use("dev", "s", "pid");
  const std::string uses = operate()->result("workbench/tool-uses");
  EXPECT_THAT(uses,
              AllOf(HasSubstr(R"("toolbox":"dev","server":"s","tool":"pid","calls":2,)"), Not(HasSubstr("nonsense"))));
}

}  // namespace
