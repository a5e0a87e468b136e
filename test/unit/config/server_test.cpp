#include "config_fixture.hpp"

namespace workbench::config {
namespace {

/// The findings about one server entry, whose first character is in line 3, column 6.
std::string findings_of(std::string_view server) {
  return ReadJson(with_server(server)).findings;
}

Vocabulary with_http() {
  Vocabulary vocabulary = stdio_vocabulary();
  vocabulary.transports["http"] = {
      {"url", OptionType::text, true, "The address."},
      {"retries", OptionType::number, false, "How often to try again."},
      {"insecure", OptionType::flag, false, "Whether to accept any certificate."},
  };
  return vocabulary;
}

TEST(Server, HasTheOptionsThatItsTransportDescribed) {
  const ReadJson read(with_server(
      R"({"command": "npx", "args": ["-y", ""], "env": {"Z": "1", "A": ""}, "cwd": "/tmp", "inheritEnv": ["X"]})"));
  ASSERT_EQ(read.findings, "");
  const ServerEntry& server = read.server();
  EXPECT_EQ(server.name, "s");
  EXPECT_EQ(server.transport, "stdio");
  EXPECT_EQ(server.options.text("command"), "npx");
  EXPECT_EQ(server.options.text_list("args"), (Options::TextList{"-y", ""}));
  EXPECT_EQ(server.options.text_map("env"), (Options::TextMap{{"Z", "1"}, {"A", ""}}));
  EXPECT_EQ(server.options.text("cwd"), "/tmp");
  EXPECT_EQ(server.options.text_list("inheritEnv"), (Options::TextList{"X"}));
  EXPECT_FALSE(server.tool_filters);
  EXPECT_FALSE(server.start_time_limit);
  EXPECT_FALSE(server.call_time_limit);
}

TEST(Server, HasAnIdentityThatIsEqualOnlyForEqualOptions) {
  const auto identity_of = [](std::string_view server) { return ReadJson(with_server(server)).server().identity; };
  const std::string identity = identity_of(R"({"command": "npx", "args": ["-y"], "env": {"KEY": "secret"}})");
  EXPECT_EQ(identity, R"({"command":"npx","args":["-y"],"env":{"KEY":"secret"}})");
  EXPECT_EQ(identity, identity_of(R"({"env": {"KEY": "secret"}, "args": ["-y"], "command": "npx",
                                      "toolFilters": ["a"], "callTimeoutMs": 5})"));
  EXPECT_NE(identity, identity_of(R"({"command": "npx", "args": ["-y"], "env": {"KEY": "other"}})"));
  EXPECT_NE(identity_of(R"({"command": "a", "args": []})"), identity_of(R"({"command": "a"})"));
}

TEST(Server, InheritsTheVariablesThatAnOptionForThemNames) {
  const auto inherited = [](std::string_view server) { return ReadJson(with_server(server)).server().inherited; };
  EXPECT_EQ(inherited(R"({"command": "npx", "args": ["-y"], "inheritEnv": ["A", "B_*"]})"),
            (std::vector<std::string>{"A", "B_*"}));
  EXPECT_EQ(inherited(R"({"command": "npx", "args": ["-y"]})"), std::vector<std::string>());
}

TEST(Server, InheritsByABeginningWhatTheEnvironmentHasForThat) {
  Vocabulary vocabulary = stdio_vocabulary();
  vocabulary.variables_with = [](std::string_view beginning) {
    return beginning.empty() ? std::vector<std::string>{"A", "B_1"} : std::vector<std::string>{"B_1", "B_2"};
  };
  const auto server = [&](std::string_view names) {
    const std::string entry = R"({"command": "npx", "inheritEnv": )" + std::string(names) + "}";
    return ReadJson(with_server(entry), {}, vocabulary).server();
  };
  EXPECT_EQ(server(R"(["B_*", "C"])").options.text_list("inheritEnv"), (Options::TextList{"B_1", "B_2", "C"}));
  EXPECT_EQ(server(R"(["*"])").inherited, (std::vector<std::string>{"A", "B_1"}));
}

TEST(Server, OfAThirdPartyTransportHasItsOptions) {
  const ReadJson read(with_server(R"({"type": "http", "url": "u", "retries": -3, "insecure": true})"), {}, with_http());
  ASSERT_EQ(read.findings, "");
  EXPECT_EQ(read.server().transport, "http");
  EXPECT_EQ(read.server().options.text("url"), "u");
  EXPECT_EQ(read.server().options.number("retries", 0), -3);
  EXPECT_TRUE(read.server().options.flag("insecure", false));
}

TEST(Server, OptionsOfAWrongTypeAreReportedWithTheRightOne) {
  EXPECT_EQ(ReadJson(with_server(R"({"type": "http", "url": 7, "retries": "3", "insecure": "true"})"), {}, with_http())
                .findings,
            "config.json:3:23: $.toolboxes.t.mcpServers.s.url: must be a string, not an integer; put it in quotes\n"
            "config.json:3:33: $.toolboxes.t.mcpServers.s.retries: must be an integer, not a string; write digits, "
            "without quotes, fraction or exponent\n"
            "config.json:3:49: $.toolboxes.t.mcpServers.s.insecure: must be true or false, not a string; write true or "
            "false, without quotes\n");
  EXPECT_EQ(
      findings_of(R"({"command": ["npx"], "args": "-y", "env": ["A=1"]})"),
      "config.json:3:7: $.toolboxes.t.mcpServers.s.command: must be a string, not an array; write text in quotes\n"
      "config.json:3:27: $.toolboxes.t.mcpServers.s.args: must be an array of strings, not a string; write "
      "[\"...\"], one string for each element\n"
      "config.json:3:41: $.toolboxes.t.mcpServers.s.env: must be an object of strings, not an array; write "
      "{\"NAME\": \"value\"}\n");
  EXPECT_EQ(findings_of(R"("npx")"),
            "config.json:3:1: $.toolboxes.t.mcpServers.s: must be an object, not a string; write {\"command\": "
            "\"...\"}\n");
}

TEST(Server, NumbersAndFlagsInEnvNeedQuotes) {
  EXPECT_EQ(
      findings_of(R"({"command": "c", "env": {"PORT": 8080, "DEBUG": true, "": "x"}})"),
      "config.json:3:31: $.toolboxes.t.mcpServers.s.env.PORT: must be a string, not an integer; put it in quotes\n"
      "config.json:3:45: $.toolboxes.t.mcpServers.s.env.DEBUG: must be a string, not true or false; put it in "
      "quotes\n"
      "config.json:3:60: $.toolboxes.t.mcpServers.s.env[\"\"]: an empty name; give it a name or remove it\n");
}

TEST(Server, RequiredOptionsAreRequiredAndNotEmpty) {
  EXPECT_EQ(findings_of("{}"),
            "config.json:3:1: $.toolboxes.t.mcpServers.s: \"command\" is missing; add it: The program to start.\n");
  EXPECT_EQ(findings_of(R"({"command": " "})"),
            "config.json:3:7: $.toolboxes.t.mcpServers.s.command: must not be empty; give it a value\n");
  EXPECT_EQ(
      ReadJson(with_server(R"({"command": "${EMPTY}"})"), {{"EMPTY", ""}}).findings,
      "config.json:3:7: $.toolboxes.t.mcpServers.s.command: is empty after its variables are replaced; set them\n");
}

TEST(Server, MayNameItsTransportEitherWay) {
  EXPECT_EQ(findings_of(R"({"transport": "stdio", "command": "c"})"), "");
  EXPECT_EQ(findings_of(R"({"type": "stdio", "command": "c"})"), "");
  EXPECT_EQ(findings_of(R"({"type": "stdio", "transport": "stdio", "command": "c"})"), "");
  EXPECT_EQ(
      ReadJson(with_server(R"({"type": "http", "transport": "stdio", "command": "c"})"), {}, with_http()).findings,
      "config.json:3:7: $.toolboxes.t.mcpServers.s.type: means the same as \"transport\" but has another value; remove "
      "one of the two\n");
}

TEST(Server, WithAnUnknownTransportIsReportedWithTheRegisteredOnes) {
  EXPECT_EQ(findings_of(R"({"transport": "pigeon", "nest": 3})"),
            "config.json:3:7: $.toolboxes.t.mcpServers.s.transport: unknown transport \"pigeon\"; registered: "
            "\"stdio\"\n");
  EXPECT_EQ(findings_of(R"({"transport": "sdtio"})"),
            "config.json:3:7: $.toolboxes.t.mcpServers.s.transport: unknown transport \"sdtio\"; did you mean "
            "\"stdio\"?\n");
  EXPECT_EQ(ReadJson(with_server(R"({"command": "c"})"), {}, Vocabulary{}).findings,
            "config.json:3:1: $.toolboxes.t.mcpServers.s: no loaded plugin provides a transport; name one that does in "
            "plugins.load\n");
}

TEST(Server, OnTheNetworkNeedsAPluginForThat) {
  for (const std::string name : {"http", "sse", "streamable-http", "ws"}) {
    EXPECT_EQ(findings_of(R"({"type": ")" + name + R"(", "url": "https://x"})"),
              "config.json:3:7: $.toolboxes.t.mcpServers.s.type: no loaded plugin provides the transport \"" + name +
                  "\"; name one that does in plugins.load, or remove this server (registered: \"stdio\")\n");
  }
  EXPECT_EQ(findings_of(R"({"url": "https://x"})"),
            "config.json:3:7: $.toolboxes.t.mcpServers.s.url: no loaded plugin provides a transport to a network "
            "address; name one that does in plugins.load, or remove this server\n");
}

TEST(Server, WithAnAddressAndNoCommandUsesHttp) {
  for (const char* entry : {R"({"url": "https://x"})", R"({"type": "http", "url": "https://x"})",
                            R"({"type": "streamableHttp", "url": "https://x"})",
                            R"({"transport": "streamable_http", "url": "https://x"})"}) {
    const ReadJson read(with_server(entry), {}, with_http());
    ASSERT_EQ(read.findings, "") << entry;
    EXPECT_EQ(read.server().transport, "http");
    EXPECT_EQ(read.server().options.text("url"), "https://x");
  }
}

TEST(Server, WithAnAddressUnderAnotherNameIsReportedWithTheRightName) {
  for (const std::string& key : {std::string("httpUrl"), std::string("serverUrl")}) {
    EXPECT_EQ(ReadJson(with_server("{\"" + key + "\": \"https://x\"}"), {}, with_http()).findings,
              "config.json:3:7: $.toolboxes.t.mcpServers.s." + key + ": unknown key; did you mean \"url\"?\n");
  }
}

TEST(Server, WithAKeyOfAnotherTransportIsReportedWithThatTransport) {
  EXPECT_EQ(ReadJson(with_server(R"({"command": "c", "url": "https://x"})"), {}, with_http()).findings,
            "config.json:3:23: $.toolboxes.t.mcpServers.s.url: belongs to the transport \"http\"; add \"transport\": "
            "\"http\", or remove the key\n");
}

TEST(Server, NeverShowsTheValueOfAVariableInATransportsName) {
  const ReadJson read(with_server(R"({"transport": "${KIND}"})"), {{"KIND", "secret"}});
  EXPECT_EQ(read.findings,
            "config.json:3:7: $.toolboxes.t.mcpServers.s.transport: unknown transport \"${KIND}\"; registered: "
            "\"stdio\"\n");
}

TEST(Server, MayFixItsProtocol) {
  EXPECT_EQ(ReadJson(with_server(R"({"command": "c"})")).server().protocol, "auto");
  for (const std::string protocol : {"auto", "modern", "legacy", "2026-07-28", "2025-06-18"}) {
    EXPECT_EQ(ReadJson(with_server(R"({"command": "c", "protocol": ")" + protocol + R"("})")).server().protocol,
              protocol);
  }
  EXPECT_EQ(findings_of(R"({"command": "c", "protocol": "2025-06-17"})"),
            "config.json:3:23: $.toolboxes.t.mcpServers.s.protocol: unknown protocol \"2025-06-17\"; did you mean "
            "\"2025-06-18\"? (without this key it is detected)\n");
}

TEST(Server, MayShareItsProcess) {
  EXPECT_EQ(ReadJson(with_server(R"({"command": "c"})")).server().share, Share::client);
  EXPECT_EQ(ReadJson(with_server(R"({"command": "c", "share": "client"})")).server().share, Share::client);
  EXPECT_EQ(ReadJson(with_server(R"({"command": "c", "share": "project"})")).server().share, Share::project);
  EXPECT_EQ(ReadJson(with_server(R"({"command": "c", "share": "process"})")).server().share, Share::process);
}

TEST(Server, MayTakeTheClientBehindUsToBeItsOwn) {
  EXPECT_FALSE(ReadJson(with_server(R"({"command": "c"})")).server().passes_client_info);
  EXPECT_FALSE(ReadJson(with_server(R"({"command": "c", "clientInfo": "ours"})")).server().passes_client_info);
  EXPECT_TRUE(ReadJson(with_server(R"({"command": "c", "clientInfo": "pass"})")).server().passes_client_info);
  EXPECT_EQ(findings_of(R"({"command": "c", "clientInfo": "passed"})"),
            "config.json:3:23: $.toolboxes.t.mcpServers.s.clientInfo: must be \"ours\" (the server takes the workbench "
            "to be its client) or \"pass\" (it takes the workbench's client to be), not \"passed\"\n");
}

TEST(Server, NeverShowsTheValueOfAVariableInProtocolOrShare) {
  EXPECT_EQ(
      ReadJson(with_server(R"({"command": "c", "protocol": "${V}", "share": "${V}"})"), {{"V", "secret"}}).findings,
      "config.json:3:23: $.toolboxes.t.mcpServers.s.protocol: unknown protocol \"${V}\"; known here: \"auto\", "
      "\"modern\", \"legacy\", \"2026-07-28\", \"2025-11-25\", \"2025-06-18\", \"2025-03-26\", \"2024-11-05\" "
      "(without this key it is detected)\n"
      "config.json:3:43: $.toolboxes.t.mcpServers.s.share: must be \"client\" (each client has its own server "
      "process), \"project\" (clients that work in the same folder share one) or \"process\" (all clients share one), "
      "not \"${V}\"\n");
}

TEST(Server, UnknownKeysAreErrorsWithTheClosestOne) {
  EXPECT_EQ(findings_of(R"({"command": "c", "ARGS": [], "toolfilter": [], "cdw": "x", "cmd": "y", "enviroment": 1,
"colour": 1})"),
            "config.json:3:23: $.toolboxes.t.mcpServers.s.ARGS: unknown key; did you mean \"args\"?\n"
            "config.json:3:35: $.toolboxes.t.mcpServers.s.toolfilter: unknown key; did you mean \"toolFilters\"?\n"
            "config.json:3:53: $.toolboxes.t.mcpServers.s.cdw: unknown key; did you mean \"cwd\"?\n"
            "config.json:3:65: $.toolboxes.t.mcpServers.s.cmd: unknown key; did you mean \"command\"?\n"
            "config.json:3:77: $.toolboxes.t.mcpServers.s.enviroment: unknown key; known here: \"command\", \"args\", "
            "\"env\", \"cwd\", \"inheritEnv\", \"sandboxEnabled\", \"transport\", \"type\", \"toolFilters\", "
            "\"tools\", \"disabled\", "
            "\"envFile\", \"startTimeoutMs\", \"callTimeoutMs\", \"idleStopMs\", \"maxResultTokens\", \"requires\", "
            "\"approve\", \"labels\", \"protocol\", \"share\", \"clientInfo\"\n"
            "config.json:4:1: $.toolboxes.t.mcpServers.s.colour: unknown key; known here: \"command\", \"args\", "
            "\"env\", \"cwd\", \"inheritEnv\", \"sandboxEnabled\", \"transport\", \"type\", \"toolFilters\", "
            "\"tools\", \"disabled\", "
            "\"envFile\", \"startTimeoutMs\", \"callTimeoutMs\", \"idleStopMs\", \"maxResultTokens\", \"requires\", "
            "\"approve\", \"labels\", \"protocol\", \"share\", \"clientInfo\"\n");
}

TEST(Server, KeysOfOtherClientsCauseNotesAndNoErrors) {
  const ReadJson read(with_server(
      R"({"command": "c", "autoApprove": [], "timeout": 60,
"disabledTools": ["x"], "enabled": true, "description": 7})"));
  EXPECT_EQ(
      read.findings,
      "note: config.json:3:23: $.toolboxes.t.mcpServers.s.autoApprove: has no effect here; it may stay for other "
      "clients, or be removed\n"
      "note: config.json:3:42: $.toolboxes.t.mcpServers.s.timeout: is taken for \"callTimeoutMs\": 60000, because its "
      "unit is not known, and 60 ms is too short for a time limit; better write that\n"
      "note: config.json:4:1: $.toolboxes.t.mcpServers.s.disabledTools: means the same as \"toolFilters\" "
      "here; better write that\n"
      "note: config.json:4:25: $.toolboxes.t.mcpServers.s.enabled: means the opposite of \"disabled\" here; better "
      "write "
      "that\n"
      "note: config.json:4:42: $.toolboxes.t.mcpServers.s.description: has no effect here; it may stay for other "
      "clients, or be removed\n");
  EXPECT_EQ(read.server().options.text("command"), "c");
}

TEST(Server, WhatIsOffForAnotherClientIsOffHere) {
  const auto filters = [](std::string_view keys) {
    return ReadJson(with_server(std::string(R"({"command": "c", )").append(keys).append("}"))).server().tool_filters;
  };
  using Filters = std::vector<std::string>;
  EXPECT_EQ(filters(R"("disabledTools": ["x"], "excludeTools": ["y"])"), (Filters{"*", "!x", "!y"}));
  EXPECT_EQ(filters(R"("enabledTools": ["x", "y"], "disabledTools": ["y"])"), (Filters{"x", "y", "!y"}));
  EXPECT_EQ(filters(R"("includeTools": [])"), Filters{});
  EXPECT_EQ(filters(R"("includeTools": ["a"], "toolFilters": ["b"], "excludeTools": ["c"])"), (Filters{"b", "!c"}));
  EXPECT_EQ(filters(R"("disabledTools": [])"), std::nullopt);
  const ReadJson off(with_server(R"({"command": "c", "enabled": false})"));
  EXPECT_TRUE(off.reading.config.value().toolboxes.at(0).servers.empty());
}

TEST(Server, TextsThatCannotMeanWhatTheySayCauseNotes) {
  const std::string place = "note: config.json:3:";
  const std::string server = ": $.toolboxes.t.mcpServers.s.";
  EXPECT_EQ(
      findings_of(R"({"command": "npx -y pkg"})"),
      place + "7" + server +
          "command: is a command line, and a program of this name does not exist; write the program alone here and "
          "each of its arguments as a string in \"args\"\n");
  EXPECT_EQ(findings_of(R"({"command": "c", "args": ["$TOKEN", "{env:X}", "~/x", "<YOUR_TOKEN>", "$5", "a~/b"]})"),
            place + "32" + server + "args[0]: $TOKEN stays as it is; write ${TOKEN} for the variable\n" +  //
                place + "42" + server + "args[1]: {env:NAME} stays as it is; write ${NAME} for the variable\n" + place +
                "53" + server + "args[2]: \"~\" stays as it is; write ${HOME} for the home folder\n" + place + "60" +
                server + "args[3]: looks like a placeholder; put the real value in its place\n");
  for (const char* folder : {"${PWD:-.}", "${env:PWD:-/x}/y"}) {
    EXPECT_NE(findings_of(R"({"command": "c", "cwd": ")" + std::string(folder) + "\"}").find("write ${client.cwd}"),
              std::string::npos);
  }
}

TEST(Server, ThatIsDisabledIsCheckedAndLeftOut) {
  const ReadJson read(with_server(R"({"command": "c", "disabled": true})"));
  EXPECT_EQ(read.findings,
            "note: config.json:3:1: $.toolboxes.t.mcpServers.s: is disabled and left out; remove \"disabled\" to use "
            "it\n");
  EXPECT_TRUE(read.reading.config.value().toolboxes.at(0).servers.empty());
  EXPECT_TRUE(read.reading.config.value().toolboxes.at(0).is_disabled);
  EXPECT_EQ(findings_of(R"({"command": "c", "disabled": true, "comment": "it\u001b is old"})"),
            "note: config.json:3:1: $.toolboxes.t.mcpServers.s: is disabled and left out: it\\u{1B} is old; remove "
            "\"disabled\" to use it\n");
  EXPECT_EQ(findings_of(R"({"command": "c", "disabled": "yes"})"),
            "config.json:3:23: $.toolboxes.t.mcpServers.s.disabled: must be true or false, not a string; write true or "
            "false, without quotes\n");
}

class DisabledServer : public testing::TestWithParam<const char*> {};

TEST_P(DisabledServer, HasNoErrorThatTakesTheOthersAway) {
  const ReadJson read(R"({"toolboxes": {"t": {"description": "d", "mcpServers": {
    "good": {"command": "a"}, "off": )" +
                      std::string(GetParam()) + "}}}}");
  ASSERT_TRUE(read.reading.config) << read.findings;
  EXPECT_EQ(read.reading.config->toolboxes.at(0).servers.size(), 1U);
  EXPECT_FALSE(read.reading.config->toolboxes.at(0).is_disabled);
}

INSTANTIATE_TEST_SUITE_P(Whose, DisabledServer,
                         testing::Values(R"({"comand": "c", "disabled": true})", R"({"disabled": true})",
                                         R"({"type": "ws", "url": "wss://x/mcp", "disabled": true})",
                                         R"({"transport": {"type": "http"}, "disabled": true})",
                                         R"({"command": 5, "args": {}, "env": [], "disabled": true})",
                                         R"({"command": "${NOT_SET}", "args": ["${"], "disabled": true})",
                                         R"({"command": "c", "envFile": "/no/such/file", "disabled": true})",
                                         R"({"command": "c", "headers": {"A": "b"}, "enabled": false})"));

TEST(Server, GetsAReferenceAsItIsThatItsOwnEnvSetsAndNothingElseDoes) {
  const ReadJson read(with_server(R"({"command": "c", "args": ["--header", "Authorization:${AUTH}"],
    "env": {"AUTH": "Bearer abc"}})"));
  ASSERT_TRUE(read.reading.config) << read.findings;
  const auto& options = read.reading.config->toolboxes.at(0).servers.at(0).options;
  EXPECT_EQ(options.text_list("args"), (Options::TextList{"--header", "Authorization:${AUTH}"}));
  EXPECT_NE(read.findings.find("variable AUTH is not set, and the entry sets it for its server, which gets ${AUTH} as "
                               "it is; write $${AUTH} to say so"),
            std::string::npos)
      << read.findings;
  EXPECT_TRUE(ReadJson(with_server(R"({"command": "c", "env": {"AUTH": "${AUTH}"}})")).server().unusable);
  const ReadJson twice(with_server(R"({"command": "c", "args": ["$${AUTH}${AUTH}"], "env": {"AUTH": "abc"}})"));
  ASSERT_TRUE(twice.reading.config) << twice.findings;
  EXPECT_EQ(twice.reading.config->toolboxes.at(0).servers.at(0).options.text_list("args"),
            Options::TextList{"${AUTH}${AUTH}"});
}

TEST(Server, ToolFiltersAreChecked) {
  const ReadJson read(with_server(R"({"command": "c", "toolFilters": ["*", "!delete_*", "${WHICH}"]})"),
                      {{"WHICH", "read_*"}});
  ASSERT_EQ(read.findings, "");
  EXPECT_EQ(read.server().tool_filters, (std::vector<std::string>{"*", "!delete_*", "read_*"}));
  EXPECT_EQ(
      findings_of(R"({"command": "c", "toolFilters": ["!", "!bad:x", 1]})"),
      "config.json:3:39: $.toolboxes.t.mcpServers.s.toolFilters[0]: is empty; name a tool, or write \"*\" for all "
      "of them\n"
      "config.json:3:44: $.toolboxes.t.mcpServers.s.toolFilters[1]: is not a valid tool filter: no such filter as "
      "\"bad:x\"\n"
      "config.json:3:54: $.toolboxes.t.mcpServers.s.toolFilters[2]: must be a string, not an integer; put it in "
      "quotes\n");
  EXPECT_EQ(
      findings_of(R"({"command": "c", "toolFilters": "*"})"),
      "config.json:3:23: $.toolboxes.t.mcpServers.s.toolFilters: must be an array of strings, not a string; write "
      "[\"...\"], one string for each filter\n");
}

TEST(Server, NeverShowsTheValueOfAVariableInAToolFilter) {
  EXPECT_EQ(ReadJson(with_server(R"({"command": "c", "toolFilters": ["${F}"]})"), {{"F", "bad secret"}}).findings,
            "config.json:3:39: $.toolboxes.t.mcpServers.s.toolFilters[0]: is not a valid tool filter after its "
            "variables are replaced; correct their values\n");
}

TEST(Server, AnEmptyListOfToolFiltersAdmitsNothingAndNoneAdmitsAll) {
  const ReadJson read(with_server(R"({"command": "c", "toolFilters": []})"));
  EXPECT_EQ(read.findings, "");
  EXPECT_EQ(read.server().tool_filters, std::vector<std::string>{});
}

TEST(Server, ToolFiltersThatOnlyExcludeCauseANote) {
  const ReadJson read(with_server(R"({"command": "c", "toolFilters": ["!a", "!b"]})"));
  EXPECT_EQ(read.findings,
            "note: config.json:3:23: $.toolboxes.t.mcpServers.s.toolFilters: admits no tool, because every entry "
            "excludes; add \"*\" to admit all others\n");
  EXPECT_TRUE(read.reading.config);
}

TEST(Server, AnIdleTimeOfZeroMeansThatItIsNotStopped) {
  const ReadJson read(with_server(R"({"command": "c", "idleStopMs": 0})"));
  ASSERT_EQ(read.findings, "");
  EXPECT_EQ(read.server().idle_time_limit, std::chrono::milliseconds(0));
  EXPECT_EQ(findings_of(R"({"command": "c", "idleStopMs": -1})"),
            "config.json:3:23: $.toolboxes.t.mcpServers.s.idleStopMs: must be from 0 to 86400000 milliseconds, not "
            "-1; change it, or remove it for the default\n");
}

TEST(Server, TimeLimitsAreMilliseconds) {
  const ReadJson read(with_server(R"({"command": "c", "startTimeoutMs": 1, "callTimeoutMs": 86400000})"));
  ASSERT_EQ(read.findings, "");
  EXPECT_EQ(read.server().start_time_limit, std::chrono::milliseconds(1));
  EXPECT_EQ(read.server().call_time_limit, std::chrono::hours(24));
  EXPECT_EQ(findings_of(R"({"command": "c", "startTimeoutMs": 0, "callTimeoutMs": 1.5})"),
            "config.json:3:23: $.toolboxes.t.mcpServers.s.startTimeoutMs: must be from 1 to 86400000 milliseconds, not "
            "0; change it, or remove it for the default\n"
            "config.json:3:44: $.toolboxes.t.mcpServers.s.callTimeoutMs: must be an integer, not a number with a "
            "fraction or an exponent; write digits, without quotes, fraction or exponent\n");
}

}  // namespace
}  // namespace workbench::config
