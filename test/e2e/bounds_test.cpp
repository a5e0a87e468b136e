// What a peer may cost at most, as docs/operate/bounds.md and bounds-of-clients.md have it: the memory of the
// real program, with limits that are lowered so that they are reached soon. (For clients over HTTP:
// e2e/http/bounds_test.cpp.)

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <optional>
#include <ostream>
#include <stdexcept>

#include <workbench/file_descriptor.hpp>

#include "memory.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;

/// For what is not the text of messages: buffers of the allocator, tables, the log.
constexpr double kSlack = 4;

const std::string kEndless = R"("endless":{"command":"sh","args":["-c","tr '\\0' x </dev/zero"]})";

class Bounds : public testing::Test {
 protected:
  explicit Bounds(const std::vector<std::string>& options = {}, const std::string& server = fake_server("s"))
      : client_(toolboxes_file(toolbox("dev", server) + "," + toolbox("other", kEndless)), options) {
    client_.initialize();
    if (!kReturnsMemory) return;
    client_.open("dev");
    client_.use("dev", "s", "echo");
    added_.emplace(client_.process().pid());
  }
  void SetUp() override {
    if (!kReturnsMemory) GTEST_SKIP() << "the allocator of this build keeps freed memory";
  }

  /// Calls until the memory is as it was before, for which the present turn of the loop has to be over.
  [[nodiscard]] bool has_returned() {
    return AddedMemory::repeat_until([&] { return added_->now() < kSlack; }, [&] { client_.use("dev", "s", "echo"); });
  }

  WorkbenchClient client_;
  std::optional<AddedMemory> added_;
};

// --- a message -------------------------------------------------------------------------------------------------------

constexpr double kLargestMessage = 64;
constexpr double kTwentieth = 1.05;

TEST_F(Bounds, ALineOfAServerWithoutEndCostsItsLimitAndATwentiethUntilItIsDiscarded) {
  client_.send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"other"}})");
  ASSERT_TRUE(AddedMemory::repeat_until([&] { return added_->most() > kLargestMessage - 1; },
                                        [&] { client_.use("dev", "s", "echo"); }));
  EXPECT_TRUE(has_returned()) << "the line goes on and is discarded";
  EXPECT_LT(added_->most(), kLargestMessage * kTwentieth);
}

TEST_F(Bounds, ALineOfAClientWithoutEndCostsItsLimitAndATwentiethUntilItIsDiscarded) {
  const std::string piece(1024 * 1024, 'x');
  for (int count = 0; count < 80; ++count) client_.process().write(piece);
  client_.send_raw("");
  EXPECT_TRUE(has_returned());
  EXPECT_GT(added_->most(), kLargestMessage - 1);
  EXPECT_LT(added_->most(), kLargestMessage * kTwentieth);
}

TEST_F(Bounds, AMessageIsHeldOnceOnItsWayToTheClient) {
  client_.use("dev", "s", "huge", R"({"bytes":66000000})");
  EXPECT_TRUE(has_returned());
  EXPECT_LT(added_->most(), kLargestMessage * kTwentieth);
}

TEST_F(Bounds, AMessageIsHeldOnceForAServerThatDoesNotRead) {
  client_.use("dev", "s", "stop_reading");
  client_.send("tools/call", use_tool_params("dev", "s", "echo", "{\"x\":\"" + std::string(66'000'000, 'x') + "\"}"));
  client_.request("ping", "{}");
  EXPECT_GT(added_->now(), 60);
  EXPECT_LT(added_->most(), kLargestMessage * kTwentieth);
}

// --- a client --------------------------------------------------------------------------------------------------------

/// Starts the program and writes to it without ever reading.
class ClientThatDoesNotRead {
 public:
  ClientThatDoesNotRead() {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    const std::string config = folder_.write("workbench-config.json", dev_toolbox(fake_server("s"))).string();
    std::array<const char*, 4> arguments{WORKBENCH_PROGRAM, "--config", config.c_str(), nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    const int failed =
        ::posix_spawn(&pid_, WORKBENCH_PROGRAM, &actions, nullptr, const_cast<char* const*>(arguments.data()), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    input_ = FileDescriptor(in[1]);
    output_ = FileDescriptor(out[0]);
    if (failed != 0) throw std::runtime_error("cannot start " WORKBENCH_PROGRAM);
  }
  ClientThatDoesNotRead(const ClientThatDoesNotRead&) = delete;
  ClientThatDoesNotRead& operator=(const ClientThatDoesNotRead&) = delete;
  ~ClientThatDoesNotRead() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

  /// One line of its output, which is read for once.
  void read_line() {
    for (char byte = 0; byte != '\n';) {
      if (::read(output_.get(), &byte, 1) != 1) throw std::runtime_error("no answer");
    }
  }
  /// Writes `text` again and again, up to `most` bytes, until the program has accepted nothing for half a second.
  std::size_t write_repeatedly(const std::string& text, std::size_t most) {
    ::fcntl(input_.get(), F_SETFL, O_NONBLOCK);
    std::size_t sent = 0;
    while (sent < most) {
      pollfd writable{input_.get(), POLLOUT, 0};
      if (::poll(&writable, 1, 500) != 1) break;
      const std::string_view rest = std::string_view(text).substr(sent % text.size());
      sent += static_cast<std::size_t>(std::max<ssize_t>(::write(input_.get(), rest.data(), rest.size()), 0));
    }
    return sent;
  }
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  using FileDescriptor = workbench::FileDescriptor;

  TemporaryFolder folder_;
  pid_t pid_ = -1;
  FileDescriptor input_;
  FileDescriptor output_;
};

TEST(BoundsOfAClient, ThatAsksAndDoesNotReadAreItsBacklog) {
  if (!kReturnsMemory) GTEST_SKIP() << "the allocator of this build keeps freed memory";
  ClientThatDoesNotRead client;
  const std::string initialize =
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
      R"("clientInfo":{"name":"c","version":"1"}}})"
      "\n";
  ASSERT_EQ(client.write_repeatedly(initialize, initialize.size()), initialize.size());
  client.read_line();
  const AddedMemory added(client.pid());
  const std::string ask = R"({"jsonrpc":"2.0","id":1,"method":"ping"})"
                          "\n"
                          R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"
                          "\n";
  EXPECT_LT(client.write_repeatedly(ask, 20'000'000), 10'000'000U) << "what is not read is not answered";
  EXPECT_LT(added.most(), 1 + kSlack);
}

TEST_F(Bounds, ACallInFlightCostsLessThanFourKibibytes) {
  constexpr int kCalls = 5'000;
  for (int call = 0; call < kCalls; ++call) client_.send("tools/call", use_tool_params("dev", "s", "hang"));
  client_.request("ping", "{}");
  EXPECT_LT(added_->now() * 1024 / kCalls, 4);
}

TEST_F(Bounds, TheTextOfACallIsNotKeptOnceALegacyServerHasIt) {
  const std::string large = "{\"x\":\"" + std::string(2'000'000, 'x') + "\"}";
  for (int call = 0; call < 10; ++call) {
    client_.send("tools/call", use_tool_params("dev", "s", "hang", large, R"("_meta":{"progressToken":1})"));
  }
  EXPECT_TRUE(has_returned());
}

class BoundsOfSmallMessages : public Bounds {
 protected:
  BoundsOfSmallMessages() : Bounds({"-D", "limits.messageBytes=1000000"}) {}
};

TEST_F(BoundsOfSmallMessages, TheCallsOfAClientAreTogetherNoLargerThanFourMessages) {
  const std::string large = "{\"x\":\"" + std::string(900'000, 'x') + "\"}";
  std::vector<int> ids;
  for (int call = 0; call < 30; ++call) {
    ids.push_back(client_.send("tools/call", use_tool_params("dev", "s", "hang", large)));
  }
  for (std::size_t call = 4; call < ids.size(); ++call) {
    EXPECT_THAT(client_.answer_to(ids[call]), HasSubstr("Too many bytes of calls at once"));
  }
  EXPECT_LT(added_->most(), 4 + 1 + kSlack);
}

TEST_F(BoundsOfSmallMessages, TheResponsesToABatchAreTogetherNoLargerThanAMessage) {
  WorkbenchClient client(toolboxes_file(toolbox("dev", fake_server("s"))), {"-D", "limits.messageBytes=1000000"});
  client.initialize("2025-03-26");
  client.open("dev");
  const AddedMemory added(client.process().pid());
  std::string batch = "[";
  for (int id = 1; id <= 1'000; ++id) {
    batch += (id == 1 ? "" : ",") + (R"({"jsonrpc":"2.0","id":)" + std::to_string(id)) + R"(,"method":"tools/list"})";
  }
  client.send_raw(batch + "]");
  const std::string answer = client.next_line();
  EXPECT_LT(answer.size(), 1'000'000U + 1'000 * 512U);
  EXPECT_THAT(answer, HasSubstr("The responses to this batch are larger than 1000000 bytes"));
  EXPECT_LT(added.most(), 1 + 1 + kSlack);
}

// --- a server --------------------------------------------------------------------------------------------------------

class BoundsOfAFloodOnStderr : public Bounds {
 protected:
  BoundsOfAFloodOnStderr()
      : Bounds({},
               fake_server("s") + R"(,"loud":{"command":"sh","args":["-c","yes >&2 & exec ')" FAKE_SERVER R"('"]})") {}
};

TEST_F(BoundsOfAFloodOnStderr, AServerThatWritesToStderrWithoutEndCostsLittleMemoryAndFewLines) {
  const std::size_t before = client_.process().errors().size();
  for (int call = 0; call < 20; ++call) client_.use("dev", "s", "sleep", R"({"ms":100})");
  client_.process().wait_for_error_text("lines of its stderr are left out here");
  EXPECT_LT(client_.process().errors().size() - before, 1'000'000U);
  EXPECT_LT(added_->most(), kSlack);
}

TEST_F(Bounds, AListCostsNoMoreThanTwiceAMessage) {
  const std::vector<std::string> endless{"--tool", "a", "--large-tool", "900000", "--endless-pages"};
  WorkbenchClient client(toolboxes_file(toolbox("dev", fake_server("s", endless, R"("toolFilters":["a"])"))),
                         {"-D", "limits.messageBytes=10000000"});
  client.initialize();
  const AddedMemory added(client.process().pid());
  EXPECT_THAT(client.open("dev"), HasSubstr("the pages are together larger than 10000000 bytes (limits.messageBytes)"));
  EXPECT_LT(added.most(), 2 * 10 + kSlack);
}

TEST_F(Bounds, ADefinitionCostsSixteenTimesItsSizeWhileItIsChecked) {
  WorkbenchClient client(toolboxes_file(toolbox("dev", fake_server("s", {"--large-tool", "1000000"}))));
  client.initialize();
  const AddedMemory added(client.process().pid());
  client.open("dev");
  EXPECT_LT(added.most(), 16 + 4 + kSlack);
}

TEST_F(Bounds, ADefinitionOfMoreThanAMebibyteIsNotChecked) {
  WorkbenchClient client(toolboxes_file(toolbox("dev", fake_server("s", {"--large-tool", "3000000"}))));
  client.initialize();
  const AddedMemory added(client.process().pid());
  client.open("dev");
  client.process().wait_for_error_text("the definition is larger than 1 MiB and not checked");
  EXPECT_LT(added.most(), 3 * 8 + kSlack);
}

// --- the loop's time -------------------------------------------------------------------------------------------------

#if defined(__OPTIMIZE__) && !defined(WORKBENCH_ASAN) && !defined(WORKBENCH_TSAN)
/// The time that the threads of a process have had a processor, in milliseconds: what other programs of a busy machine
/// do is not in it.
double processor_time(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
    throw std::runtime_error("cannot read the processor time of process " + std::to_string(process));
  }
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// What it takes to open a toolbox with one server, in milliseconds.
double time_to_open(const std::vector<std::string>& arguments) {
  WorkbenchClient client(dev_toolbox(fake_server("s", arguments)));
  client.initialize();
  const double before = processor_time(client.process().pid());
  client.open("dev");
  return processor_time(client.process().pid()) - before;
}

TEST(TimeOfTheLoop, ForAMessageIsFiveMillisecondsForEachMegabyte) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  client.initialize();
  client.open("dev");
  const double before = processor_time(client.process().pid());
  client.use("dev", "s", "huge", R"({"bytes":60000000})");
  EXPECT_LT(processor_time(client.process().pid()) - before, 60 * 5);
}

TEST(TimeOfTheLoop, ForTheLongestListIsHalfASecond) {
  EXPECT_LT(time_to_open({"--tools", "20000"}), 500);
}

TEST(TimeOfTheLoop, ForTheLargestDefinitionThatIsCheckedIsATenthOfASecond) {
  EXPECT_LT(time_to_open({"--large-tool", "1000000"}), 100);
}

/// Items with a number each in the place of `@`, of `bytes` together.
std::string numbered_items(const std::string& item, std::size_t bytes) {
  std::string items;
  for (int number = 100'000; items.size() < bytes; ++number) {
    if (!items.empty()) items += ',';
    for (const char byte : item) {
      if (byte == '@') {
        items += std::to_string(number);
      } else {
        items += byte;
      }
    }
  }
  return items;
}

/// Members of an `inputSchema` that models' APIs refuse, and that it takes long to rewrite if each name, branch or
/// reference is looked for among all others.
struct RewrittenSchema {
  const char* about;
  std::string members;
};

void PrintTo(const RewrittenSchema& rewritten, std::ostream* out) {
  *out << rewritten.about;
}

class TimeOfTheLoopForARewrittenSchema : public testing::TestWithParam<RewrittenSchema> {};

TEST_P(TimeOfTheLoopForARewrittenSchema, IsASecondWhateverItHas) {
  const TemporaryFolder folder;
  const std::string definition = R"({"name":"t","inputSchema":{"type":"object",)" + GetParam().members + "}}";
  ASSERT_LT(definition.size(), 1'048'576U) << "it would not be rewritten";
  EXPECT_LT(time_to_open({"--raw-tool-in", folder.write("tool.json", definition).string()}), 1'000);
}

INSTANTIATE_TEST_SUITE_P(
    For, TimeOfTheLoopForARewrittenSchema,
    testing::Values(
        RewrittenSchema{"alternatives of one argument",
                        R"("anyOf":[)" + numbered_items(R"({"properties":{"a":{"const":@}}})", 1'000'000) + "]"},
        RewrittenSchema{"required names beside one that is refused",
                        R"("required":["$a",)" + numbered_items(R"("@")", 1'000'000) + "]"},
        RewrittenSchema{"names that are refused", R"("properties":{)" + numbered_items(R"("$@":{})", 1'000'000) + "}"},
        RewrittenSchema{"references to one schema", R"("$defs":{"z":{"properties":{)" +
                                                        numbered_items(R"("@":{})", 500'000) + R"(}}},"anyOf":[)" +
                                                        numbered_items(R"({"$ref":"#/$defs/z"})", 500'000) + "]"}));

/// A schema, and structured content that it takes minutes to compare with it if each name is looked up.
struct ComparedSchema {
  const char* about;
  std::string schema;
  std::string content;
};

void PrintTo(const ComparedSchema& compared, std::ostream* out) {
  *out << compared.about;
}

class TimeOfTheLoopForStructuredContent : public testing::TestWithParam<ComparedSchema> {};

TEST_P(TimeOfTheLoopForStructuredContent, IsATenthOfASecondWhateverItsSchemaIs) {
  const TemporaryFolder folder;
  const std::string definition = R"({"name":"raw_result","inputSchema":{"type":"object"},)"
                                 R"("outputSchema":{"type":"object",)" +
                                 GetParam().schema + "}}";
  const std::string tool = folder.write("tool.json", definition).string();
  WorkbenchClient client(toolboxes_file(toolbox("dev", fake_server("s", {"--raw-tool-in", tool})), "flat"));
  client.initialize();
  ASSERT_THAT(client.request("tools/list", "{}"), HasSubstr("outputSchema"));
  const std::string result =
      R"({"content":[{"type":"text","text":""}],"structuredContent":)" + GetParam().content + "}";
  const double before = processor_time(client.process().pid());
  const std::string answer =
      client.request("tools/call", R"({"name":"raw_result","arguments":{"result":)" + result + "}}");
  EXPECT_LT(processor_time(client.process().pid()) - before, 100);
  EXPECT_THAT(answer.substr(0, 1000), HasSubstr("\"content\":[")) << "it has been compared, and answered";
}

INSTANTIATE_TEST_SUITE_P(For, TimeOfTheLoopForStructuredContent,
                         testing::Values(ComparedSchema{"a name that is required again and again",
                                                        R"("required":[)" + numbered_items(R"("z")", 600'000) + "]",
                                                        "{" + numbered_items(R"("@":0)", 600'000) + R"(,"z":1})"},
                                         ComparedSchema{"a reference for each member",
                                                        R"("additionalProperties":{"$ref":"#/$defs/z"},"$defs":{)" +
                                                            numbered_items(R"("@":{})", 600'000) + R"(,"z":{}})",
                                                        "{" + numbered_items(R"("@":0)", 200'000) + "}"},
                                         ComparedSchema{"many choices",
                                                        R"("properties":{"z":{"enum":[)" +
                                                            numbered_items(R"("\u0061@")", 600'000) + "]}}",
                                                        R"({"z":")" + std::string(1'000'000, 'x') + R"("})"}));
#endif

// --- a log -----------------------------------------------------------------------------------------------------------

TEST_F(Bounds, AnUnreadLogCostsItsQueue) {
  client_.process().leave_errors_unread();
  for (int message = 0; message < 3'000; ++message) client_.send_raw("{ no message" + std::string(5'000, 'x'));
  for (int call = 0; call < 3'000; ++call) {
    client_.send_raw(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"use_tool","arguments":)"
                     R"({"tool":{"toolbox":"dev","server":"s","tool":")" +
                     std::string(5'000, 'x') + R"("}}}})");
  }
  client_.request("ping", "{}");
  EXPECT_LT(added_->most(), 4 + kSlack);
}

}  // namespace
