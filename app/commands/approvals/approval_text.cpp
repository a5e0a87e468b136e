#include "commands/approvals/approval_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "json/lookup.hpp"
#include "process/table.hpp"

namespace workbench::app {
namespace {

/// The beginning of the arguments that a row has.
constexpr std::size_t kPreviewBytes = 60;

/// A string as its characters, anything else as JSON; empty if it is absent.
std::string plain_text(const Json& value) {
  return value.kind() == JsonKind::string ? json::characters(value) : std::string(value.text());
}

std::string plain_member(const Json& object, std::string_view name) {
  return plain_text(json::member(object, name));
}

/// "12 s", "3 min".
std::string seconds_member(const Json& object, std::string_view name) {
  const unsigned long long seconds = std::strtoull(plain_member(object, name).c_str(), nullptr, 10);
  return seconds < 120 ? std::to_string(seconds) + " s" : std::to_string(seconds / 60) + " min";
}

/// Cut before the first byte of a character.
std::string preview(const Json& call) {
  const Json arguments = json::member(call, "arguments");
  std::string text = base::visible_line(plain_text(arguments));
  if (text.size() <= kPreviewBytes) return text;
  std::size_t end = kPreviewBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "...";
}

/// "cursor, as ada".
std::string asker(const Json& call) {
  std::string text = plain_member(call, "client");
  if (text.empty()) text = "a client without a name";
  const std::string principal = plain_member(call, "principal");
  return principal.empty() ? text : text + ", as " + principal;
}

/// Strings joined, anything else as JSON.
std::string listed_member(const Json& object, std::string_view name) {
  const Json value = json::member(object, name);
  if (value.kind() != JsonKind::array) return plain_text(value);
  std::vector<std::string> texts;
  for (const Json& element : json::elements(value)) texts.push_back(plain_text(element));
  return texts.empty() ? std::string() : base::listed(texts);
}

/// Nothing if there is no text.
void add_row(std::string& text, std::string_view label, const std::string& value) {
  constexpr std::size_t kLabelWidth = 12;
  if (value.empty()) return;
  std::string padded(label);
  padded.resize(std::max(kLabelWidth, label.size() + 1), ' ');
  text += "  " + padded + base::visible_line(value) + "\n";
}

/// With their size and hash if they are not shown whole, which most inboxes have added already.
std::string arguments_of(const Json& call) {
  const std::string arguments = plain_member(call, "arguments");
  if (arguments.empty()) return "none";
  if (plain_member(call, "argumentsAreCut") != "true") return arguments;
  const std::string hash = plain_member(call, "argumentsSha256");
  if (hash.empty() || arguments.find(hash) != std::string::npos) return arguments;
  return arguments + " (" + plain_member(call, "argumentBytes") + " bytes, SHA-256 " + hash + ")";
}

std::vector<std::string> row_of(const OperatedItem& item, bool names_workbench) {
  std::vector<std::string> cells;
  if (names_workbench) cells.push_back(item.workbench->name());
  cells.push_back(item.id());
  return cells;
}

std::vector<std::string> heading(bool names_workbench, std::vector<std::string> columns) {
  if (names_workbench) columns.insert(columns.begin(), "PROCESS");
  return columns;
}

/// The members of a call that have a row of their own, or say the same as one.
bool has_own_row(std::string_view name) {
  for (const std::string_view known :
       {"id",    "principal", "client",        "toolbox",         "server",           "tool",  "method", "name",
        "hints", "arguments", "rules",         "waitingSeconds",  "expiresInSeconds", "title", "flow",   "since",
        "label", "state",     "argumentBytes", "argumentsSha256", "argumentsAreCut"}) {
    if (name == known) return true;
  }
  return false;
}

}  // namespace

std::string target_of(const Json& call) {
  const std::string server = plain_member(call, "toolbox") + "/" + plain_member(call, "server");
  const std::string tool = plain_member(call, "tool");
  if (!tool.empty()) return server + "/" + tool;
  return server + " " + plain_member(call, "method") + " " + plain_member(call, "name");
}

std::string waiting_table(const std::vector<OperatedItem>& calls, bool names_workbench, std::size_t width) {
  Table table;
  table.add(heading(names_workbench, {"ID", "CALL", "FROM", "WAITS", "ARGUMENTS"}));
  for (const OperatedItem& one : calls) {
    std::vector<std::string> row = row_of(one, names_workbench);
    row.insert(row.end(),
               {target_of(one.item), asker(one.item), seconds_member(one.item, "waitingSeconds"), preview(one.item)});
    table.add(std::move(row));
  }
  return table.text(width);
}

std::string whole_call_text(const Json& call) {
  std::string text = base::visible_line(target_of(call)) + "\n";
  add_row(text, "id", plain_member(call, "id"));
  add_row(text, "title", plain_member(call, "title"));
  add_row(text, "from", asker(call));
  add_row(text, "because of", listed_member(call, "rules"));
  add_row(text, "flow", plain_member(call, "flow"));
  add_row(text, "hints", listed_member(call, "hints"));
  add_row(text, "definition", plain_member(call, "since"));
  for (const JsonMember& member : json::members(call)) {
    if (!has_own_row(member.key)) add_row(text, base::visible_line(member.key), listed_member(call, member.key));
  }
  add_row(text, "waits",
          seconds_member(call, "waitingSeconds") + ", expires in " + seconds_member(call, "expiresInSeconds"));
  add_row(text, "arguments", arguments_of(call));
  return text;
}

std::string standing_table(const std::vector<OperatedItem>& decisions, bool names_workbench, std::size_t width) {
  Table table;
  table.add(heading(names_workbench, {"ID", "CALLS", "FOR", "BY", "SINCE", "ARGUMENTS"}));
  for (const OperatedItem& one : decisions) {
    const std::string who = plain_member(one.item, "who");
    std::vector<std::string> row = row_of(one, names_workbench);
    const bool has_arguments = !json::member(one.item, "arguments").is_absent();
    row.insert(row.end(), {target_of(one.item), asker(one.item),
                           (who.empty() ? "a person" : who) + " (" + plain_member(one.item, "how") + ")",
                           plain_member(one.item, "since"), has_arguments ? preview(one.item) : "any"});
    table.add(std::move(row));
  }
  return table.text(width);
}

}  // namespace workbench::app
