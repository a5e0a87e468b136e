// The options of the program, its output, its exit codes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>

#include "outcome.hpp"
#include "process.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

Outcome run(std::vector<std::string> arguments, const std::map<std::string, std::string>& environment = {}) {
  arguments.insert(arguments.begin(), WORKBENCH_PROGRAM);
  Process process(arguments, environment);
  return outcome_of(process);
}

std::string dev_toolbox_of_fake_server() {
  return R"({"toolboxes":{"dev":{"description":"d","mcpServers":{"s":{"command":")" FAKE_SERVER R"("}}}}})";
}

constexpr const char* kValid =
    R"({"toolboxes":{"dev":{"description":"d","mcpServers":{"a":{"command":"touch","args":["started"]}}}}})";

TEST(CommandLine, ShowsItsVersionAndOfWhatItWasBuilt) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.output, MatchesRegex("mcp-workbench [0-9]+\\.[0-9]+\\.[0-9]+ \\((commit [0-9A-Za-z.+-]+, )?"
                                           "built 2[0-9]+-[0-9]+-[0-9]+, [^,]+, [^,]+\\)\n"));
}

TEST(CommandLine, HelpNamesEveryOptionAndTheExitCodes) {
  const Outcome outcome = run({"--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("--config"), HasSubstr("--properties"), HasSubstr("--check"),
                                    HasSubstr("--list-plugins"), HasSubstr("--version"), HasSubstr("--help"),
                                    HasSubstr("KEY=VALUE"), HasSubstr("limits.call"), HasSubstr("Exit codes:")));
}

/// The help of the program, then of every command that it lists.
std::vector<std::string> all_helps() {
  std::vector<std::string> helps{run({"--help"}).output};
  std::istringstream lines(helps.front().substr(helps.front().find("\nCommands;")));
  for (std::string line; std::getline(lines, line) && !line.starts_with("Settings");) {
    if (!line.starts_with("  ") || line.starts_with("   ")) continue;
    helps.push_back(run({line.substr(2, line.find(' ', 2) - 2), "--help"}).output);
  }
  EXPECT_GE(helps.size(), 10U);
  return helps;
}

TEST(CommandLine, NoLineOfAHelpTextIsWiderThan80ColumnsOrEndsWithABlank) {
  for (const std::string& help : all_helps()) {
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(line.size(), 80U) << line;
      EXPECT_FALSE(line.ends_with(' ')) << line;
    }
  }
}

TEST(CommandLine, EveryHelpTextHasUsageSummaryAndOptionsInThisOrder) {
  for (const std::string& help : all_helps()) {
    EXPECT_THAT(help, StartsWith("Usage: mcp-workbench "));
    const std::size_t options = help.find(".\n\nOptions:\n  ");
    ASSERT_NE(options, std::string::npos) << help;
    EXPECT_LT(help.find("[OPTION]..."), options) << help;
    EXPECT_THAT(help, ContainsRegex("\n  -h, --help +show this help\n"));
  }
}

TEST(CommandLine, AnUnknownOptionIsAUsageErrorOnStderr) {
  const Outcome outcome = run({"--no-such-option"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_EQ(outcome.output, "");
  EXPECT_THAT(outcome.errors, HasSubstr("no-such-option"));
}

TEST(CommandLine, ADefinitionWithoutAnEqualsSignIsAUsageErrorThatShowsItsFirstWordOnly) {
  for (const char* definition : {"requestState.key hunter2", "requestState.key:hunter2", "requestState.key"}) {
    const Outcome outcome = run({"--check", "-D", definition});
    EXPECT_EQ(outcome.code, 64);
    EXPECT_THAT(outcome.errors, HasSubstr("-D requires KEY=VALUE; there is no \"=\" after \"requestState.key\""));
    EXPECT_THAT(outcome.errors, Not(HasSubstr("hunter2")));
  }
}

TEST(CommandLine, AnArgumentIsAUsageError) {
  const Outcome outcome = run({"config.json"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_THAT(outcome.errors, HasSubstr("'config.json'"));
}

// --- output that cannot be written -----------------------------------------------------------------------------------

/// How a shell gives the program an output that cannot be written, and what is to be said about it; empty: nothing.
struct BadOutput {
  const char* what;
  const char* redirection;
  const char* reason;

  friend void PrintTo(const BadOutput& output, std::ostream* out) { *out << output.what; }
};

class OutputThat : public testing::TestWithParam<BadOutput> {};
INSTANTIATE_TEST_SUITE_P(CannotBeWritten, OutputThat,
                         testing::Values(BadOutput{"FillsTheDisk", ">/dev/full", "No space left on device"},
                                         BadOutput{"NobodyReads", "| true", ""}),
                         [](const auto& row) { return std::string(row.param.what); });

TEST_P(OutputThat, MakesEveryCommandFailWithTheReason) {
  const TemporaryFolder folder;
  folder.write("workbench-config.json", dev_toolbox_of_fake_server());
  folder.write("claude.json", R"({"mcpServers":{"a":{"command":"true"}}})");
  const std::vector<std::string> commands{"--version",
                                          "--help",
                                          "call --help",
                                          "--list-plugins -c workbench-config.json",
                                          "--check -c workbench-config.json",
                                          "--check --deep -c workbench-config.json",
                                          "completion bash",
                                          "completion manual",
                                          "schema",
                                          "list -c workbench-config.json",
                                          "show dev/s/echo -c workbench-config.json",
                                          "search echo -c workbench-config.json",
                                          "call dev/s/pid -c workbench-config.json",
                                          "call dev/s/echo --raw -c workbench-config.json",
                                          "explain dev/s/echo -c workbench-config.json",
                                          "completion names dev -c workbench-config.json",
                                          "token ci",
                                          "token ci --file tokens.json",
                                          "doctor -c workbench-config.json",
                                          "init --dry-run --from claude.json -c new.json",
                                          "init --yes --from claude.json -c new.json",
                                          "init --export claude-code -c workbench-config.json"};
  for (const std::string& command : commands) {
    // The reader of the pipe has ended when the program begins: it waits for the end of a pipe of its own.
    const std::string program = "'" WORKBENCH_PROGRAM "' " + command + "; echo $? >code";
    const std::string script = std::string(GetParam().redirection) == "| true"
                                   ? "mkfifo gone; { cat gone; " + program + "; } | { exec <&-; : >gone; }; rm gone"
                                   : "{ " + program + "; } " + GetParam().redirection;
    Process shell({"/bin/sh", "-c", "cd '" + folder.path().string() + "'; " + script},
                  {{"XDG_RUNTIME_DIR", folder.path().string()}, {"HOME", folder.path().string()}});
    shell.close_input();
    shell.wait();
    std::ifstream code(folder.path() / "code");
    int number = 0;
    code >> number;
    EXPECT_EQ(number, 74) << command << ": " << shell.errors();
    const std::string reason = GetParam().reason;
    EXPECT_THAT(shell.errors(),
                HasSubstr(reason.empty() ? "" : "mcp-workbench: the output could not be written: " + reason))
        << command;
    std::filesystem::remove(folder.path() / "new.json");
    std::filesystem::remove(folder.path() / "tokens.json");
  }
}

TEST(Output, ThatCannotBeWrittenDoesNotHideAnotherFailure) {
  const TemporaryFolder folder;
  Process shell({"/bin/sh", "-c",
                 "exec '" WORKBENCH_PROGRAM "' --check -c '" + (folder.path() / "none").string() + "' >/dev/full"});
  EXPECT_EQ(shell.wait().code_or_signal, 2);
}

TEST(Check, OfAValidFileExitsWith0AndStartsNothing) {
  const TemporaryFolder folder;
  const auto file = folder.write("c.json", kValid);
  const Outcome outcome = run({"--config", file.string(), "--check"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_EQ(outcome.output, file.string() + ": valid; 1 toolbox, 1 server\n");
  EXPECT_FALSE(std::filesystem::exists("started"));
}

TEST(Check, OfABadFileExitsWith2AndReportsAllErrors) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("c.json", R"({"toolboxes":{"a__b":{"description":"d","mcpServers":{"s":{"comand":"x"}}}}})");
  const Outcome outcome = run({"-c", file.string(), "--check"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.output, "");
  EXPECT_THAT(outcome.errors, HasSubstr("a__b"));
  EXPECT_THAT(outcome.errors, HasSubstr("\"command\""));
}

std::string with_servers(const std::string& servers) {
  return R"({"toolboxes":{"dev":{"description":"d","mcpServers":{)" + servers + "}}}}";
}

TEST(DeepCheck, StartsEveryServerAndReportsItsTools) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("c.json", with_servers(R"("a":{"command":")" FAKE_SERVER R"(","args":["--tools","3"]})"));
  const Outcome outcome = run({"--config", file.string(), "--check", "--deep"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_EQ(outcome.output, file.string() +
                                ": valid; 1 toolbox, 1 server\n"
                                "dev/a: ready; protocol version 2025-11-25, 3 tools\n");
}

TEST(DeepCheck, ReportsEachServerThatItCannotReachAndExitsWith5) {
  const TemporaryFolder folder;
  const auto file = folder.write("c.json", with_servers(R"("a":{"command":")" FAKE_SERVER R"("},)"
                                                        R"("b":{"command":"/no/such/program"})"));
  const Outcome outcome = run({"--config", file.string(), "--check", "--deep"});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_THAT(outcome.output, HasSubstr("dev/a: ready"));
  EXPECT_THAT(outcome.output, HasSubstr("dev/b: FAILED: cannot start '/no/such/program'"));
}

TEST(DeepCheck, QuotesStderrOfAServerThatHangsAndOfOneThatEnds) {
  const TemporaryFolder folder;
  const std::string hangs = R"("hangs":{"command":")" FAKE_SERVER
                            R"(","args":["--silent-initialize","--stderr","Error: no token"],"startTimeoutMs":1000})";
  const std::string ends =
      R"("ends":{"command":"/bin/sh","args":["-c","echo 'Error: no port' >&2; echo '    at f (a.js:1:2)' >&2; exit 3"]})";
  const auto file = folder.write("c.json", with_servers(hangs + "," + ends));
  const Outcome outcome = run({"--config", file.string(), "--check", "--deep", "-D", "limits.openPatience=0"});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_THAT(outcome.output, HasSubstr("dev/hangs: FAILED: initialize: the server was not ready within 1 s; its last "
                                        "words on stderr: Error: no token\n"));
  EXPECT_THAT(outcome.output,
              HasSubstr("dev/ends: FAILED: the server ended with exit code 3; its last words on stderr: "
                        "Error: no port\n"));
}

TEST(DeepCheck, WritesOneLineForAServerWhateverItSends) {
  const TemporaryFolder folder;
  // Answers initialize with an error whose message has a line break and the sequence that clears a terminal.
  const auto server = folder.write("server.sh", R"sh(
    read -r request
    id=${request#*\"id\":}
    printf '{"jsonrpc":"2.0","id":%s,"error":{"code":1,"message":"no\\ndev/b: ready\\u001b[2J"}}\n' "${id%%[,\}]*}"
    read -r end
  )sh");
  const auto file = folder.write(
      "c.json", with_servers(R"("a":{"command":"/bin/sh","protocol":"legacy","args":[")" + server.string() + R"("]})"));
  const Outcome outcome = run({"--config", file.string(), "--check", "--deep"});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_THAT(outcome.output, HasSubstr("\ndev/a: FAILED: initialize: no\\ndev/b: ready\\u{1B}[2J\n"));
}

TEST(DeepCheck, NeedsCheck) {
  EXPECT_EQ(run({"--deep"}).code, 64);
}

TEST(Start, WithABadFileReportsItAndExitsWith2) {
  const TemporaryFolder folder;
  const auto file = folder.write("c.json", "{");
  const Outcome outcome = run({"--config", file.string()});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr(file.string() + ":1:"));
}

TEST(Start, WithAMissingFileNamesItAndExitsWith2) {
  const Outcome outcome = run({"--config", "/no/such/file.json"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("/no/such/file.json"));
}

TEST(Start, ReadsTheFileThatTheEnvironmentNames) {
  const TemporaryFolder folder;
  const auto file = folder.write("c.json", kValid);
  EXPECT_EQ(run({"--check"}, {{"WORKBENCH_CONFIG", file.string()}}).code, 0);
}

TEST(Start, WithAMissingPluginExitsWith3) {
  const TemporaryFolder folder;
  const auto file = folder.write("c.json", kValid);
  const Outcome outcome =
      run({"--config", file.string(), "-D", "plugins.load=stdio-transport,filters,meta-tools,http"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.errors, HasSubstr("http"));
}

TEST(Start, WithAnUnknownSettingSuggestsAKnownOneAndExitsWith2) {
  const Outcome outcome = run({"--check", "-D", "plugins.lod=x"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("plugins.load"));
}

// Names in the settings that no plugin provides are reported at every start, before a client connects.
class UnprovidedNames : public testing::TestWithParam<std::vector<std::string>> {
 protected:
  [[nodiscard]] Outcome run_with(const std::vector<std::string>& definitions) const {
    const auto file = folder_.write("c.json", kValid);
    std::vector<std::string> arguments{"--config", file.string()};
    arguments.insert(arguments.end(), GetParam().begin(), GetParam().end());
    for (const std::string& definition : definitions) arguments.insert(arguments.end(), {"-D", definition});
    return run(arguments);
  }

 private:
  TemporaryFolder folder_;
};

TEST_P(UnprovidedNames, AreErrorsInTheSettings) {
  const Outcome outcome =
      run_with({"listeners=htp", "metaTools=use_tool,close_tolbox", "authenticators=badges", "listener.stdio.port=80"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.output, "");
  EXPECT_THAT(outcome.errors,
              HasSubstr("listeners: no loaded plugin provides the listener 'htp' (there are: http, local, stdio)"));
  EXPECT_THAT(outcome.errors,
              HasSubstr("authenticators: no loaded plugin provides the authenticator 'badges' (there are: none)"));
  EXPECT_THAT(
      outcome.errors,
      HasSubstr(
          "metaTools: no loaded plugin provides the meta-tool 'close_tolbox' (there "
          "are: open_toolbox, use_tool, describe_tools, search_tools, read_result, close_toolbox, list_toolboxes)"));
}

TEST_P(UnprovidedNames, AreReportedTogetherWithUnknownOptions) {
  const Outcome outcome = run_with({"listener.stdio.port=80", "metaTools=none"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("listener.stdio.port: the listener has no options; remove it\n"));
  EXPECT_THAT(outcome.errors, HasSubstr("'none'"));
}

INSTANTIATE_TEST_SUITE_P(AtEveryStart, UnprovidedNames,
                         testing::Values(std::vector<std::string>{}, std::vector<std::string>{"--check"}));

class InvalidDefinition : public testing::TestWithParam<std::vector<std::string>> {};
INSTANTIATE_TEST_SUITE_P(AtEveryStart, InvalidDefinition,
                         testing::Values(std::vector<std::string>{}, std::vector<std::string>{"--check"}));

TEST_P(InvalidDefinition, OfAMetaToolRefusesItsPlugin) {
  const TemporaryFolder folder;
  const auto file = folder.write("c.json", kValid);
  std::vector<std::string> arguments = GetParam();
  arguments.insert(arguments.end(),
                   {"--config", file.string(), "-D",
                    "plugins.load=stdio-transport,filters,meta-tools," PLUGIN_THAT_CALLS_ITSELF_OTHERWISE});
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.output, "");
  EXPECT_EQ(outcome.errors, "the meta-tool 'shout' calls itself 'echo' in its definition\n");
}

class ClosedDescriptors : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Start, ClosedDescriptors, testing::Values("<&-", ">&-", "2>&-", "<&- >&- 2>&-"));

TEST_P(ClosedDescriptors, AreEmptyStreams) {
  const TemporaryFolder folder;
  const auto file = folder.write("c.json", kValid);
  Process process(
      {"/bin/sh", "-c", std::string("exec \"$0\" --config \"$1\" ") + GetParam(), WORKBENCH_PROGRAM, file.string()});
  process.close_input();
  EXPECT_EQ(process.read_all(), "");
  EXPECT_EQ(process.wait().code_or_signal, 0) << process.errors();
}

TEST(ListPlugins, ShowsEachPluginWithItsFileAndItsRegistrations) {
  const Outcome outcome = run({"--list-plugins"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(
      outcome.output,
      MatchesRegex("stdio-transport [0-9.]+  /[^\n]+/stdio-transport\\.so\n"
                   "  transports: stdio, container\n"
                   "  listeners: stdio\n"
                   "http-listener [0-9.]+  /[^\n]+/http-listener\\.so\n"
                   "  listeners: http\n"
                   "http-transport [0-9.]+  /[^\n]+/http-transport\\.so\n"
                   "  transports: http, streamable-http, sse\n"
                   "local-listener [0-9.]+  /[^\n]+/local-listener\\.so\n"
                   "  listeners: local\n"
                   "filters [0-9.]+  /[^\n]+/filters\\.so\n"
                   "  tool filters: name, wildcard, writes, destructive, open-world\n"
                   "meta-tools [0-9.]+  /[^\n]+/meta-tools\\.so\n"
                   "  meta-tools: open_toolbox, use_tool, describe_tools, search_tools, read_result, close_toolbox, "
                   "list_toolboxes\n"
                   "  middleware: tool-usage\n"
                   "call-log [0-9.]+  /[^\n]+/call-log\\.so\n"
                   "  middleware: call-log, recent-calls\n"
                   "metrics [0-9.]+  /[^\n]+/metrics\\.so\n"
                   "  middleware: metrics\n"
                   "lock [0-9.]+  /[^\n]+/lock\\.so\n"
                   "  catalog reviews: lock\n"
                   "scan [0-9.]+  /[^\n]+/scan\\.so\n"
                   "  catalog reviews: scan\n"
                   "approvals [0-9.]+  /[^\n]+/approvals\\.so\n"
                   "  middleware: approvals\n"
                   "traces [0-9.]+  /[^\n]+/traces\\.so\n"));
}

TEST(ListPlugins, NeedsTheReviewOfTheDefaultOnlyWhenItIsNamed) {
  const std::vector<std::string> without_lock{"--check", "-D", "plugins.load=stdio-transport,filters,meta-tools"};
  EXPECT_EQ(run(without_lock).errors.find("catalog review 'lock'"), std::string::npos);
  std::vector<std::string> named = without_lock;
  named.insert(named.end(), {"-D", "catalogReviews=lock"});
  const Outcome outcome = run(named);
  EXPECT_NE(outcome.code, 0);
  EXPECT_NE(outcome.errors.find("no loaded plugin provides the catalog review 'lock'"), std::string::npos)
      << outcome.errors;
}

TEST(ListPlugins, ShowsAPluginThatIsAddedAfterThoseOfTheDefault) {
  const std::filesystem::path added = PLUGIN_THAT_DEFINES_IT_FOR_SOME;
  const Outcome outcome = run({"--list-plugins", "-D", "plugins.add=" + added.string()});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  const std::size_t last_of_default = outcome.output.find("/lock.so");
  ASSERT_NE(last_of_default, std::string::npos) << outcome.output;
  EXPECT_NE(outcome.output.find(added.filename().string(), last_of_default), std::string::npos) << outcome.output;
}

TEST(ListPlugins, ShowsTheListenerOfHttpForAListThatWasWrittenWhenItWasPartOfTheTransport) {
  const Outcome outcome = run({"--list-plugins", "-D", "plugins.load=http-transport"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("  listeners: http\n"), HasSubstr("  transports: http,")));
}

/// The plugins of HTTP without the libraries that belong beside their folder.
class IncompleteInstallation : public testing::Test {
 protected:
  IncompleteInstallation() {
    const std::filesystem::path plugins = std::filesystem::path(HTTP_PLUGIN).parent_path();
    std::filesystem::create_directory(folder_.path() / "plugins");
    std::filesystem::copy(plugins, folder_.path() / "plugins");
  }

  [[nodiscard]] Outcome check(const std::string& server, const std::string& listeners) {
    const auto file =
        folder_.write("c.json", R"({"toolboxes":{"dev":{"description":"d","mcpServers":{"a":)" + server + "}}}}");
    return run({"--config", file.string(), "--check", "-D", "listeners=" + listeners},
               {{"WORKBENCH_PLUGIN_PATH", (folder_.path() / "plugins").string()}});
  }

  [[nodiscard]] std::string missing(const std::string& library) const {
    return (folder_.path() / library).string() +
           ": cannot open shared object file: No such file or directory; install the workbench completely\n";
  }

  TemporaryFolder folder_;
};

TEST_F(IncompleteInstallation, ServesOverStdio) {
  const Outcome outcome = check(R"({"command":"true"})", "stdio");
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
}

TEST_F(IncompleteInstallation, NamesTheLibraryThatAListenerNeeds) {
  const Outcome outcome = check(R"({"command":"true"})", "stdio,http");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors,
              HasSubstr("the library that serves clients over HTTP cannot be loaded: " + missing("http-server.so")));
}

TEST_F(IncompleteInstallation, NamesTheLibraryThatAServerNeeds) {
  const Outcome outcome = check(R"({"url":"https://example.com/mcp"})", "stdio");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("the library that reaches servers behind a URL cannot be loaded: " +
                                        missing("http-client.so")));
}

TEST(Properties, AreOverriddenByTheCommandLine) {
  const TemporaryFolder folder;
  const auto toolboxes = folder.write("c.json", kValid);
  const auto properties =
      folder.write("workbench.properties", "workbench.toolboxes = c.json\nplugins.load = nothing\n");
  EXPECT_EQ(run({"--properties", properties.string(), "--check"}).code, 3);
  EXPECT_EQ(
      run({"--properties", properties.string(), "--check", "-D", "plugins.load=stdio-transport,filters,meta-tools"})
          .code,
      0);
}

TEST(Check, RefusesADuplicateServerWithAnUnknownTransport) {
  const TemporaryFolder folder;
  const auto file = folder.write("c.json", R"({"toolboxes":{"dev":{"description":"d","mcpServers":{
"s": {"command": "true"}, "s": {"transport": "none"}}}}})");
  Process program({WORKBENCH_PROGRAM, "--config", file.string(), "--check"});
  EXPECT_EQ(program.wait().code_or_signal, 2);
}

TEST(Check, ReportsAnInvalidUrlWithItsLine) {
  const TemporaryFolder folder;
  const auto file = folder.write("c.json", R"({"toolboxes":{"dev":{"description":"d","mcpServers":{
"far": {"url": "ftp://example.com/mcp"}}}}})");
  Process program({WORKBENCH_PROGRAM, "--config", file.string(), "--check"});
  EXPECT_EQ(program.wait().code_or_signal, 2);
  EXPECT_THAT(program.errors(), HasSubstr("$.toolboxes.dev.mcpServers.far.url: must begin with"));
}

}  // namespace
