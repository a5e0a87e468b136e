#include "config/settings/read_settings.hpp"

#include <gmock/gmock.h>

#include <workbench/listener.hpp>
#include <workbench/meta_tool.hpp>

#include "config/settings/setting_descriptions.hpp"
#include "config/settings/setting_table.hpp"
#include "config/settings/settings_change.hpp"
#include "config_fixture.hpp"

namespace workbench::config {
namespace {

using CommandLine = std::map<std::string, std::string>;

/// Reads `properties` as the file w.properties of a folder, with the other layers above it.
struct ReadProperties {
  explicit ReadProperties(std::string_view properties, const Variables& variables = {},
                          const CommandLine& command_line = {})
      : reading(
            read_settings(folder.write("w.properties", properties), command_line, environment_of(variables), "/pre")),
        settings(reading.settings),
        findings(shown(reading.findings, folder)) {}

  Folder folder;
  SettingsReading reading;
  const Settings& settings;
  std::string findings;
};

TEST(Settings, HaveDefaultsWithoutAnyLayer) {
  const auto reading = read_settings({}, {}, environment_of({}), "/usr/local");
  EXPECT_TRUE(reading.findings.empty());
  const Settings& settings = reading.settings;
  EXPECT_EQ(settings.toolboxes_file, "./workbench-config.json");
  EXPECT_FALSE(settings.names_toolboxes_file);
  EXPECT_TRUE(settings.checks_plugin_files);
  EXPECT_EQ(settings.plugin_path, std::vector<std::filesystem::path>{"/usr/local/lib/mcp-workbench/plugins"});
  EXPECT_EQ(settings.plugins,
            (std::vector<std::string>{"stdio-transport", "http-listener", "http-transport", "local-listener", "filters",
                                      "meta-tools", "call-log", "metrics", "lock", "scan", "approvals", "traces"}));
  EXPECT_EQ(settings.of<CatalogReview>().names, std::vector<std::string>{"lock"});
  EXPECT_TRUE(settings.of<CatalogReview>().has_default_names);
  EXPECT_EQ(settings.of<Listener>().names, std::vector<std::string>{"stdio"});
  EXPECT_TRUE(settings.of<MetaTool>().names.empty());
  EXPECT_TRUE(settings.of<Listener>().options.empty());
  EXPECT_EQ(settings.log_level, LogLevel::information);
  EXPECT_EQ(settings.limits.message_bytes, 64U * 1024 * 1024);
  EXPECT_EQ(settings.limits.shutdown, std::chrono::milliseconds(1500));
}

TEST(Settings, KnowThatAListIsNotTheDefaultEvenIfItSaysTheSame) {
  EXPECT_FALSE(ReadProperties("catalogReviews = lock").settings.of<CatalogReview>().has_default_names);
  EXPECT_FALSE(ReadProperties("catalogReviews =").settings.of<CatalogReview>().has_default_names);
}

TEST(Settings, HaveAddedPluginsAfterTheOthersWhicheverLayerNamesThem) {
  using Names = std::vector<std::string>;
  const Names defaults = ReadProperties("").settings.all_plugins();
  Names with_mine = defaults;
  with_mine.push_back("mine");
  EXPECT_EQ(ReadProperties("plugins.add = mine").settings.all_plugins(), with_mine);
  EXPECT_EQ(ReadProperties("", {}, {{"plugins.add", "mine, filters"}}).settings.all_plugins(), with_mine)
      << "one that is loaded already is loaded once";
  EXPECT_EQ(ReadProperties("plugins.add =").settings.all_plugins(), defaults);
  const ReadProperties both("plugins.load = filters\nplugins.add = ./mine.so", {}, {{"plugins.add", "yours"}});
  EXPECT_EQ(both.settings.all_plugins(), (Names{"filters", "yours"})) << "the upper layer's list counts";
  const ReadProperties file("plugins.load = filters\nplugins.add = ./mine.so");
  EXPECT_EQ(file.settings.all_plugins(), (Names{"filters", (file.folder.path() / "./mine.so").string()}));
}

TEST(Settings, HaveTheListenerOfHttpWhereAListOfPluginsHasItsTransportAlone) {
  using Names = std::vector<std::string>;
  const auto plugins = [](const std::string& list) {
    return ReadProperties("plugins.load = " + list).settings.plugins;
  };
  EXPECT_EQ(plugins("filters, http-transport"), (Names{"filters", "http-listener", "http-transport"}));
  EXPECT_EQ(plugins("/opt/http-transport.so"), (Names{"/opt/http-listener.so", "/opt/http-transport.so"}));
  EXPECT_EQ(plugins("http-transport, /opt/http-listener.so"), (Names{"http-transport", "/opt/http-listener.so"}));
  EXPECT_EQ(plugins("http-listener"), Names{"http-listener"});
}

TEST(Settings, EachLayerOverridesTheOneBefore) {
  const auto level = [](const ReadProperties& read) { return read.settings.log_level; };
  const Variables environment = {{"WORKBENCH_LOG_LEVEL", "debug"}};
  EXPECT_EQ(level(ReadProperties("")), LogLevel::information);
  EXPECT_EQ(level(ReadProperties("log.level = warn")), LogLevel::warning);
  EXPECT_EQ(level(ReadProperties("log.level = warn", environment)), LogLevel::debug);
  EXPECT_EQ(level(ReadProperties("log.level = warn", environment, {{"log.level", "trace"}})), LogLevel::trace);
}

TEST(Settings, CanBeSetInTheFile) {
  const ReadProperties read(
      "workbench.toolboxes = /etc/boxes.json\n"
      "plugins.path = /a:/b\n"
      "plugins.load = stdio-transport, /opt/mine.so\n"
      "listeners = stdio, http\n"
      "listener.http.port = 8080\n"
      "metaTools = use_tool, open_toolbox\n"
      "log.level = Error\n"
      "limits.messageBytes = 1 MiB\n"
      "limits.messageDepth = 100\n"
      "limits.serverBacklogBytes = 100000\n"
      "limits.clientBacklogBytes = 128 KiB\n"
      "limits.callsInFlight = 7\n"
      "limits.toolsPerServer = 8\n"
      "limits.pagesPerList = 9\n"
      "limits.serverStart = 2s\n"
      "limits.openPatience = 0\n"
      "limits.call = 5m\n"
      "limits.shutdown = 250\n");
  EXPECT_EQ(read.findings, "");
  const Settings& settings = read.settings;
  EXPECT_EQ(settings.toolboxes_file, "/etc/boxes.json");
  EXPECT_EQ(settings.plugin_path, (std::vector<std::filesystem::path>{"/a", "/b"}));
  EXPECT_EQ(settings.plugins, (std::vector<std::string>{"stdio-transport", "/opt/mine.so"}));
  EXPECT_EQ(settings.of<Listener>().names, (std::vector<std::string>{"stdio", "http"}));
  EXPECT_EQ(settings.of<Listener>().options.at("http").at("port").text, "8080");
  EXPECT_EQ(settings.of<MetaTool>().names, (std::vector<std::string>{"use_tool", "open_toolbox"}));
  EXPECT_EQ(settings.log_level, LogLevel::error);
  EXPECT_EQ(settings.limits.message_bytes, 1'048'576U);
  EXPECT_EQ(settings.limits.message_depth, 100U);
  EXPECT_EQ(settings.limits.server_backlog_bytes, 100'000U);
  EXPECT_EQ(settings.limits.client_backlog_bytes, 131'072U);
  EXPECT_EQ(settings.limits.calls_in_flight, 7U);
  EXPECT_EQ(settings.limits.tools_per_server, 8U);
  EXPECT_EQ(settings.limits.pages_per_list, 9U);
  EXPECT_EQ(settings.limits.server_start, std::chrono::seconds(2));
  EXPECT_EQ(settings.limits.open_patience, std::chrono::milliseconds(0));
  EXPECT_EQ(settings.limits.call, std::chrono::minutes(5));
  EXPECT_EQ(settings.limits.shutdown, std::chrono::milliseconds(250));
}

TEST(Settings, OfTheEnvironmentArePathsAndTheLogLevel) {
  const Variables environment = {
      {"WORKBENCH_CONFIG", "env.json"}, {"WORKBENCH_PLUGIN_PATH", "/x:y"}, {"WORKBENCH_LOG_LEVEL", "info"}};
  const auto reading = read_settings({}, {}, environment_of(environment), "/pre");
  EXPECT_EQ(reading.settings.toolboxes_file, "env.json");
  EXPECT_EQ(reading.settings.plugin_path, (std::vector<std::filesystem::path>{"/x", "y"}));
  EXPECT_EQ(reading.settings.log_level, LogLevel::information);
}

TEST(Settings, KnowThatAToolboxesFileIsNamedWhicheverLayerNamesIt) {
  const std::string same_as_default = "./workbench-config.json";
  EXPECT_TRUE(ReadProperties("workbench.toolboxes = " + same_as_default).settings.names_toolboxes_file);
  EXPECT_TRUE(ReadProperties("", {{"WORKBENCH_CONFIG", same_as_default}}).settings.names_toolboxes_file);
  EXPECT_TRUE(ReadProperties("", {}, {{"workbench.toolboxes", same_as_default}}).settings.names_toolboxes_file);
  EXPECT_FALSE(ReadProperties("", {{"WORKBENCH_CONFIG", ""}}).settings.names_toolboxes_file);
}

TEST(Settings, AnEmptyVariableCountsAsNotSet) {
  EXPECT_EQ(ReadProperties("log.level = debug", {{"WORKBENCH_LOG_LEVEL", ""}}).settings.log_level, LogLevel::debug);
}

TEST(Settings, RelativePathsAreRelativeToTheFileThatNamesThem) {
  const ReadProperties read(
      "workbench.toolboxes = boxes.json\nplugins.path = more:/abs\nplugins.load = ./mine.so, filters");
  const auto& folder = read.folder.path();
  EXPECT_EQ(read.settings.toolboxes_file, folder / "boxes.json");
  EXPECT_EQ(read.settings.plugin_path, (std::vector<std::filesystem::path>{folder / "more", "/abs"}));
  EXPECT_EQ(read.settings.plugins, (std::vector<std::string>{(folder / "./mine.so").string(), "filters"}));
  const ReadProperties above("workbench.toolboxes = boxes.json", {}, {{"workbench.toolboxes", "cli.json"}});
  EXPECT_EQ(above.settings.toolboxes_file, "cli.json");
}

TEST(Settings, UnknownOnesAreErrorsWithTheClosestOne) {
  const ReadProperties read("# a comment\n\nlog.levle = debug\nlistners = stdio\nnonsense = 1\n", {},
                            {{"limits.cal", "1s"}, {"", "x"}});
  EXPECT_EQ(read.findings.substr(0, read.findings.find("known here")),
            "w.properties:3: log.levle: unknown setting; did you mean \"log.level\"?\n"
            "w.properties:4: listners: unknown setting; did you mean \"listeners\"?\n"
            "w.properties:5: nonsense: unknown setting; ");
  EXPECT_NE(read.findings.find("-D limits.cal: unknown setting; did you mean \"limits.call\"?\n"), std::string::npos);
  EXPECT_NE(read.findings.find("-D : unknown setting; known here: \"workbench.toolboxes\", "), std::string::npos);
}

TEST(Settings, AFindingIsOneLineWhateverTheKey) {
  const ReadProperties read("log\x1f.level = debug\n", {}, {{"log.level\nx", "1"}});
  EXPECT_TRUE(read.findings.starts_with("w.properties:1: \"log\\u001f.level\": unknown setting; ")) << read.findings;
  EXPECT_NE(read.findings.find("\n-D \"log.level\\nx\": unknown setting; "), std::string::npos) << read.findings;
}

TEST(Settings, ASecretThatIsTooShortIsNotShownWhateverSetsIt) {
  const std::string problem = ": the value is too short for a secret; use at least 32 random characters\n";
  EXPECT_EQ(ReadProperties("requestState.key = hunter2").findings, "w.properties:1: requestState.key" + problem);
  EXPECT_EQ(ReadProperties("requestState.key = ${KEY}", {{"KEY", "hunter2"}}).findings,
            "w.properties:1: requestState.key" + problem);
  EXPECT_EQ(ReadProperties("", {{"WORKBENCH_REQUEST_STATE_KEY", "hunter2"}}).findings,
            "WORKBENCH_REQUEST_STATE_KEY" + problem);
  EXPECT_EQ(ReadProperties("", {}, {{"requestState.key", "hunter2"}}).findings, "-D requestState.key" + problem);
}

TEST(Settings, ALineWithoutAnEqualsSignShowsItsFirstWordOnly) {
  EXPECT_EQ(ReadProperties("requestState.key hunter2\nrequestState.key\thunter2").findings,
            "w.properties:1: requestState.key: a line without \"=\"; write KEY = VALUE, or put # before a comment\n"
            "w.properties:2: requestState.key: a line without \"=\"; write KEY = VALUE, or put # before a comment\n");
}

TEST(Settings, BadValuesAreReportedWithTheAllowedOnes) {
  EXPECT_EQ(
      ReadProperties("log.level = loud\nlimits.messageBytes = 1 KiB\nlimits.messageDepth = 16385\n"
                     "limits.serverBacklogBytes = lots\nlimits.callsInFlight = 0\nlimits.pagesPerList = many\n"
                     "limits.call = 25h\nlimits.shutdown = soon\nmetaTools = a,,b\nlisteners = \n"
                     "plugins.load = a, b, a\nworkbench.toolboxes =\nplugins.path =\n")
          .findings,
      "w.properties:1: log.level: \"loud\" is not a log level; choose error, warning, information, debug or trace\n"
      "w.properties:2: limits.messageBytes: \"1 KiB\" is out of range; choose from 64 KiB to 2 GiB\n"
      "w.properties:3: limits.messageDepth: \"16385\" is out of range; choose from 16 to 16384\n"
      "w.properties:4: limits.serverBacklogBytes: \"lots\" is not a number of bytes; write for example 1048576, 512 "
      "KiB or 64 MB\n"
      "w.properties:5: limits.callsInFlight: \"0\" is out of range; choose from 1 to 1000000\n"
      "w.properties:6: limits.pagesPerList: \"many\" is not a whole number; write digits only\n"
      "w.properties:7: limits.call: \"25h\" is out of range; choose from 100 ms to 24 h\n"
      "w.properties:8: limits.shutdown: \"soon\" is not a duration; write for example 500 (milliseconds), 500ms, 2s, "
      "1m or 1h\n"
      "w.properties:9: metaTools: \"a,,b\" contains an empty element; remove the \",\", or add what is missing\n"
      "w.properties:10: listeners: \"\" is empty; name at least one, or remove the setting\n"
      "w.properties:11: plugins.load: \"a, b, a\" contains an element twice; remove one\n"
      "w.properties:12: workbench.toolboxes: \"\" is empty; name a file, or remove the setting\n"
      "w.properties:13: plugins.path: \"\" is empty; name at least one, or remove the setting\n");
}

TEST(Settings, AFindingNamesTheLayerThatWon) {
  EXPECT_EQ(ReadProperties("log.level = warn", {{"WORKBENCH_LOG_LEVEL", "loud"}}).findings,
            "WORKBENCH_LOG_LEVEL: \"loud\" is not a log level; choose error, warning, information, debug or trace\n");
  EXPECT_EQ(ReadProperties("log.level = warn", {}, {{"log.level", "loud"}}).findings,
            "-D log.level: \"loud\" is not a log level; choose error, warning, information, debug or trace\n");
  EXPECT_EQ(ReadProperties("log.level = loud", {}, {{"log.level", "debug"}}).findings, "");
}

TEST(Settings, ACommentAfterAValueIsExplained) {
  EXPECT_EQ(
      ReadProperties("log.level = debug # all of it").findings,
      "w.properties:1: log.level: \"debug # all of it\" is not a log level; choose error, warning, information, debug "
      "or trace (# begins a comment only at the beginning of a line)\n");
}

TEST(Settings, LinesThatSetNothingAreErrors) {
  EXPECT_EQ(ReadProperties("log.level = debug\n= x\n  : y\nlog.level\n").findings,
            "w.properties:2: a value without a key; write KEY = VALUE, or put # before a comment\n"
            "w.properties:3: a value without a key; write KEY = VALUE, or put # before a comment\n"
            "w.properties:4: log.level: a line without \"=\"; write KEY = VALUE, or put # before a comment\n");
}

TEST(Settings, ThatAreSetTwiceAreErrors) {
  const ReadProperties read("log.level = debug\nlimits.call = nonsense\nlog.level = loud\n  log.level=trace\n");
  EXPECT_EQ(read.settings.log_level, LogLevel::information);
  EXPECT_EQ(read.findings,
            "w.properties:2: limits.call: \"nonsense\" is not a duration; write for example 500 (milliseconds), 500ms, "
            "2s, 1m "
            "or 1h\n"
            "w.properties:3: log.level: set twice (first in line 1); remove one\n"
            "w.properties:4: log.level: set twice (first in line 1); remove one\n");
}

TEST(Settings, LinesAreCountedAcrossContinuedOnes) {
  const ReadProperties read("metaTools = a, \\\r\n  b\r\n! comment\r\nnonsense = 1\\\n\n\nlog.level : warn\nbad = 2");
  EXPECT_EQ(read.settings.of<MetaTool>().names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(read.settings.log_level, LogLevel::warning);
  EXPECT_EQ(read.findings.rfind("w.properties:4: nonsense: unknown setting; ", 0), 0U) << read.findings;
  EXPECT_NE(read.findings.find("w.properties:8: bad: unknown setting; "), std::string::npos) << read.findings;
}

TEST(Settings, VariablesAreReplacedInTheFileOnly) {
  const Variables environment = {{"HERE", "/h"}, {"LEVEL", "secret"}};
  EXPECT_EQ(ReadProperties("workbench.toolboxes = ${HERE}/${NONE:-b}.json", environment).settings.toolboxes_file,
            "/h/b.json");
  EXPECT_EQ(ReadProperties("", environment, {{"workbench.toolboxes", "/${HERE}"}}).settings.toolboxes_file, "/${HERE}");
  EXPECT_EQ(
      ReadProperties("log.level = ${NONE}\nlimits.call = ${LEVEL}", environment).findings,
      "w.properties:1: log.level: variable NONE is not set; set it, give a default: ${NONE:-...}, or write "
      "$${NONE} for the characters ${NONE}\n"
      "w.properties:2: limits.call: \"${LEVEL}\" is not a duration; write for example 500 (milliseconds), 500ms, 2s, "
      "1m or 1h\n");
}

TEST(Settings, OptionsOfListenersArePassedOnUnchanged) {
  const ReadProperties read("listeners = http\nlistener.http.tls.key = a b\nlistener.stdio.x = 1\nlistener.http = 2\n",
                            {}, {{"listener.http.port", "80"}});
  std::map<std::string, std::string> texts;
  for (const auto& [name, option] : read.settings.of<Listener>().options.at("http")) texts[name] = option.text;
  EXPECT_EQ(texts, (std::map<std::string, std::string>{{"port", "80"}, {"tls.key", "a b"}}));
  EXPECT_EQ(read.findings,
            "note: w.properties:3: listener.stdio.x: has no effect; add \"stdio\" to listeners, or remove it\n"
            "w.properties:4: listener.http: names no option of a listener; write listener.NAME.OPTION\n");
}

TEST(Settings, AFileThatCannotBeReadIsAnError) {
  const Folder folder;
  const auto reading = read_settings(folder.path() / "none.properties", {}, environment_of({}), "/pre");
  EXPECT_EQ(shown(reading.findings, folder),
            "none.properties: does not exist; name a readable properties file, or none\n");
}

TEST(Settings, AcceptAByteOrderMark) {
  const ReadProperties read("\xEF\xBB\xBFlog.level = debug");
  EXPECT_EQ(read.findings, "");
  EXPECT_EQ(read.settings.log_level, LogLevel::debug);
}

TEST(Settings, AreAllDescribed) {
  for (const SettingDescription& setting : setting_descriptions()) {
    EXPECT_FALSE(setting.type.empty()) << setting.key;
    EXPECT_EQ(setting.description.back(), '.') << setting.key;
  }
}

TEST(Settings, AreAllAcceptedWithTheDefaultThatIsShown) {
  for (const SettingDescription& setting : setting_descriptions()) {
    if (setting.key.ends_with(".NAME.OPTION")) continue;
    const std::string line = setting.key + " = " + setting.default_value + "\n";
    EXPECT_EQ(ReadProperties(line).findings, "") << line;
  }
}

/// A text for a setting that is not its default.
std::string another_value(const SettingDescription& setting) {
  if (setting.type == "true or false") return setting.default_value == "true" ? "false" : "true";
  if (setting.type == "bytes") return "65537";
  if (setting.type == "number") return "17";
  if (setting.type == "milliseconds") return "101";
  if (setting.type == "level") return "trace";
  if (setting.type == "off or desktop") return "desktop";
  return "/another/text/that/is/long/enough/for/a/secret";
}

TEST(Settings, EachHasEffectAtOnceOrIsNamedAsWaitingForARestart) {
  const Settings running = ReadProperties("").settings;
  for (const Setting& setting : setting_table()) {
    const std::string& key = setting.description.key;
    const Settings read = ReadProperties("", {}, {{key, another_value(setting.description)}}).settings;
    ASSERT_FALSE(setting.is_same(running, read)) << key;

    const SettingsChange change = change_while_running(running, read);

    const std::vector<std::string> only{key};
    const bool is_live = setting.description.has_effect_at_once;
    EXPECT_EQ(change.applied, is_live ? only : std::vector<std::string>()) << key;
    EXPECT_EQ(change.waiting, is_live ? std::vector<std::string>() : only) << key;
    EXPECT_TRUE(setting.is_same(change.settings, is_live ? read : running)) << key;
  }
}

TEST(Settings, OfPluginsWaitForARestart) {
  const Settings running = ReadProperties("").settings;
  const Settings read =
      ReadProperties("listener.stdio.x = 1\nmetaTool.use_tool.x = 1\nmiddleware.call-log.x = 1\n").settings;

  EXPECT_THAT(change_while_running(running, read).waiting,
              testing::ElementsAre("listener.*", "metaTool.*", "middleware.*"));
}

}  // namespace
}  // namespace workbench::config
