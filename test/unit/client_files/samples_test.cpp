// Each folder of test/client_files has a file as a client writes it, at the place where the client has it, and beside
// it the results: toolboxes.json, findings.txt and replaced.diff. To write these three again, after a change that
// is meant to change them, run this test with UPDATE_CLIENT_FILES=1 and read what git shows.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "client_files/diff.hpp"
#include "client_files/discovery.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/proposal.hpp"
#include "client_files/replaced_files.hpp"
#include "client_files/splice.hpp"
#include "client_files/undoing.hpp"
#include "config/config_file.hpp"
#include "config/toolboxes_file/read_config.hpp"
#include "json/escape.hpp"
#include "temporary_folder.hpp"

namespace workbench::client_files {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxBytes = 1'000'000;

bool is_workbench(const WrittenServer& server) {
  return server.command.ends_with("mcp-workbench");
}

std::string contents_of(const fs::path& file) {
  const auto bytes = config::read_bytes(file, kMaxBytes);
  return bytes ? *bytes : "(no such file)";
}

/// The file of the client in a folder of samples. Docker has others beside it.
fs::path client_file_in(const fs::path& folder) {
  if (const fs::path docker = folder / ".docker/mcp/registry.yaml"; fs::exists(docker)) return docker;
  for (const auto& file : fs::recursive_directory_iterator(folder)) {
    const std::string name = file.path().filename().string();
    const bool is_result = name == "toolboxes.json" || name == "findings.txt" || name == "replaced.diff";
    if (file.is_regular_file() && !is_result) return file.path();
  }
  return {};
}

std::vector<std::string> sample_names() {
  std::vector<std::string> names;
  for (const auto& folder : fs::directory_iterator(SAMPLES)) names.push_back(folder.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// The sample, read as a file of a user in /home/a, whose project is the folder of the sample.
class ClientFile : public testing::TestWithParam<std::string> {
 protected:
  ClientFile() : folder_(fs::path(SAMPLES) / GetParam()), file_(client_file_in(folder_)) {
    auto found = read_client_file(file_, {"/home/a", "/home/a/.config", folder_});
    if (!found) throw std::runtime_error(found.error().message);
    found_ = *std::move(found);
    if (!found_.document->root) throw std::runtime_error(found_.document->problems.at(0).text);
    FileFindings findings(file_, found_.document->text);
    for (const ServerGroup& group : found_.groups) {
      for (auto& server : translate(group, *found_.document->root, findings)) imported_.push_back(std::move(server));
    }
    findings_ = findings.extract();
  }

  /// The path of the samples, which depends on the machine, left out.
  std::string without_folder(std::string text) const {
    const std::string prefix = folder_.string();
    for (std::size_t at = 0; (at = text.find(prefix)) != std::string::npos;) text.replace(at, prefix.size(), "/sample");
    return text;
  }

  Proposal proposal() const {
    const config::Environment environment = [](std::string_view name) -> std::optional<std::string> {
      if (name == "HOME") return "/home/a";
      return name == "USER" ? std::optional<std::string>("a") : std::nullopt;
    };
    return propose(imported_, is_workbench, environment);
  }

  /// The file with the workbench in it.
  std::string replaced() const {
    std::string text = found_.document->text;
    for (const ServerGroup& group : found_.groups) {
      std::vector<std::string> names;
      for (const ImportedServer& imported : imported_) {
        const bool is_here = imported.client == group.client && imported.project == group.project;
        if (is_here && imported.server.is_complete()) names.push_back(imported.original_name);
      }
      const Document document = parse(text, found_.document->format);
      ServerGroup present = group;
      present.servers = document.root->at(group.path);
      auto edited = put_in_place(document, present, names,
                                 {"workbench", "/usr/bin/mcp-workbench", {"--config", "/home/a/w.json"}});
      if (!edited) return edited.error().message + "\n";
      text = *std::move(edited);
    }
    return text;
  }

  void expect(const std::string& name, const std::string& text) const {
    const fs::path expected = folder_ / name;
    if (std::getenv("UPDATE_CLIENT_FILES") != nullptr) (void)write_file(expected, text, {.mode = 0644, .expected = {}});
    EXPECT_EQ(text, contents_of(expected)) << expected;
  }

  fs::path folder_;
  fs::path file_;
  FoundFile found_;
  std::vector<ImportedServer> imported_;
  std::vector<config::Finding> findings_;
};

TEST_P(ClientFile, BecomesAToolboxesFileWithAFindingForWhatHasNoCounterpart) {
  const Proposal made = proposal();
  expect("toolboxes.json",
         without_folder(write_toolboxes_file(made.toolboxes, made.secrets.empty() ? "" : "w.env", "", made.inputs)));
  std::string lines;
  for (const config::Finding& finding : findings_) {
    lines +=
        (finding.severity == config::Finding::Severity::note ? "note: " : "") + without_folder(finding.text) + "\n";
  }
  for (const std::string& note : made.notes) lines += without_folder(note) + "\n";
  expect("findings.txt", lines + "\n" + made.secrets.file_text());
}

TEST_P(ClientFile, IsReadAsAToolboxesFileWithoutErrors) {
  const test_support::TemporaryFolder folder;
  const Proposal made = proposal();
  folder.write("w.env", made.secrets.file_text());
  const auto file = folder.write("w.json", write_toolboxes_file(made.toolboxes, "w.env", "", made.inputs));
  config::Vocabulary vocabulary;
  vocabulary.transports["stdio"] = {{"command", OptionType::text, true, ""},
                                    {"args", OptionType::text_list, false, ""},
                                    {"env", OptionType::text_map, false, ""},
                                    {"cwd", OptionType::text, false, ""},
                                    {"inheritEnv", OptionType::text_list, false, "", true}};
  vocabulary.transports["container"] = {{"image", OptionType::text, true, ""},
                                        {"args", OptionType::text_list, false, ""},
                                        {"env", OptionType::text_map, false, ""},
                                        {"sandboxEnabled", OptionType::flag, false, ""},
                                        {"container.mounts", OptionType::mount_list, false, ""}};
  for (const char* name : {"http", "sse"}) {
    vocabulary.transports[name] = {{"url", OptionType::text, true, ""}, {"headers", OptionType::text_map, false, ""}};
  }
  const auto environment = [](std::string_view name) -> std::optional<std::string> {
    return name == "HOME" || name == "USER" ? std::optional<std::string>("a") : std::nullopt;
  };
  for (const config::Finding& finding : config::read_config(file, vocabulary, environment).findings) {
    EXPECT_EQ(finding.severity, config::Finding::Severity::note) << finding.text;
  }
}

TEST_P(ClientFile, GetsTheWorkbenchInPlaceOfItsServersAndIsRestoredToTheByte) {
  const std::string before = found_.document->text;
  const std::string after = replaced();
  expect("replaced.diff",
         after.find('\n') == after.size() - 1 ? after : without_folder(unified_diff(before, after, file_.string())));

  const test_support::TemporaryFolder folder;
  const fs::path file = folder.write("client-file", before);
  ReplacedFiles files(folder.path() / "state");
  ASSERT_TRUE(files.replace(file, before, after));
  EXPECT_EQ(contents_of(file), after);
  const auto undone = plan_undo(files.all(), {});
  ASSERT_EQ(undone.size(), 1U);
  EXPECT_TRUE(undone[0].conflicts.empty());
  ASSERT_TRUE(carry_out(undone[0], files));
  EXPECT_EQ(contents_of(file), before);
  EXPECT_TRUE(files.all().empty());
}

/// A value as a program writes it that has read the file and does not care how it looked.
std::string rewritten(const Value& value) {
  std::string text;
  const auto begin_next = [&] { text += text.size() > 1 ? "," : ""; };
  switch (value.kind) {
    case Value::Kind::null: return "null";
    case Value::Kind::flag: return value.flag ? "true" : "false";
    case Value::Kind::number: return value.text;
    case Value::Kind::text: return json::quoted(value.text);
    case Value::Kind::list:
      text = "[";
      for (const Value& element : value.elements) {
        begin_next();
        text += rewritten(element);
      }
      return text + "]";
    case Value::Kind::object: break;
  }
  text = "{";
  for (const Member& member : value.members) {
    begin_next();
    text += json::quoted(member.name) + ":" + rewritten(member.value);
  }
  return text + "}";
}

/// The text after its client has written the file again, with something of its own in it. Clients whose files are not
/// JSON keep what they do not change.
std::string rewritten(const std::string& text, Format format) {
  switch (format) {
    case Format::yaml: return text + "of_the_client: 1\n";
    case Format::toml: return text + "\n[of_the_client]\nx = 1\n";
    case Format::json: break;
  }
  std::string json = rewritten(*parse(text, format).root);
  return json.substr(0, json.size() - 1) + (json == "{}" ? "" : ",") + R"("of_the_client":1})";
}

/// With the members of each object in order of their names, and the elements of each list in order of theirs.
Value sorted(Value value) {
  const auto name_of = [](const Value& element) {
    const Value* const name = element.find("name");
    return name == nullptr ? std::string() : name->text;
  };
  for (Member& member : value.members) member.value = sorted(std::move(member.value));
  std::stable_sort(value.members.begin(), value.members.end(),
                   [](const Member& a, const Member& b) { return a.name < b.name; });
  std::stable_sort(value.elements.begin(), value.elements.end(),
                   [&](const Value& a, const Value& b) { return name_of(a) < name_of(b); });
  return value;
}

/// Those that the workbench edits. The catalogue of Docker is a file of its own downloads.
class EditedClientFile : public ClientFile {};

std::vector<std::string> edited_sample_names() {
  std::vector<std::string> names = sample_names();
  names.erase(std::remove(names.begin(), names.end(), "docker"), names.end());
  return names;
}

TEST_P(EditedClientFile, ThatItsClientHasRewrittenGetsItsServersBackAndKeepsWhatTheClientWrote) {
  const std::string before = found_.document->text;
  const Format format = found_.document->format;
  const std::string after = replaced();
  const test_support::TemporaryFolder folder;
  const fs::path file = folder.write("client-file" + file_.extension().string(), before);
  ReplacedFiles files(folder.path() / "state");
  ASSERT_TRUE(files.replace(file, before, after));
  ASSERT_TRUE(write_file(file, rewritten(after, format)));
  const auto undone = plan_undo(files.all(), {});
  ASSERT_EQ(undone.size(), 1U);
  EXPECT_THAT(undone[0].conflicts, testing::IsEmpty());
  ASSERT_TRUE(carry_out(undone[0], files));
  EXPECT_EQ(rewritten(sorted(*parse(contents_of(file), format).root)),
            rewritten(sorted(*parse(rewritten(before, format), format).root)));
  EXPECT_TRUE(files.all().empty());
}

std::string test_name_of(const testing::TestParamInfo<std::string>& sample) {
  std::string name = sample.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Of, ClientFile, testing::ValuesIn(sample_names()), test_name_of);
INSTANTIATE_TEST_SUITE_P(Of, EditedClientFile, testing::ValuesIn(edited_sample_names()), test_name_of);

}  // namespace
}  // namespace workbench::client_files
