// Clients that share one workbench by --join, and the commands about it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "container_engine.hpp"
#include "outcome.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr const char* kShared = R"("share":"process")";

/// A user's machine: a toolboxes file, a folder for sockets and one for logs.
class AMachine : public testing::Test {
 protected:
  AMachine() {
    for (const char* folder : {"run", "state", "a", "b"}) std::filesystem::create_directory(folder_.path() / folder);
  }
  ~AMachine() override {
    if (const pid_t pid = workbench_pid(); pid > 0) ::kill(pid, SIGKILL);
  }

  void configure(const std::string& servers) { folder_.write("toolboxes.json", dev_toolbox(servers)); }

  [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] std::map<std::string, std::string> environment() const {
    return {{"XDG_RUNTIME_DIR", path("run").string()}, {"XDG_STATE_HOME", path("state").string()}};
  }

  /// A client that works in the folder `project`, with its toolbox open.
  std::unique_ptr<WorkbenchClient> joined(const std::string& project = "a") {
    auto client = not_initialized(project);
    client->initialize();
    client->open("dev");
    return client;
  }
  std::unique_ptr<WorkbenchClient> not_initialized(const std::string& project = "a") {
    const std::vector<std::string> options{"--join", "-D", "workbench.toolboxes=" + path("toolboxes.json").string()};
    return std::make_unique<WorkbenchClient>("{}", options, environment(),
                                             Launch{{"cd '" + path(project).string() + "'"}, {}});
  }

  Outcome run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), WORKBENCH_PROGRAM);
    arguments.insert(arguments.end(), {"-c", path("toolboxes.json").string()});
    Process process(arguments, environment());
    return outcome_of(process);
  }

  /// Of the shared workbench; 0: none runs.
  pid_t workbench_pid() {
    const Outcome status = run({"status", "--json"});
    return status.code == 0 ? std::stoi(member(status.output, "pid")) : 0;
  }

  const TemporaryFolder folder_;
};

std::string pid_of(WorkbenchClient& client, const std::string& server) {
  return client.use_text("dev", server, "pid");
}

TEST_F(AMachine, RunsEachSharedServerOnceForAllJoinedClients) {
  std::string servers;
  for (int number = 0; number != 6; ++number) {
    servers += (number == 0 ? "" : ",") + fake_server("s" + std::to_string(number), {}, kShared);
  }
  configure(servers);
  std::vector<std::unique_ptr<WorkbenchClient>> clients;
  std::set<std::string> pids;
  for (int number = 0; number != 5; ++number) {
    clients.push_back(joined());
    for (int server = 0; server != 6; ++server) pids.insert(pid_of(*clients.back(), "s" + std::to_string(server)));
  }
  EXPECT_EQ(pids.size(), 6U);
}

TEST_F(AMachine, GivesEachClientItsOwnProcessOfAServerThatIsNotShared) {
  configure(fake_server("s"));
  const auto one = joined();
  const auto other = joined();
  EXPECT_NE(pid_of(*one, "s"), pid_of(*other, "s"));
}

TEST_F(AMachine, RunsAServerOfAProjectOnceForTheClientsInOneFolder) {
  configure(fake_server("s", {}, R"("share":"project")"));
  const auto one = joined("a");
  const auto same = joined("a");
  const auto other = joined("b");
  EXPECT_EQ(pid_of(*one, "s"), pid_of(*same, "s"));
  EXPECT_NE(pid_of(*one, "s"), pid_of(*other, "s"));
}

TEST_F(AMachine, StartsTheServersOfAClientInItsFolder) {
  configure(fake_server("s", {}, R"("env":{"WHERE":"in ${client.cwd}"})"));
  const auto client = joined("b");
  EXPECT_EQ(std::filesystem::read_symlink("/proc/" + pid_of(*client, "s") + "/cwd"), path("b"));
  EXPECT_EQ(client->use_text("dev", "s", "env", R"({"name":"WHERE"})"), "in " + path("b").string());
}

TEST_F(AMachine, AnswersTheCallThatWasLostWithItsWorkbenchAndAllOthersAsBefore) {
  configure(fake_server("s", {}, kShared));
  const auto caller = joined();
  const auto idle = joined();
  const int lost = caller->send("tools/call", use_tool_params("dev", "s", "hang"));
  EXPECT_EQ(::kill(workbench_pid(), SIGKILL), 0);
  const std::string answer = caller->answer_to(lost);
  EXPECT_THAT(first_text(member(answer, "result")),
              StartsWith("Error: the shared workbench has ended; this request was not repeated"));
  EXPECT_EQ(member(answer, "result.isError"), "true");
  EXPECT_THAT(idle->next_line(), HasSubstr("this session continues with another one"));
  EXPECT_THAT(idle->next_line(), HasSubstr("notifications/tools/list_changed"));
  EXPECT_EQ(pid_of(*caller, "s"), pid_of(*idle, "s"));
}

TEST_F(AMachine, KeepsTheOtherClientsWhenOneIsKilled) {
  configure(fake_server("s", {}, kShared));
  auto killed = joined();
  const auto other = joined();
  const std::string server = pid_of(*other, "s");
  killed->send("tools/call", use_tool_params("dev", "s", "hang"));
  killed->process().send_signal(SIGKILL);
  killed.reset();
  EXPECT_EQ(pid_of(*other, "s"), server);
}

TEST_F(AMachine, CancelsACallForItsClientAlone) {
  configure(fake_server("s", {}, kShared));
  const auto one = joined();
  const auto other = joined();
  const int cancelled = one->send("tools/call", use_tool_params("dev", "s", "hang"));
  const int hanging = other->send("tools/call", use_tool_params("dev", "s", "hang"));
  one->notify("notifications/cancelled", R"({"requestId":)" + std::to_string(cancelled) + "}");
  while (other->use_text("dev", "s", "cancel_count") != "1") {
  }
  other->notify("notifications/cancelled", R"({"requestId":)" + std::to_string(hanging) + "}");
  while (one->use_text("dev", "s", "cancel_count") != "2") {
  }
}

TEST_F(AMachine, PassesTheInputRequestOfAServerToTheClientOfTheCall) {
  configure(fake_server("s"));
  const auto client = not_initialized();
  client->initialize("2025-11-25", R"({"elicitation":{}})");
  client->open("dev");
  const int call = client->send("tools/call", use_tool_params("dev", "s", "elicit"));
  const std::string asked = client->next_line();
  EXPECT_EQ(characters(member(asked, "method")), "elicitation/create");
  client->send_raw(R"({"jsonrpc":"2.0","id":)" + member(asked, "id") + R"(,"result":{"action":"decline"}})");
  EXPECT_THAT(first_text(member(client->answer_to(call), "result")), HasSubstr("decline"));
}

TEST_F(AMachine, EndsTheSharedWorkbenchWhenNoClientIsLeftForSoLong) {
  configure(fake_server("s", {}, kShared));
  const std::vector<std::string> options{"--join", "-D", "workbench.toolboxes=" + path("toolboxes.json").string(), "-D",
                                         "limits.idleExit=100"};
  WorkbenchClient client("{}", options, environment());
  client.initialize();
  client.open("dev");
  const std::string server = "/proc/" + pid_of(client, "s");
  client.process().close_input();
  client.process().wait();
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  const auto is_over = [&] {
    const bool has_socket = std::any_of(std::filesystem::directory_iterator(path("run") / "mcp-workbench"), {},
                                        [](const auto& file) { return file.path().extension() == ".sock"; });
    return !has_socket && !std::filesystem::exists(server);
  };
  while (!is_over() && std::chrono::steady_clock::now() < deadline) {
  }
  EXPECT_TRUE(is_over());
}

TEST_F(AMachine, EndsAJoinedClientWithTheReasonIfItsWorkbenchCannotStart) {
  folder_.write("toolboxes.json", R"({"toolboxes":{"dev":{"mcpServers":{"s":{"comand":"x"}}}}})");
  const auto client = not_initialized();
  const int request = client->send("initialize", "{}");
  const std::string reason = characters(member(client->answer_to(request), "error.message"));
  EXPECT_THAT(reason, AllOf(StartsWith(path("toolboxes.json").string() + ":1:"), HasSubstr("did you mean \"command\"?"),
                            HasSubstr("the shared workbench exits when it is started"), Not(HasSubstr("\n"))));
  EXPECT_EQ(reason.find("did you mean"), reason.rfind("did you mean")) << "once, not for each attempt";
  EXPECT_EQ(client->process().wait().code_or_signal, 2);
  EXPECT_THAT(client->process().errors(), AllOf(HasSubstr("did you mean \"command\"?"), Not(HasSubstr("\\x0a"))));
}

// Whatever is in the way: here the file system, which makes no folder.
TEST_F(AMachine, AnswersInitializeWithTheTrueReasonIfThereIsNoPlaceForTheSharedWorkbench) {
  configure("");
  auto environment = this->environment();
  environment["XDG_STATE_HOME"] = "";
  environment["HOME"] = "/sys";
  const std::vector<std::string> options{"--join", "-D", "workbench.toolboxes=" + path("toolboxes.json").string()};
  WorkbenchClient client("{}", options, environment);
  const int request = client.send("initialize", "{}");
  EXPECT_THAT(characters(member(client.answer_to(request), "error.message")),
              AllOf(StartsWith("/sys/.local/state/mcp-workbench cannot be made: "), HasSubstr("set XDG_STATE_HOME"),
                    Not(HasSubstr("No such file"))));
  EXPECT_EQ(client.process().wait().code_or_signal, 4);
}

TEST_F(AMachine, ServesAnInvalidMessageByAnError) {
  configure("");
  const auto client = joined();
  client->send_raw(R"({"jsonrpc":"2.0","id":7,"method":)");
  EXPECT_THAT(client->next_line(), AllOf(HasSubstr(R"("id":7)"), HasSubstr("-32700")));
  client->send_raw(R"({"jsonrpc":"2.0","id":8,"method":5})");
  EXPECT_THAT(client->next_line(), AllOf(HasSubstr(R"("id":8)"), HasSubstr("-32600")));
}

TEST_F(AMachine, KeepsALargeAnswerToTheByte) {
  configure(fake_server("s"));
  const auto client = joined();
  const std::string text(3'000'000, 'x');
  EXPECT_EQ(client->use_text("dev", "s", "echo", R"({"text":")" + text + "\"}"),
            client->use_text("dev", "s", "echo", R"({"text":")" + text + "\"}"));
  EXPECT_THAT(client->use("dev", "s", "echo", R"({"text":")" + text + "\"}"), HasSubstr(text));
}

// --- for commands, too -----------------------------------------------------------------------------------------------

/// A server that is shared, and adds a line to the file "starts" whenever it is started.
std::string server_that_counts_its_starts(const std::filesystem::path& file) {
  return R"("s":{"command":"sh","share":"process","args":["-c",)" +
         test_support::quoted("echo started >> '" + file.string() + "'; exec " FAKE_SERVER) + "]}";
}

std::size_t lines_of(const std::filesystem::path& file) {
  std::ifstream lines(file);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) ++count;
  return count;
}

TEST_F(AMachine, ServesCommandsByTheSharedWorkbenchHoweverItsFileIsSpelled) {
  configure(server_that_counts_its_starts(path("starts")));
  std::filesystem::create_directory_symlink(folder_.path(), path("a") / "link");
  std::filesystem::create_symlink(path("toolboxes.json"), path("b") / "same.json");
  const auto client = joined();
  const std::string server = pid_of(*client, "s");
  const auto in = [&](const std::string& folder, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), WORKBENCH_PROGRAM);
    Process process(arguments, environment(), Launch{{"cd '" + path(folder).string() + "'"}, {}});
    process.close_input();
    std::string output = process.read_all();
    process.wait();
    return output + process.errors();
  };
  for (const std::string& file : {path("toolboxes.json").string(), path("a/../toolboxes.json").string(),
                                  path("a/link/./toolboxes.json").string(), std::string("../toolboxes.json")}) {
    EXPECT_EQ(in("a", {"call", "dev/s/pid", "-c", file}), server + "\n") << file;
  }
  EXPECT_EQ(in("b", {"call", "dev/s/pid", "-c", "same.json"}), server + "\n");
  EXPECT_EQ(in("a", {"call", "dev/s/pid", "-c", "../toolboxes.json", "-D", "log.level=debug"}), server + "\n");
  EXPECT_EQ(in("a", {"call", "dev/s/pid", "-c", "../toolboxes.json", "-D", "limits.idleExit=1h"}), server + "\n");
  EXPECT_THAT(in("a", {"search", "echo", "-c", "../toolboxes.json"}), HasSubstr("dev/s/echo"));
  EXPECT_THAT(in("a", {"status", "-c", "link/toolboxes.json", "-D", "log.level=error"}), HasSubstr("1 client"));
  EXPECT_EQ(lines_of(path("starts")), 1U);
}

TEST_F(AMachine, ServesNoCommandWithOtherSettingsByTheSharedWorkbench) {
  configure(server_that_counts_its_starts(path("starts")));
  const auto client = joined();
  const std::string server = pid_of(*client, "s");
  const Outcome other = run({"call", "dev/s/pid", "-D", "strictInput=true"});
  EXPECT_EQ(other.code, 0) << other.errors;
  EXPECT_NE(other.output, server + "\n");
  EXPECT_EQ(lines_of(path("starts")), 2U);
}

TEST_F(AMachine, ServesACommandByItsOwnWorkbenchIfTheSharedOneEndsMeanwhile) {
  configure(fake_server("s", {}, kShared));
  const auto client = joined();
  client->process().send_signal(SIGSTOP);
  ::kill(workbench_pid(), SIGKILL);
  const Outcome outcome = run({"call", "dev/s/pid"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  client->process().send_signal(SIGCONT);
}

// --- as a service ----------------------------------------------------------------------------------------------------

TEST_F(AMachine, HasClientsUseTheSharedWorkbenchOfItsServiceManager) {
  configure(fake_server("s", {}, kShared));
  Process service({WORKBENCH_PROGRAM, "--shared", "-c", path("toolboxes.json").string()}, environment());
  while (workbench_pid() == 0) {
  }
  EXPECT_EQ(workbench_pid(), service.pid());
  const auto client = joined();
  EXPECT_NE(pid_of(*client, "s"), "");
  EXPECT_EQ(workbench_pid(), service.pid());
  service.send_signal(SIGTERM);
  EXPECT_EQ(service.wait().code_or_signal, 0);
}

TEST_F(AMachine, HasTheSharedWorkbenchReportItsStartItsClientsAndItsErrorsToItsServiceManagerAndToItsLog) {
  configure(fake_server("s", {}, kShared));
  Process service({WORKBENCH_PROGRAM, "--shared", "-c", path("toolboxes.json").string()}, environment());
  service.wait_for_error_text(", process " + std::to_string(service.pid()) + ", serves clients of the listener local");
  auto client = joined();
  service.wait_for_error_text("a client in " + path("a").string() + " has connected");
  client.reset();
  service.wait_for_error_text("a client (test) in " + path("a").string() + " has disconnected after ");
  EXPECT_THAT(run({"logs"}).output, AllOf(HasSubstr("serves clients of the listener local"), HasSubstr("has connected"),
                                          HasSubstr("has disconnected after ")));
  service.send_signal(SIGTERM);
  EXPECT_EQ(service.wait().code_or_signal, 0);
  folder_.write("toolboxes.json", R"({"toolboxes":{"dev":{"descripton":"typo","mcpServers":{}}}})");
  Process failing({WORKBENCH_PROGRAM, "--shared", "-c", path("toolboxes.json").string()}, environment());
  EXPECT_EQ(failing.wait().code_or_signal, 2);
  EXPECT_THAT(failing.errors(), HasSubstr("did you mean \"description\"?"));
}

TEST_F(AMachine, RunsNoSecondSharedWorkbench) {
  configure("");
  const auto client = joined();
  Process second({WORKBENCH_PROGRAM, "--shared", "-c", path("toolboxes.json").string()}, environment());
  EXPECT_EQ(second.wait().code_or_signal, 4);
  EXPECT_THAT(second.errors(), HasSubstr("is already running"));
}

TEST_F(AMachine, ShowsTheLinesOfOneServerAndNamesTheOthersIfThereIsNone) {
  configure(fake_server("s", {"--stderr", "hello"}, kShared));
  const auto client = joined();
  pid_of(*client, "s");
  EXPECT_THAT(run({"logs", "s"}).output, AllOf(HasSubstr("hello"), Not(HasSubstr("[workbench]"))));
  const Outcome typo = run({"logs", "dev/t"});
  EXPECT_EQ(typo.code, 64);
  EXPECT_THAT(typo.errors, HasSubstr("no line is about a server \"dev/t\"; did you mean \"dev/s\"?"));
}

// --- commands --------------------------------------------------------------------------------------------------------

TEST_F(AMachine, ShowsTheServersOfTheSharedWorkbenchAndWhoUsesThem) {
  configure(fake_server("s", {}, kShared));
  const auto one = joined("a");
  const auto other = joined("b");
  pid_of(*one, "s");
  EXPECT_THAT(run({"ps"}).output, HasSubstr("dev/s   ready"));
  const Outcome status = run({"status"});
  EXPECT_THAT(status.output, AllOf(HasSubstr("2 clients"), HasSubstr("test in " + path("a").string()),
                                   HasSubstr("2 (shared)"), HasSubstr("test in " + path("b").string())));
  const std::string servers = member(run({"status", "--json"}).output, "servers");
  ASSERT_EQ(elements(servers).size(), 1U);
  EXPECT_EQ(member(elements(servers)[0], "calls"), "1");
  EXPECT_EQ(member(elements(servers)[0], "processes"), "2");
}

TEST_F(AMachine, ShowsTheMemoryOfAContainerAndNotThatOfTheClientOfItsEngine) {
  const workbench::test::ContainerEngine engine;
  const std::string args = "\"args\":[\"run\",\"server\"," + quoted(FAKE_SERVER) + "],";
  configure("\"s\":{\"command\":" + quoted(workbench::test::ContainerEngine::client()) + "," + args + kShared + "}");
  const auto client = joined();
  const std::string server = elements(member(run({"status", "--json"}).output, "servers")).at(0);
  EXPECT_THAT(characters(member(server, "container.name")), StartsWith("mcp-workbench-"));
  const std::string bytes = member(server, "container.memoryBytes");
  EXPECT_NE(bytes, member(server, "memoryBytes"));
  const auto mebibytes = (std::stoull(bytes) + 524'288) / 1'048'576;
  EXPECT_THAT(run({"ps"}).output, HasSubstr(" " + std::to_string(mebibytes) + " MiB"));
}

TEST_F(AMachine, ShowsItsServersAlthoughTheEngineOfAContainerIsSilent) {
  workbench::test::ContainerEngine engine;
  const std::string args = "\"args\":[\"run\",\"server\"," + quoted(FAKE_SERVER) + "],";
  configure("\"s\":{\"command\":" + quoted(workbench::test::ContainerEngine::client()) + "," + args + kShared + "}");
  const auto client = joined();
  engine.fall_silent();
  EXPECT_THAT(run({"ps"}).output, testing::ContainsRegex("dev/s .* - +[0-9]+ +1"));
  engine.answer_again();
}

TEST_F(AMachine, SaysWhichServersAreConfinedAndWhatTheyWereRefused) {
  configure(fake_server("s", {}, std::string(kShared) + R"(,"sandboxEnabled":true)") + "," + fake_server("free"));
  const auto client = joined();
  pid_of(*client, "s");
  pid_of(*client, "free");
  const std::string file = path("refused").string();
  client->use("dev", "s", "write_file", "{\"path\":" + quoted(file) + "}");
  EXPECT_THAT(run({"status"}).output, HasSubstr("dev/s: confined; denied: write " + file));
  EXPECT_THAT(run({"ps"}).output, HasSubstr("dev/s: confined"));
  for (const std::string& server : elements(member(run({"status", "--json"}).output, "servers"))) {
    const bool is_confined = characters(member(server, "server")) == "s";
    EXPECT_EQ(characters(member(server, "confinement.state")), is_confined ? "confined" : "not confined");
  }
}

TEST_F(AMachine, EndsCommandsAboutItsSharedWorkbenchWithTheReasonIfTheirOutputCannotBeWritten) {
  configure(fake_server("s", {}, kShared));
  const auto client = joined();
  for (const char* command : {"status", "status --json", "ps", "logs", "reload"}) {
    Process shell({"/bin/sh", "-c",
                   "exec '" WORKBENCH_PROGRAM "' " + std::string(command) + " -c '" + path("toolboxes.json").string() +
                       "' >/dev/full"},
                  environment());
    shell.close_input();
    EXPECT_EQ(shell.wait().code_or_signal, 74) << command;
    EXPECT_THAT(shell.errors(), HasSubstr("the output could not be written: No space left on device")) << command;
  }
}

TEST_F(AMachine, SaysThatNoSharedWorkbenchRuns) {
  configure("");
  for (const char* command : {"status", "ps", "reload", "logs"}) {
    const Outcome outcome = run({command});
    EXPECT_EQ(outcome.code, 6) << command;
    EXPECT_THAT(outcome.errors, HasSubstr("no shared workbench")) << command;
  }
}

TEST_F(AMachine, ReloadsTheConfigurationAndReportsWhatCameOfIt) {
  configure("");
  const auto client = not_initialized();
  client->initialize();
  EXPECT_EQ(run({"reload"}).output, "the configuration is the same as before\n");
  folder_.write("toolboxes.json", R"({"toolboxes":{"dev":5}})");
  const Outcome wrong = run({"reload"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.output, HasSubstr("toolboxes.json:1:15: $.toolboxes.dev: "));
}

TEST_F(AMachine, ShowsTheLogOfOneServer) {
  configure(fake_server("s", {}, kShared) + "," + fake_server("other", {}, kShared));
  const auto client = joined();
  Process all({WORKBENCH_PROGRAM, "logs", "--follow", "-c", path("toolboxes.json").string()}, environment());
  while (all.read_line().value().find("[dev/other] ready") == std::string::npos) {
  }
  Process one({WORKBENCH_PROGRAM, "logs", "--follow", "s", "-c", path("toolboxes.json").string()}, environment());
  EXPECT_THAT(one.read_line(), testing::Optional(HasSubstr("[dev/s] ready")));
  EXPECT_THAT(run({"logs", "s"}).output, AllOf(HasSubstr("[dev/s] ready"), Not(HasSubstr("dev/other"))));
}

}  // namespace
