#include "gateway/toolboxes/known_hosts.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <cstring>

#include "gateway/toolboxes/host_descriptions.hpp"

// The table names hosts as their clients do in `clientInfo.name` (mcp-remote appends words of its own). If several rows
// match, the later one wins. Limits of results are a little below what was observed, because hosts add words of their
// own. They are bytes wherever the host counts bytes or characters, of which there are never more. `hosts` in the
// configuration corrects what has changed since. The last two columns are unknown unless the host was seen to do so or
// not to, or its documents say so.

namespace workbench::gateway {
namespace {

enum class Fact { unknown, no, yes };

struct HostRow {
  const char* product;
  const char* name;
  const char* version;
  std::size_t result_bytes;        // a longer result is cut, or put into a file
  std::size_t instructions_bytes;  // how much of them the model is shown
  bool handles_list_changed;       // and so lists tools again within a session
  const char* tool_prefix;         // of the tools of a server that the user has called `workbench`
  std::size_t max_tool_name;       // prefix included
  bool is_one_shot;
  bool reads_anthropic_meta;
  const char* long_result = "";                         // what becomes of a longer one
  ResultMeasure result_measure = ResultMeasure::bytes;  // how result_bytes is counted
  Fact defers_tools = Fact::unknown;                    // until its model searches for them
  Fact has_code_mode = Fact::unknown;                   // its model can call tools from code that it writes
};

constexpr std::size_t kNotKnown = static_cast<std::size_t>(-1);
constexpr std::size_t kNone = kNotKnown - 1;  // no limit
constexpr std::size_t kWhole = kWholeInstructions;

/// The limit of a host of which none is known: the least of all, however it counts (decision 0054). A part that is left
/// out without need costs a call of describe_tools; a name that is cut out cannot be asked for.
constexpr std::size_t kLeast = 7'800;
constexpr ResultBudget kUnknownHost{kLeast, ResultMeasure::escaped_bytes};

constexpr auto kBytes = ResultMeasure::bytes;
constexpr auto kYes = Fact::yes;
constexpr auto kNo = Fact::no;
constexpr auto kUnknown = Fact::unknown;

constexpr const char* kCutSomehow = "not known";
constexpr const char* kToFile = "to a file";
constexpr const char* kCut = "cut in the middle";
/// "anthropic/maxResultSizeChars" of a tool.
constexpr const char* kToFileAsDeclared = "to a file; above 50 kB if the tool declares no limit";

// clang-format off
constexpr HostRow kRows[] = {
    // product                      name                   version results instructions list_changed tool_prefix    name one-shot anthropic long_result
    {"Claude Code",                  "claude-code*",               "*", 500'000, 2'047,   true,  "mcp__workbench__",    64,  false, true, kToFileAsDeclared, kBytes, kNo, kUnknown},
    {"Claude Code",                  "claude-code*",               ">=2.1.7", 500'000, 2'047,   true,  "mcp__workbench__",    64,  false, true, kToFileAsDeclared, kBytes, kYes, kUnknown},
    {"Codex",                        "codex-mcp-client*",          "*", 10'000,  kWhole,  false, "mcp__workbench__",    64,  false, false, kCut, kBytes, kYes, kYes},
    {"Gemini CLI",                   "gemini-cli-mcp-client*",     "*", 38'000,  kWhole,  true,  "mcp_workbench_",      63,  false, false, kCut, kBytes, kNo, kNo},
    {"Qwen Code",                    "qwen-cli-mcp-client-*",      "*", 24'000,  kWhole,  false, "mcp__workbench__",    63,  false, false, kToFile, kBytes, kYes, kUnknown},
    {"Qwen Code",                    "qwen-code-mcp-client*",      "*", 24'000,  kWhole,  false, "mcp__workbench__",    63,  false, false, kToFile, kBytes, kYes, kUnknown},
    {"opencode",                     "opencode*",                  "*", 50'000,  kWhole,  true,  "workbench_",          64,  false, false, kToFile, kBytes, kNo, kNo},
    {"opencode",                     "opencode*",                  ">=2", 50'000,  kWhole,  true,  "workbench_",          64,  false, false, kToFile, kBytes, kYes, kYes},
    {"Kilo Code",                    "kilo*",                      "*", 50'000,  kWhole,  true,  "workbench_",          64,  false, false, kToFile},
    {"nanocoder",                    "nanocoder-mcp-client*",      "*", 19'500,  0,       false, "",                    64,  false, false, kCut, ResultMeasure::characters},
    {"Copilot CLI",                  "copilot-cli*",               "*", 20'000,  0,       true,  "workbench-",          64,  false, false, kToFile, kBytes, kNo, kUnknown},
    {"GitHub Copilot",               "github-copilot-developer*",  "*", 20'000,  0,       true,  "workbench-",          64,  false, false, kToFile},
    // It cuts the middle out of JSON.stringify(result), which escapes the text of ours once more.
    {"Cline",                        "@cline/core*",               "*", 7'800,   0,       false, "workbench__",         64,  false, false, kCut, ResultMeasure::escaped, kNo, kNo},
    {"Cline",                        "Cline*",                     "*", 7'800,   0,       true,  "workbench__",         64,  false, false, kCut, ResultMeasure::escaped},
    {"Continue CLI",                 "continue-cli-client*",       "*", kNone,   0,       false, "",                    64,  false, false, "", kBytes, kNo, kNo},
    {"Continue",                     "continue-client*",           "*", kNone,   0,       false, "workbench_",          64,  false, false, "", kBytes, kNo, kNo},
    {"VS Code",                      "Visual Studio Code*",        "*", kNone,   kWhole,  true,  "mcp_mcp_workbench_",  64,  false, false, "", kBytes, kYes, kUnknown},
    {"VS Code, built from source",   "Code - OSS*",                "*", kNone,   kWhole,  true,  "mcp_mcp_workbench_",  64,  false, false, "", kBytes, kYes, kUnknown},
    {"Cursor",                       "cursor-vscode*",             "*", kNone,   kNotKnown, true, "workbench_",         60,  false, false, "", kBytes, kYes, kUnknown},
    {"Zed",                          "Zed*",                       "*", kNone,   0,       true,  "",                    64,  false, false},
    {"Goose",                        "goose*",                     "*", 190'000, kWhole,  true,  "workbench__",         64,  false, false, kToFile},
    {"Roo Code",                     "Roo Code*",                  "*", kNone,   kNotKnown, false, "mcp--workbench--",  64,  false, false},
    {"LibreChat",                    "@librechat/api-client*",     "*", kNone,   0,       true,  "_mcp_workbench",      64,  false, false},
    {"5ire",                         "5ire*",                      "*", kNone,   0,       true,  "t_00--",              64,  false, false},
    {"MCP Inspector CLI",            "inspector-cli*",             "*", kNone,   kWhole,  false, "",                    128, true,  false},
    // A shell, or the agent in it, reads what these commands print.
    {"mcporter",                     "mcporter*",                  "*", kNone,   kNotKnown, false, "",                  128, true,  false},
    {"mcp-cli",                      "mcp-cli*",                   "*", kNone,   kNotKnown, false, "",                  128, true,  false},
    // The name that this SDK gives to programs without one. Some begin a session for each call; of the others, none is
    // harmed by a toolbox that opens by use. What they show of a result is not known.
    {"Google ADK, LangChain (Python SDK)", "mcp",                  "*", kLeast,  kNotKnown, true, "",                   64,  true,  false, kCutSomehow, ResultMeasure::escaped_bytes},
    {"the commands of the workbench", kCommandLineClient.data(),    "*", kNone,   kWhole,  false, "",                    128, true,  false},
};
// clang-format on

/// What model APIs accept as a tool's name, the host's prefix included.
constexpr std::size_t kMaxToolName = 64;

std::optional<bool> known(Fact fact) {
  return fact == Fact::unknown ? std::nullopt : std::optional(fact == Fact::yes);
}

config::HostEntry entry_of(const HostRow& row) {
  config::HostEntry entry;
  entry.name = row.name;
  entry.version = row.version;
  entry.result_bytes = row.result_bytes == kNone ? ClientProfile::kUnlimited : row.result_bytes;
  if (row.instructions_bytes != kNotKnown) entry.instructions_bytes = row.instructions_bytes;
  entry.handles_list_changed = row.handles_list_changed;
  entry.tool_prefix = row.tool_prefix;
  entry.max_tool_name = row.max_tool_name;
  entry.is_one_shot = row.is_one_shot;
  entry.reads_anthropic_meta = row.reads_anthropic_meta;
  entry.result_measure = row.result_measure;
  entry.defers_tools = known(row.defers_tools);
  entry.has_code_mode = known(row.has_code_mode);
  return entry;
}

config::HostEntry make_unknown_host() {
  config::HostEntry entry;
  entry.name = "*";
  entry.result_bytes = kUnknownHost.size;
  entry.result_measure = kUnknownHost.measure;
  entry.handles_list_changed = ClientProfile().handles_list_changed;
  entry.max_tool_name = kMaxToolName;
  return entry;
}

std::vector<config::HostEntry> make_table() {
  std::vector<config::HostEntry> table;
  for (const HostRow& row : kRows) table.push_back(entry_of(row));
  return table;
}

/// Left for a name however long the prefix is: a fingerprint and a few characters that a person recognizes.
constexpr std::size_t kMinToolName = 24;

/// Only `*` and `?` are wildcards; fnmatch(3) would treat brackets as special, too.
bool matches(const std::string& pattern, const std::string& text) {
  std::string escaped;
  for (const char byte : pattern) escaped.append(byte == '[' ? "[[]" : std::string(1, byte));
  return fnmatch(escaped.c_str(), text.c_str(), FNM_NOESCAPE) == 0;
}

/// `*`, a pattern, or `>=2.1`: that version or a later one, for clients whose version is a number.
bool matches_version(const std::string& pattern, const std::string& version) {
  constexpr std::string_view kFrom = ">=";
  if (!pattern.starts_with(kFrom)) return matches(pattern, version);
  const bool is_number = !version.empty() && version.front() >= '0' && version.front() <= '9';
  return is_number && ::strverscmp(version.c_str(), pattern.c_str() + kFrom.size()) >= 0;
}

void apply(const config::HostEntry& entry, HostProfile& profile) {
  if (entry.max_tokens) profile.open_bytes = *entry.max_tokens * config::kBytesPerToken;
  if (entry.detail) profile.detail = *entry.detail;
  if (entry.instructions_bytes) profile.instructions_bytes = *entry.instructions_bytes;
  if (entry.handles_list_changed) profile.handles_list_changed = *entry.handles_list_changed;
  if (entry.is_one_shot) profile.is_one_shot = *entry.is_one_shot;
  if (entry.reads_anthropic_meta) profile.reads_anthropic_meta = *entry.reads_anthropic_meta;
  if (entry.defers_tools) profile.defers_tools = entry.defers_tools;
  if (entry.has_code_mode) profile.has_code_mode = entry.has_code_mode;
}

/// What the host shows of a result. Size and measure each come from the last entry that has one, so that a corrected
/// size is counted as the table says. An unknown host is counted in bytes where the configuration gives only its size.
class ShownOfResults {
 public:
  void apply(const config::HostEntry& entry) {
    if (entry.result_bytes) size_ = entry.result_bytes;
    if (entry.result_measure) measure_ = entry.result_measure;
  }
  [[nodiscard]] ResultBudget budget() const {
    if (!size_) return {kUnknownHost.size, measure_.value_or(kUnknownHost.measure)};
    return {*size_, measure_.value_or(ResultMeasure::bytes)};
  }

 private:
  std::optional<std::size_t> size_;
  std::optional<ResultMeasure> measure_;
};

/// What is left for a name beside the prefix. Prefix and limit each come from the last entry that has one.
class RoomForNames {
 public:
  void apply(const config::HostEntry& entry) {
    if (entry.tool_prefix) prefix_ = entry.tool_prefix->size();
    if (entry.max_tool_name) whole_ = *entry.max_tool_name;
  }
  [[nodiscard]] std::optional<std::size_t> bytes() const {
    if (!prefix_ && !whole_) return std::nullopt;
    const std::size_t whole = whole_.value_or(kMaxToolName);
    return std::max(kMinToolName, whole - std::min(whole, prefix_.value_or(0)));
  }

 private:
  std::optional<std::size_t> prefix_;
  std::optional<std::size_t> whole_;
};

}  // namespace

const std::vector<config::HostEntry>& known_host_table() {
  static const std::vector<config::HostEntry> table = make_table();
  return table;
}

std::vector<HostDescription> host_descriptions() {
  std::vector<HostDescription> descriptions;
  const std::vector<config::HostEntry>& table = known_host_table();
  for (std::size_t index = 0; index != table.size(); ++index) {
    descriptions.push_back({kRows[index].product, kRows[index].long_result, table[index]});
  }
  static const config::HostEntry unknown = make_unknown_host();
  descriptions.push_back({"any other", kCutSomehow, unknown});
  return descriptions;
}

// Each session has an object of this class, so the table is not copied into it.
const HostProfile& KnownHosts::find(const ClientInfo& client) const {
  const std::vector<config::HostEntry>& table = known_host_table();
  const auto entry_at = [&](std::size_t index) -> const config::HostEntry& {
    return index < table.size() ? table[index] : corrections_[index - table.size()];
  };
  std::vector<std::size_t> applying;
  for (std::size_t index = 0; index < table.size() + corrections_.size(); ++index) {
    const config::HostEntry& entry = entry_at(index);
    if (matches(entry.name, client.name) && matches_version(entry.version, client.version)) applying.push_back(index);
  }
  std::unique_ptr<const HostProfile>& found = profiles_[applying];
  if (found == nullptr) {
    HostProfile profile;
    ShownOfResults results;
    RoomForNames names;
    for (const std::size_t index : applying) {
      apply(entry_at(index), profile);
      results.apply(entry_at(index));
      names.apply(entry_at(index));
    }
    profile.result_bytes = results.budget().size;
    profile.result_measure = results.budget().measure;
    profile.tool_name_bytes = names.bytes();
    found = std::make_unique<const HostProfile>(profile);
  }
  return *found;
}

}  // namespace workbench::gateway
