// How entries of files whose client is not known become ours, whatever their shape.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "client_files/discovery.hpp"
#include "client_files/proposal.hpp"
#include "config/toolboxes_file/read_config.hpp"
#include "temporary_folder.hpp"

namespace workbench::client_files {
namespace {

using testing::Contains;
using testing::HasSubstr;

std::optional<std::string> no_variable(std::string_view) {
  return std::nullopt;
}

/// The reader's vocabulary for the transports that entries can have.
config::Vocabulary vocabulary() {
  config::Vocabulary vocabulary;
  vocabulary.transports["stdio"] = {{"command", OptionType::text, true, ""},
                                    {"args", OptionType::text_list, false, ""},
                                    {"env", OptionType::text_map, false, ""},
                                    {"cwd", OptionType::text, false, ""}};
  for (const char* name : {"http", "sse"}) {
    vocabulary.transports[name] = {{"url", OptionType::text, true, ""}, {"headers", OptionType::text_map, false, ""}};
  }
  vocabulary.check_server = [](const std::string& transport, const Options& options) {
    std::vector<OptionError> errors;
    const std::string url = options.text("url");
    if (transport != "stdio" && !url.starts_with("http://") && !url.starts_with("https://")) {
      errors.push_back({"url", "is not an http or https URL; correct it"});
    }
    return errors;
  };
  return vocabulary;
}

/// What is proposed for a file.
class ImportedFile : public testing::Test {
 protected:
  Proposal proposal(const std::string& name, std::string_view text) {
    const auto file = folder_.write(name, text);
    auto found = read_client_file(file, {"/home/a", "/home/a/.config", folder_.path()});
    if (!found) throw std::runtime_error(found.error().message);
    found_ = *std::move(found);
    std::vector<ImportedServer> servers;
    FileFindings findings(file, found_.document->text);
    for (const ServerGroup& group : found_.groups) {
      for (auto& server : translate(group, *found_.document->root, findings)) servers.push_back(std::move(server));
    }
    for (const config::Finding& finding : findings.extract()) findings_ += finding.text + "\n";
    return propose(
        servers, [](const WrittenServer&) { return false; }, no_variable, {},
        check_by_reader(folder_.path() / "w.json", vocabulary(), no_variable));
  }

  /// Whether the reader accepts what is written for the proposal.
  bool is_valid(const Proposal& made) {
    folder_.write("w.env", made.secrets.file_text());
    const auto file = folder_.write("w.json", write_toolboxes_file(made.toolboxes, "w.env", "", made.inputs));
    const auto findings = config::read_config(file, vocabulary(), no_variable).findings;
    return std::all_of(findings.begin(), findings.end(), [](const config::Finding& finding) {
      return finding.severity == config::Finding::Severity::note;
    });
  }

  const test_support::TemporaryFolder folder_;
  FoundFile found_;
  std::string findings_;
};

const WrittenServer& server_in(const Proposal& made, const std::string& name) {
  for (const auto& toolbox : made.toolboxes) {
    for (const WrittenServer& server : toolbox.servers) {
      if (server.name == name) return server;
    }
  }
  throw std::runtime_error("there is no server " + name);
}

class UnusableEntry : public ImportedFile, public testing::WithParamInterface<const char*> {};

TEST_P(UnusableEntry, IsOffWithItsReasonAndTheOthersStayOn) {
  const Proposal made =
      proposal("mcp.json", R"({"mcpServers":{"bad":)" + std::string(GetParam()) + R"(,"good":{"command":"c"}}})");
  EXPECT_TRUE(is_valid(made));
  EXPECT_FALSE(server_in(made, "good").is_disabled);
  EXPECT_TRUE(server_in(made, "bad").is_disabled);
  EXPECT_NE(server_in(made, "bad").comment, "");
  EXPECT_TRUE(made.carried.at(1));
}

INSTANTIATE_TEST_SUITE_P(Of, UnusableEntry,
                         testing::Values(R"({"type":"ws","url":"wss://x.example/mcp"})",
                                         R"({"url":"unix:///tmp/x.sock#/mcp"})", R"({"type":"http","url":"/api/mcp"})",
                                         R"({"url":"<your-url>"})",
                                         R"({"url":"https:// ${input:host}/","type":"websocket"})",
                                         R"({"command":"c","args":{"a":1}})", R"({"command":"c","proxy":"http://p"})"));

TEST_F(ImportedFile, ThatIsOffHereStaysInItsClient) {
  EXPECT_FALSE(proposal("mcp.json", R"({"mcpServers":{"bad":{"url":"/api/mcp"}}})").carried.at(0));
}

TEST_F(ImportedFile, HasAPasswordInAnAddressAsAHeader) {
  const Proposal made = proposal("mcp.json", R"({"mcpServers":{"s":{"url":"https://user:p%40w@x.example/mcp"}}})");
  EXPECT_EQ(server_in(made, "s").url, "https://x.example/mcp");
  EXPECT_FALSE(server_in(made, "s").is_disabled);
  ASSERT_EQ(made.secrets.values().size(), 1U);
  EXPECT_EQ(made.secrets.values()[0].second, "dXNlcjpwQHc=");
}

TEST_F(ImportedFile, HasNoKeysOfAnotherTransport) {
  const Proposal made = proposal("mcp.json", R"({"mcpServers":{"a":{"command":"c","headers":{"A":"b"}},
      "b":{"url":"https://x.example/","env":{"A":"b"},"args":["x"]}}})");
  EXPECT_TRUE(is_valid(made));
  EXPECT_FALSE(server_in(made, "a").is_disabled);
  EXPECT_FALSE(server_in(made, "b").is_disabled);
  EXPECT_THAT(findings_, HasSubstr("\"headers\" is for a server behind a URL, and left out"));
}

struct FileOfAShape {
  const char* name;
  const char* text;
};

class ShapeOfAFile : public ImportedFile, public testing::WithParamInterface<FileOfAShape> {};

TEST_P(ShapeOfAFile, IsRead) {
  const Proposal made = proposal(GetParam().name, GetParam().text);
  ASSERT_EQ(made.toolboxes.size(), 1U) << findings_;
  EXPECT_EQ(server_in(made, "s").url, "https://x.example/mcp");
  EXPECT_TRUE(is_valid(made));
}

INSTANTIATE_TEST_SUITE_P(
    Of, ShapeOfAFile,
    testing::Values(FileOfAShape{"a.json",
                                 R"({"mcpServers":{"s":{"transport":{"type":"http","url":"https://x.example/mcp"}}}})"},
                    FileOfAShape{"b.json", R"({"mcp":{"servers":{"s":{"url":"https://x.example/mcp"}}}})"},
                    FileOfAShape{"c.yaml", "mcp:\n  servers:\n    s:\n      url: https://x.example/mcp\n"},
                    FileOfAShape{"d.yaml", "servers:\n  s: {url: https://x.example/mcp}\n"},
                    FileOfAShape{"e.yaml", "s:\n  url: https://x.example/mcp\n"},
                    FileOfAShape{"f.toml", "[mcpServers.s]\nurl = \"https://x.example/mcp\"\n"},
                    FileOfAShape{"g.toml", "[mcp.servers.s]\nurl = \"https://x.example/mcp\"\n"}));

std::string utf16(std::string_view text, bool is_little) {
  std::string bytes = is_little ? "\xFF\xFE" : "\xFE\xFF";
  for (const char byte : text) bytes.append(is_little ? std::string{byte, '\0'} : std::string{'\0', byte});
  return bytes;
}

TEST_F(ImportedFile, MayBeInUtf16) {
  for (const bool is_little : {true, false}) {
    const Proposal made = proposal("mcp.json", utf16(R"({"mcpServers":{"s":{"command":"c"}}})", is_little));
    EXPECT_EQ(server_in(made, "s").command, "c");
  }
}

TEST_F(ImportedFile, KeepsTheInputsThatItsServersUse) {
  const Proposal made = proposal("mcp.json", R"({"inputs":[
      {"id":"k","type":"promptString","description":"The \"key\"","password":true},
      {"id":"unused","type":"promptString"}, {"id":"c","type":"command","command":"x"}],
      "servers":{"a":{"command":"c","args":["${input:c}"],"env":{"K":"${input:k}"}}}})");
  EXPECT_EQ(server_in(made, "a").env.at(0).second, "${input:k}");
  EXPECT_EQ(server_in(made, "a").args.at(0), "${C}");
  ASSERT_EQ(made.inputs.size(), 1U);
  EXPECT_EQ(made.inputs[0].text, R"({"id":"k","type":"promptString","description":"The \"key\"","password":true})");
  EXPECT_TRUE(is_valid(made));
}

TEST_F(ImportedFile, TakesTheVariablesOfAnEntryForThoseOfItsServer) {
  const Proposal made = proposal("mcp.json", R"({"mcpServers":{"r":{"command":"npx",
      "args":["--header","Authorization:${AUTH_HEADER}"],"env":{"AUTH_HEADER":"Bearer abcdefgh12345678"}}}})");
  EXPECT_EQ(server_in(made, "r").args.at(1), "Authorization:$${AUTH_HEADER}");
  EXPECT_THAT(made.notes, testing::Not(Contains(HasSubstr("is not set"))));
}

}  // namespace
}  // namespace workbench::client_files
