#include "commands/servers/label_proposal.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/ascii.hpp"
#include "config/toolboxes_file/policy_entries.hpp"

namespace workbench::app {
namespace {

/// Where a word in the name of a tool hints at what it does. The plural of a word counts, too.
constexpr std::array<std::string_view, 22> kPrivateWords{
    "calendar", "contact", "conversation", "credential", "customer", "database", "document", "drive",
    "email",    "event",   "file",         "history",    "inbox",    "invoice",  "mail",     "memory",
    "message",  "note",    "password",     "query",      "secret",   "sql"};
constexpr std::array<std::string_view, 21> kUntrustedWords{
    "browse", "comment", "crawl",  "discussion", "email",  "feed",   "fetch", "forum", "inbox", "issue",  "mail",
    "news",   "page",    "review", "rss",        "scrape", "ticket", "tweet", "url",   "web",   "website"};
constexpr std::array<std::string_view, 15> kSendingWords{"comment", "deploy", "forward", "invite", "mail",
                                                         "notify",  "post",   "publish", "push",   "reply",
                                                         "send",    "share",  "tweet",   "upload", "webhook"};

/// The words of a name: `create_issue`, `createIssue` and `create-issue` have the same two.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  bool was_lower = false;
  for (const char byte : name) {
    const bool is_upper = byte >= 'A' && byte <= 'Z';
    const bool is_separator = !base::is_ascii_letter_or_digit(byte);
    if ((is_separator || (is_upper && was_lower)) && !words.back().empty()) words.emplace_back();
    if (!is_separator) words.back() += base::ascii_lower(std::string_view(&byte, 1));
    was_lower = !is_upper && !is_separator;
  }
  return words;
}

template <std::size_t kCount>
bool has_word(const std::vector<std::string>& words, const std::array<std::string_view, kCount>& table) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    const std::string_view singular = word.substr(0, word.size() - (word.ends_with('s') ? 1 : 0));
    return std::find(table.begin(), table.end(), word) != table.end() ||
           std::find(table.begin(), table.end(), singular) != table.end();
  });
}

void write_labels(JsonWriter& writer, const FlowLabels& labels) {
  writer.key("labels").array();
  if (labels.is_private) writer.string("private");
  if (labels.is_untrusted) writer.string("untrusted");
  if (labels.sends) writer.string("sends");
  writer.end();
}

/// The member of an object that `write` writes, without the braces around it.
template <typename Write>
std::string line_with(Write write) {
  JsonWriter writer;
  writer.object();
  write(writer);
  const std::string text = std::move(writer.end()).take();
  return text.substr(1, text.size() - 2);
}

}  // namespace

// A tool that only reads sends nothing, and one that only writes returns nothing that it has read.
FlowLabels probable_labels(const Tool& tool) {
  const std::vector<std::string> words = words_of(tool.name);
  const bool only_reads = tool.annotations.read_only_hint.value_or(false);
  const bool is_open = tool.annotations.open_world_hint.value_or(false);
  FlowLabels labels;
  labels.sends = !only_reads && (has_word(words, kSendingWords) || is_open);
  labels.is_private = !labels.sends && has_word(words, kPrivateWords);
  labels.is_untrusted = !labels.sends && (has_word(words, kUntrustedWords) || is_open);
  return labels;
}

std::optional<std::string> label_line(const std::vector<Tool>& tools) {
  std::vector<std::pair<std::string, FlowLabels>> labelled;
  for (const Tool& tool : tools) labelled.emplace_back(tool.name, probable_labels(tool));
  const bool are_same = std::all_of(labelled.begin(), labelled.end(),
                                    [&](const auto& one) { return one.second == labelled.front().second; });
  if (are_same) {
    if (labelled.empty() || labelled.front().second.empty()) return std::nullopt;
    return line_with([&](JsonWriter& writer) { write_labels(writer, labelled.front().second); });
  }
  return line_with([&](JsonWriter& writer) {
    writer.key("tools").object();
    for (const auto& [name, labels] : labelled) {
      if (labels.empty()) continue;
      write_labels(writer.key(name).object(), labels);
      writer.end();
    }
    writer.end();
  });
}

bool lacks_labels(const config::CallPolicy& policy) {
  if (!policy.labels.empty() || !policy.tool_labels.empty()) return false;
  const auto latest = std::find_if(policy.approve.rbegin(), policy.approve.rend(),
                                   [](const std::string& one) { return one.ends_with(config::kFlowEntry); });
  return latest != policy.approve.rend() && *latest == config::kFlowEntry;
}

}  // namespace workbench::app
