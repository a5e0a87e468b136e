// Whose trouble an error is: one entry's, so that everything else is used, or the file's.

#include "config/toolboxes_file/entry_troubles.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <ostream>
#include <string>

#include "config/toolboxes_file/for_client.hpp"
#include "config_fixture.hpp"

namespace workbench::config {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

bool has_finding(const ConfigReading& reading, Finding::Severity severity) {
  return std::any_of(reading.findings.begin(), reading.findings.end(),
                     [&](const Finding& finding) { return finding.severity == severity; });
}

// --- the trouble of one server ---------------------------------------------------------------------------------------

struct EntryWithAnError {
  const char* entry;
  const char* reason;  ///< behind "its entry cannot be used: "

  friend std::ostream& operator<<(std::ostream& out, const EntryWithAnError& one) { return out << one.entry; }
};

class AnErrorInAnEntry : public testing::TestWithParam<EntryWithAnError> {
 protected:
  static std::string file() {
    return R"({"toolboxes": {"t": {"description": "d", "mcpServers": {"s": )" + std::string(GetParam().entry) +
           R"(, "good": {"command": "g"}}}, "u": {"description": "d", "mcpServers": {"s": {"command": "u"}}}}})";
  }
};

TEST_P(AnErrorInAnEntry, LeavesItsServerOutOfUseWithTheReasonAndNoOther) {
  const ReadJson read(file());
  ASSERT_TRUE(read.reading.config) << read.findings;
  const auto& toolboxes = read.reading.config->toolboxes;
  EXPECT_THAT(toolboxes.at(0).servers.at(0).unusable.value_or(""),
              StartsWith(std::string("its entry cannot be used: ") + GetParam().reason));
  EXPECT_EQ(toolboxes.at(0).servers.at(1).options.text("command"), "g");
  EXPECT_FALSE(toolboxes.at(0).servers.at(1).unusable);
  EXPECT_FALSE(toolboxes.at(1).servers.at(0).unusable);
}

TEST_P(AnErrorInAnEntry, IsReportedWithItsPlaceAndIsNoErrorOfTheFile) {
  const ReadJson read(file());
  EXPECT_THAT(read.findings, HasSubstr("config.json:1:"));
  EXPECT_THAT(read.findings, HasSubstr("$.toolboxes.t.mcpServers.s"));
  EXPECT_TRUE(has_finding(read.reading, Finding::Severity::entry_error));
  EXPECT_FALSE(has_finding(read.reading, Finding::Severity::error));
}

// What is missing on this machine.
INSTANTIATE_TEST_SUITE_P(
    Missing, AnErrorInAnEntry,
    testing::Values(
        EntryWithAnError{R"({"command": "${NOT_SET}"})", "command: variable NOT_SET is not set"},
        EntryWithAnError{R"({"command": "c", "args": ["a", "${env:NOT_SET}"]})",
                         "args[1]: variable NOT_SET is not set"},
        EntryWithAnError{R"({"command": "c", "env": {"A": "Bearer ${NOT_SET}"}})",
                         "env.A: variable NOT_SET is not set"},
        EntryWithAnError{R"({"command": "c", "env": {"A": "${A}"}})", "env.A: variable A is not set"},
        EntryWithAnError{R"({"command": "c", "toolFilters": ["${NOT_SET}"]})", "toolFilters[0]: variable NOT_SET"},
        EntryWithAnError{R"({"command": "c", "type": "${NOT_SET}"})", "type: variable NOT_SET is not set"},
        EntryWithAnError{R"({"command": "c", "tools": {"x": {"arguments": {"a": {"default": "${NOT_SET}"}}}}})",
                         "tools.x.arguments.a.default: variable NOT_SET is not set"},
        EntryWithAnError{R"({"command": "c", "args": ["${input:none}"]})", "args[0]: ${input:none}: there is no such"},
        EntryWithAnError{R"({"command": "c", "env": {"A": "${file:/no/such/file}"}})", "env.A: ${file:/no/such/file}"},
        EntryWithAnError{R"({"command": "c", "env": {"A": "${keyring:none-of-this-name}"}})",
                         "env.A: ${keyring:none-of-this-name}: the kernel's keyring has no such key"},
        EntryWithAnError{R"({"command": "c", "envFile": "/no/such/file"})", "envFile: /no/such/file does not exist"},
        EntryWithAnError{R"({"command": "${X}", "envFile": "${NOT_SET}/.env"})", "envFile: variable NOT_SET"},
        EntryWithAnError{R"({"type": "grpc", "address": "x"})", "type: unknown transport \"grpc\""},
        EntryWithAnError{R"({"url": "https://x.example/mcp"})", "url: no loaded plugin provides a transport"},
        EntryWithAnError{R"({"command": "c", "toolFilters": ["bad:("]})", "toolFilters[0]: is not a valid tool filter"},
        EntryWithAnError{R"({"command": "c", "sandboxEnabled": 1})", "sandboxEnabled: must be true or false"}));

// What is written wrong.
INSTANTIATE_TEST_SUITE_P(
    WrittenWrong, AnErrorInAnEntry,
    testing::Values(EntryWithAnError{R"("npx -y package")", "must be an object, not a string"},
                    EntryWithAnError{R"(null)", "must be an object, not null"},
                    EntryWithAnError{R"({})", "\"command\" is missing"},
                    EntryWithAnError{R"({"comand": "c"})", "comand: unknown key; did you mean \"command\"?"},
                    EntryWithAnError{R"({"command": 5})", "command: must be a string, not an integer"},
                    EntryWithAnError{R"({"command": "c", "args": "a b"})", "args: must be an array of strings"},
                    EntryWithAnError{R"({"command": "c", "env": {"PORT": 80}})", "env.PORT: must be a string"},
                    EntryWithAnError{R"({"command": "c", "cwd": "${UNCLOSED"})", "cwd: ${ without a closing }"},
                    EntryWithAnError{R"({"command": "c", "cwd": "${A:-${B}}"})", "cwd: the default of ${A:-...}"},
                    EntryWithAnError{R"({"command": "c", "callTimeoutMs": 0})", "callTimeoutMs: must be from 1"},
                    EntryWithAnError{R"({"command": "c", "share": "all"})", "share: must be \"client\""},
                    EntryWithAnError{R"({"command": "c", "protocol": "old"})", "protocol: unknown protocol"},
                    EntryWithAnError{R"({"command": "c", "requires": ["two words"]})", "requires[0]: is not the name"},
                    EntryWithAnError{R"({"command": "c", "tools": {"x": {"name": "a b"}}})", "tools.x.name: is not a"},
                    EntryWithAnError{R"({"command": "c", "disabled": "no"})", "disabled: must be true or false"},
                    EntryWithAnError{R"({"command": "c", "env": {"A": "1", "A": "2"}})", "env.A: a duplicate key"},
                    EntryWithAnError{R"({"command": "c", "share": "process", "cwd": "${client.cwd}"})",
                                     "all clients share this server"}));

TEST(TheErrorOfAnEntry, OfItsTransportIsItsOwnToo) {
  Vocabulary vocabulary = stdio_vocabulary();
  vocabulary.check_server = [](const std::string&, const Options& options) {
    return options.text("command") == "c" ? std::vector<OptionError>{{"command", "is not good enough"}}
                                          : std::vector<OptionError>{};
  };
  const ReadJson read(with_server(R"({"command": "c"}, "good": {"command": "g"})"), {}, vocabulary);
  ASSERT_TRUE(read.reading.config) << read.findings;
  EXPECT_EQ(read.server(0).unusable, "its entry cannot be used: command: is not good enough");
  EXPECT_FALSE(read.server(1).unusable);
}

TEST(TheErrorOfAnEntry, IsToldFirstInTheOrderOfItsCauses) {
  const ReadJson read(with_server(R"({"command": "${FROM_FILE}", "args": ["${ALSO}"], "envFile": "/no/such/file"})"));
  ASSERT_TRUE(read.reading.config) << read.findings;
  EXPECT_THAT(read.server().unusable.value_or(""),
              AllOf(StartsWith("its entry cannot be used: envFile: /no/such/file does not exist"),
                    HasSubstr("(2 further errors; --check shows all)")));
}

TEST(TheErrorOfAnEntry, ContainsNoValueOfAVariable) {
  const ReadJson read(with_server(R"({"command": "c", "envFile": "${SECRET}/x", "toolFilters": ["bad${SECRET}"]})"),
                      {{"SECRET", "s3cret"}});
  ASSERT_TRUE(read.reading.config) << read.findings;
  EXPECT_THAT(read.server().unusable.value_or(""), AllOf(HasSubstr("${SECRET}/x"), Not(HasSubstr("s3cret"))));
}

TEST(TheErrorOfAnEntry, OfADisabledServerLeavesItOut) {
  const ReadJson read(with_server(R"({"command": "${NOT_SET}", "disabled": true}, "good": {"command": "g"})"));
  ASSERT_TRUE(read.reading.config) << read.findings;
  EXPECT_EQ(read.server().name, "good");
  EXPECT_FALSE(has_finding(read.reading, Finding::Severity::entry_error));
}

TEST(TheErrorOfAnEntry, ComesBeforeWhatIsMissingForOneClient) {
  const ReadJson read(with_server(R"({"command": "${NOT_SET}", "args": ["${client.cwd}", "${client.root}"]})"));
  ASSERT_TRUE(read.reading.config) << read.findings;
  EXPECT_EQ(for_client(read.server(), "").unusable, read.server().unusable);
}

TEST(AServer, WithTwoEntriesIsNotUsedBecauseNobodyKnowsWhichIsMeant) {
  const ReadJson read(with_server(R"({"command": "a"}, "s": {"command": "b"}, "good": {"command": "g"})"));
  ASSERT_TRUE(read.reading.config) << read.findings;
  EXPECT_EQ(read.reading.config->toolboxes.at(0).servers.size(), 2U);
  EXPECT_THAT(read.server(0).unusable.value_or(""), HasSubstr("two servers named \"s\" (the first is in line 3)"));
  EXPECT_FALSE(read.server(1).unusable);
}

class ANameThatNoServerCanHave : public testing::TestWithParam<const char*> {};

TEST_P(ANameThatNoServerCanHave, LeavesItsServerOutAndNoOther) {
  const ReadJson read(R"({"toolboxes": {"t": {"description": "d", "mcpServers": {")" + std::string(GetParam()) +
                      R"(": {"command": "c"}, "good": {"command": "g"}}}}})");
  ASSERT_TRUE(read.reading.config) << read.findings;
  ASSERT_EQ(read.reading.config->toolboxes.at(0).servers.size(), 1U);
  EXPECT_EQ(read.server().name, "good");
  EXPECT_TRUE(has_finding(read.reading, Finding::Severity::entry_error));
}

INSTANTIATE_TEST_SUITE_P(Of, ANameThatNoServerCanHave, testing::Values("", "a__b", "a\\nb", "a\\u200bb"));

// --- inputs and hosts ------------------------------------------------------------------------------------------------

TEST(AnErrorInAnInput, IsThatOfTheServersThatReferToIt) {
  for (const char* const input : {R"({"id": "k", "type": "command"})", R"({"id": "k", "type": "pickString"})",
                                  R"({"id": "k", "description": 5})"}) {
    const ReadJson read(R"({"inputs": [)" + std::string(input) +
                        R"(], "toolboxes": {"t": {"description": "d", "mcpServers": {
      "s": {"command": "c", "args": ["${input:k}"]}, "good": {"command": "g"}}}}})");
    ASSERT_TRUE(read.reading.config) << read.findings;
    EXPECT_THAT(read.server(0).unusable.value_or(""), HasSubstr("${input:k}: this input has an error of its own"));
    EXPECT_FALSE(read.server(1).unusable) << input;
    EXPECT_TRUE(read.reading.unanswered_inputs.empty()) << input;
  }
}

TEST(AnErrorInAnEntryOfAHost, TakesNoServerAway) {
  const ReadJson read(R"({"hosts": {"h": {"maxTokens": 0, "detail": "brief"}}, "toolboxes": {"t": {"description": "d",
    "mcpServers": {"s": {"command": "c"}}}}})");
  ASSERT_TRUE(read.reading.config) << read.findings;
  EXPECT_FALSE(read.server().unusable);
  EXPECT_FALSE(read.reading.config->hosts.at(0).max_tokens);
  EXPECT_TRUE(has_finding(read.reading, Finding::Severity::entry_error));
}

// --- errors of the file ----------------------------------------------------------------------------------------------

class AnErrorOutsideOfEntries : public testing::TestWithParam<const char*> {};

TEST_P(AnErrorOutsideOfEntries, IsThatOfTheFileOfWhichNothingIsUsed) {
  const ReadJson read(GetParam());
  EXPECT_FALSE(read.reading.config);
  EXPECT_TRUE(has_finding(read.reading, Finding::Severity::error)) << read.findings;
}

INSTANTIATE_TEST_SUITE_P(
    Such, AnErrorOutsideOfEntries,
    testing::Values(
        "{", "[]", "{}", R"({"toolboxes": []})", R"({"mcpServers": {"s": {"command": "c"}}})",
        R"({"toolboxes": {}, "unknown": 1})", R"({"toolboxes": {}, "toolMode": "${NOT_SET}"})",
        R"({"toolboxes": {}, "envFile": "/no/such/file"})", R"({"toolboxes": {}, "inputs": {}})",
        R"({"toolboxes": {}, "hosts": []})", R"({"toolboxes": {"t": 5}})",
        R"({"toolboxes": {"t": {"description": "d"}}})", R"({"toolboxes": {"t": {"mcpServers": {}}}})",
        R"({"toolboxes": {"a__b": {"description": "d", "mcpServers": {}}}})",
        R"({"toolboxes": {"t": {"description": "${NOT_SET}", "mcpServers": {}}}})",
        R"({"toolboxes": {"t": {"description": "d", "mcpServers": [{"command": "c"}]}}})",
        R"({"toolboxes": {"t": {"description": "d", "mcpServers": {}, "requires": ["two words"]}}})",
        R"({"toolboxes": {"t": {"description": "d", "mcpServers": {}, "pinnedTools": ["s/x"]}}})",
        R"({"toolboxes": {"t": {"description": "d", "mcpServers": {}, "mcpServers": {}}}})",
        R"({"toolboxes": {"t": {"description": "d", "mcpServers": {}}, "t": {"description": "d", "mcpServers": {}}}})"));

TEST(ALackOfDescriptors, IsNoTroubleOfTheEntryThatIsReadJustThen) {
  const Folder folder;
  folder.write(".env", "A=1\n");
  const auto file = folder.write("c.json", with_server(R"({"command": "${A}", "envFile": ".env"})"));
  for (const ErrorKind kind : {ErrorKind::busy, ErrorKind::unavailable}) {
    const FileReader read = [&](const std::filesystem::path& wanted, std::size_t max_bytes) -> Result<std::string> {
      if (wanted.extension() != ".json") return Error{kind, "cannot be read (for a reason)"};
      return read_text_file(wanted, max_bytes);
    };
    const auto reading = read_config(file, stdio_vocabulary(), environment_of({}), read);
    EXPECT_EQ(reading.config.has_value(), kind != ErrorKind::busy);
    EXPECT_THAT(shown(reading.findings, folder), HasSubstr(".env cannot be read (for a reason)"));
  }
}

// --- paths -----------------------------------------------------------------------------------------------------------

struct PathOfAValue {
  const char* path;
  const char* entry;  ///< empty: it is the file's

  friend std::ostream& operator<<(std::ostream& out, const PathOfAValue& one) { return out << one.path; }
};

class ThePathOfAValue : public testing::TestWithParam<PathOfAValue> {};

TEST_P(ThePathOfAValue, SaysWhichEntryHasIt) {
  EXPECT_EQ(EntryTroubles::entry_of(GetParam().path), GetParam().entry);
}

INSTANTIATE_TEST_SUITE_P(
    Of, ThePathOfAValue,
    testing::Values(
        PathOfAValue{"", ""}, PathOfAValue{"$", ""}, PathOfAValue{"$.toolMode", ""}, PathOfAValue{"$.toolboxes", ""},
        PathOfAValue{"$.toolboxes.t", ""}, PathOfAValue{"$.toolboxes.t.mcpServers", ""},
        PathOfAValue{"$.toolboxes.t.requires[0]", ""}, PathOfAValue{"$.toolboxes.mcpServers.mcpServers", ""},
        PathOfAValue{"$.toolboxes.t.mcpServers.s", "$.toolboxes.t.mcpServers.s"},
        PathOfAValue{"$.toolboxes.t.mcpServers.s.args[10]", "$.toolboxes.t.mcpServers.s"},
        PathOfAValue{R"($.toolboxes.t.mcpServers.s["a.b"].c)", "$.toolboxes.t.mcpServers.s"},
        PathOfAValue{"$.toolboxes.toolboxes.mcpServers.mcpServers.x", "$.toolboxes.toolboxes.mcpServers.mcpServers"},
        PathOfAValue{R"($.toolboxes["a.b"].mcpServers["c]\"d\\"].env["E F"])",
                     R"($.toolboxes["a.b"].mcpServers["c]\"d\\"])"},
        PathOfAValue{"$.inputs", ""}, PathOfAValue{"$.inputs[2]", "$.inputs[2]"},
        PathOfAValue{"$.inputs[12].id", "$.inputs[12]"}, PathOfAValue{"$.hosts", ""},
        PathOfAValue{R"($.hosts["a@1"].detail)", R"($.hosts["a@1"])"}, PathOfAValue{"$.hosts.a", "$.hosts.a"}));

}  // namespace
}  // namespace workbench::config
