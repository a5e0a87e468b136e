#include "config_fixture.hpp"

namespace workbench::config {
namespace {

std::string with_host(std::string_view key, std::string_view host) {
  return "{\"hosts\": {\n\"" + std::string(key) + "\": " + std::string(host) + "}, \"toolboxes\": {\"t\": {" +
         R"("description": "d", "mcpServers": {}}}})";
}

TEST(PresentationKeys, OfAToolboxAreRead) {
  const ReadJson read(R"({"autoOpen": true, "toolboxes": {
    "a": {"description": "d", "maxTokens": 1500, "detail": "brief", "mcpServers": {}},
    "b": {"description": "d", "autoOpen": false, "mcpServers": {}}}})");
  ASSERT_EQ(read.findings, "");
  const auto& toolboxes = read.reading.config.value().toolboxes;
  EXPECT_EQ(toolboxes[0].max_tokens, 1500U);
  EXPECT_EQ(toolboxes[0].detail, ToolDetail::brief);
  EXPECT_EQ(toolboxes[0].auto_open, true) << "as the file says for all";
  EXPECT_FALSE(toolboxes[1].max_tokens.has_value());
  EXPECT_EQ(toolboxes[1].detail, ToolDetail::full);
  EXPECT_EQ(toolboxes[1].auto_open, false);
}

TEST(PresentationKeys, OfAToolLimitItsResultsInPlaceOfThoseOfItsServer) {
  const ReadJson read(R"({"toolboxes": {"t": {"description": "d", "mcpServers": {
"a": {"command": "x", "maxResultTokens": 4000,
"tools": {"own": {"name": "shown", "maxResultTokens": 200}, "other": {"title": "T"}}}}}}})");
  ASSERT_EQ(read.findings, "");
  const ServerEntry& server = read.reading.config.value().toolboxes.at(0).servers.at(0);
  EXPECT_EQ(server.max_result_tokens_of("shown"), 200U);
  EXPECT_EQ(server.max_result_tokens_of("other"), 4000U);
  EXPECT_EQ(server.max_result_tokens_of("any"), 4000U);
}

TEST(PresentationKeys, OfAServerLimitWhatItsToolsReturn) {
  const auto server = [](const std::string& limit) {
    return R"({"toolboxes": {"t": {"description": "d", "mcpServers": {
"a": {"command": "x", "maxResultTokens": )" +
           limit + "}}}}}";
  };
  const ReadJson read(server("4000"));
  ASSERT_EQ(read.findings, "");
  EXPECT_EQ(read.reading.config.value().toolboxes.at(0).servers.at(0).max_result_tokens, 4000U);
  EXPECT_EQ(ReadJson(server("99")).findings,
            "config.json:2:23: $.toolboxes.t.mcpServers.a.maxResultTokens: is out of range; choose from 100 to "
            "1000000\n");
}

TEST(PresentationKeys, OfAHostAreRead) {
  const ReadJson read(with_host(
      "my-agent",
      R"({"maxResultBytes": 16000, "resultMeasure": "escaped", "maxTokens": 100, "detail": "names", "instructionsBytes": 0,
      "toolPrefix": "mcp__", "maxToolName": 60, "listChanged": false, "oneShot": true, "anthropicMeta": true,
      "defersTools": true, "codeMode": false})"));
  ASSERT_EQ(read.findings, "");
  const HostEntry& host = read.reading.config.value().hosts.at(0);
  EXPECT_EQ(host.name, "my-agent");
  EXPECT_EQ(host.version, "*");
  EXPECT_EQ(host.result_bytes, 16000U);
  EXPECT_EQ(host.result_measure, ResultMeasure::escaped);
  EXPECT_EQ(host.max_tokens, 100U);
  EXPECT_EQ(host.detail, ToolDetail::names);
  EXPECT_EQ(host.instructions_bytes, 0U);
  EXPECT_EQ(host.tool_prefix, "mcp__");
  EXPECT_EQ(host.max_tool_name, 60U);
  EXPECT_EQ(host.handles_list_changed, false);
  EXPECT_EQ(host.is_one_shot, true);
  EXPECT_EQ(host.reads_anthropic_meta, true);
  EXPECT_EQ(host.defers_tools, true);
  EXPECT_EQ(host.has_code_mode, false);
}

TEST(PresentationKeys, OfAHostThatMeasuresOtherwiseAreRefused) {
  EXPECT_EQ(ReadJson(with_host("x", R"({"resultMeasure": "words"})")).findings,
            "config.json:2:7: $.hosts.x.resultMeasure: unknown measure \"words\"; use \"bytes\", \"characters\", "
            "\"escaped\" or \"escapedBytes\"\n");
}

TEST(PresentationKeys, AHostMayBeNamedWithAVersionEvenIfItsNameHasAScope) {
  const ReadJson read(with_host("@cline/core@3.*", "{}"));
  EXPECT_EQ(read.reading.config.value().hosts.at(0).name, "@cline/core");
  EXPECT_EQ(read.reading.config.value().hosts.at(0).version, "3.*");
  const ReadJson scoped(with_host("@cline/core", "{}"));
  EXPECT_EQ(scoped.reading.config.value().hosts.at(0).name, "@cline/core");
  EXPECT_EQ(scoped.reading.config.value().hosts.at(0).version, "*");
}

TEST(PresentationKeys, BadValuesAreReportedWithTheirPlace) {
  EXPECT_EQ(ReadJson(with_host("x", R"({"maxResultBytes": 10})")).findings,
            "config.json:2:7: $.hosts.x.maxResultBytes: is out of range; choose from 1000 to 1000000000\n");
  EXPECT_EQ(ReadJson(with_host("x", R"({"detail": "short"})")).findings,
            "config.json:2:7: $.hosts.x.detail: unknown detail \"short\"; use \"full\", \"brief\" or \"names\", or "
            "remove the key for \"full\"\n");
  EXPECT_EQ(ReadJson(with_host("x", R"({"detail": "${V}"})"), {{"V", "secret"}}).findings,
            "config.json:2:7: $.hosts.x.detail: unknown detail \"${V}\"; use \"full\", \"brief\" or \"names\", or "
            "remove the key for \"full\"\n");
  EXPECT_EQ(ReadJson(with_host("x", R"({"oneshot": true})")).findings,
            "config.json:2:7: $.hosts.x.oneshot: unknown key; did you mean \"oneShot\"?\n");
  EXPECT_EQ(ReadJson(with_host("x@", "{}")).findings,
            "config.json:2:1: $.hosts[\"x@\"]: names no host; write its clientInfo.name, followed by @VERSION to match "
            "only some versions\n");
  EXPECT_EQ(ReadJson(with_host("x", "8000")).findings,
            "config.json:2:1: $.hosts.x: must be an object, not an integer; write {\"maxResultBytes\": 8000}\n");
}

}  // namespace
}  // namespace workbench::config
