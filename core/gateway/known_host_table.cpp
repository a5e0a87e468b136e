#include "gateway/known_hosts.hpp"

// What is known of hosts, by the name that their clients give as `clientInfo.name` (mcp-remote puts words of its own
// behind it). Of several rows that match, a later one wins. Limits of results are a little below what was observed,
// because hosts add words of their own. The configuration's `hosts` corrects what has changed since.

namespace workbench::gateway {
namespace {

struct Row {
  const char* name;
  const char* version;
  std::size_t result_bytes;        // a longer result is cut, or put into a file
  std::size_t instructions_bytes;  // how much of them the model is shown
  bool handles_list_changed;       // and so lists tools again within a conversation
  const char* tool_prefix;         // of the tools of a server that the user has called `workbench`
  std::size_t max_tool_name;       // prefix included
  bool is_one_shot;
  bool reads_anthropic_meta;
};

constexpr std::size_t kNotKnown = static_cast<std::size_t>(-1);
constexpr std::size_t kNone = kNotKnown - 1;  // no limit
constexpr std::size_t kWhole = 64UL * 1024;   // of the instructions, however long ours are

// clang-format off
constexpr Row kRows[] = {
    // name                     version results  instructions list_changed tool_prefix           name one-shot anthropic
    {"claude-code*",            "*",    500'000, 2'047,       true,        "mcp__workbench__",   64,  false,   true},
    {"codex-mcp-client*",       "*",    10'000,  kWhole,      false,       "mcp__workbench__",   64,  false,   false},
    {"gemini-cli-mcp-client*",  "*",    38'000,  kWhole,      true,        "mcp_workbench_",     63,  false,   false},
    {"qwen-cli-mcp-client-*",   "*",    24'000,  kWhole,      false,       "mcp__workbench__",   63,  false,   false},
    {"qwen-code-mcp-client*",   "*",    24'000,  kWhole,      false,       "mcp__workbench__",   63,  false,   false},
    {"opencode*",               "*",    24'000,  kWhole,      true,        "workbench_",         64,  false,   false},
    {"copilot-cli*",            "*",    24'000,  0,           true,        "workbench-",         64,  false,   false},
    {"github-copilot-developer*", "*",  24'000,  0,           true,        "workbench-",         64,  false,   false},
    {"@cline/core*",            "*",    7'800,   0,           false,       "workbench__",        64,  false,   false},
    {"Cline*",                  "*",    7'800,   0,           true,        "workbench__",        64,  false,   false},
    {"continue-cli-client*",    "*",    kNone,   0,           false,       "",                   64,  false,   false},
    {"continue-client*",        "*",    kNone,   0,           false,       "workbench_",         64,  false,   false},
    {"Visual Studio Code*",     "*",    kNone,   kWhole,      true,        "mcp_mcp_workbench_", 64,  false,   false},
    {"Code - OSS*",             "*",    kNone,   kWhole,      true,        "mcp_mcp_workbench_", 64,  false,   false},
    {"cursor-vscode*",          "*",    kNone,   kNotKnown,   true,        "workbench_",         60,  false,   false},
    {"Zed*",                    "*",    kNone,   0,           true,        "",                   64,  false,   false},
    {"goose*",                  "*",    190'000, kWhole,      true,        "workbench__",        64,  false,   false},
    {"Roo Code*",               "*",    kNone,   kNotKnown,   false,       "mcp--workbench--",   64,  false,   false},
    {"@librechat/api-client*",  "*",    kNone,   0,           true,        "_mcp_workbench",     64,  false,   false},
    {"5ire*",                   "*",    kNone,   0,           true,        "t_00--",             64,  false,   false},
    {"inspector-cli*",          "*",    kNone,   kWhole,      false,       "",                   128, true,    false},
};
// clang-format on

config::HostEntry entry_of(const Row& row) {
  config::HostEntry entry;
  entry.name = row.name;
  entry.version = row.version;
  if (row.result_bytes != kNone) entry.result_bytes = row.result_bytes;
  if (row.instructions_bytes != kNotKnown) entry.instructions_bytes = row.instructions_bytes;
  entry.handles_list_changed = row.handles_list_changed;
  entry.tool_prefix = row.tool_prefix;
  entry.max_tool_name = row.max_tool_name;
  entry.is_one_shot = row.is_one_shot;
  entry.reads_anthropic_meta = row.reads_anthropic_meta;
  return entry;
}

std::vector<config::HostEntry> make_table() {
  std::vector<config::HostEntry> table;
  for (const Row& row : kRows) table.push_back(entry_of(row));
  return table;
}

}  // namespace

const std::vector<config::HostEntry>& known_host_table() {
  static const std::vector<config::HostEntry> table = make_table();
  return table;
}

}  // namespace workbench::gateway
