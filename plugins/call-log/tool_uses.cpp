#include "tool_uses.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "utc_text.hpp"

namespace workbench::call_log {
namespace {

constexpr std::string_view kFormat = "mcp-workbench tool uses 1";

Error foreign() {
  return {ErrorKind::protocol, "it is not a file of tool uses, or is damaged"};
}

bool is_day(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00";
  if (text.size() != kForm.size()) return false;
  for (std::size_t at = 0; at != text.size(); ++at) {
    const bool is_digit = text[at] >= '0' && text[at] <= '9';
    if (kForm[at] == '0' ? !is_digit : text[at] != '-') return false;
  }
  return true;
}

std::uint64_t count_of(const Json& value) {
  std::uint64_t count = 0;
  const std::string_view text = value.text();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  return error == std::errc() && end == text.data() + text.size() ? count : 0;
}

/// A sum that does not overflow, whatever a file says.
std::uint64_t sum(std::uint64_t one, std::uint64_t other) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() / 64;  // so that 30 days have a sum, too
  return std::min(most, std::min(most, one) + std::min(most, other));
}

}  // namespace

std::string first_day_of(std::chrono::system_clock::time_point today) {
  return format_day(today - std::chrono::days(ToolUses::kDays - 1));
}

void ToolUses::add(Tool tool, const std::string& day, std::uint64_t calls) {
  std::uint64_t& count = tools_[std::move(tool)][day];
  count = sum(count, calls);
  if (since_.empty() || day < since_) since_ = day;
}

void ToolUses::add(const ToolUses& other) {
  for (const auto& [tool, days] : other.tools_) {
    for (const auto& [day, calls] : days) add(tool, day, calls);
  }
  if (since_.empty() || (!other.since_.empty() && other.since_ < since_)) since_ = other.since_;
}

void ToolUses::limit(const std::string& first_day, const std::string& today) {
  since_ = since_.empty() ? today : std::max(since_, first_day);
  for (auto& [tool, days] : tools_) days.erase(days.begin(), days.lower_bound(first_day));
  std::erase_if(tools_, [](const auto& tool) { return tool.second.empty(); });
  if (tools_.size() <= kMaxTools) return;
  drop_least_recent(tools_.size() - kMaxTools);
}

/// All that were last used before the day of the last one to go, and as many of that day as are still needed.
void ToolUses::drop_least_recent(std::size_t count) {
  std::vector<std::string> last_days;
  for (const auto& [tool, days] : tools_) last_days.push_back(days.rbegin()->first);
  const auto place = last_days.begin() + static_cast<std::ptrdiff_t>(count - 1);
  std::nth_element(last_days.begin(), place, last_days.end());
  count -= std::erase_if(tools_, [&](const auto& tool) { return tool.second.rbegin()->first < *place; });
  std::erase_if(tools_,
                [&](const auto& tool) { return count > 0 && tool.second.rbegin()->first == *place && count-- > 0; });
}

Json ToolUses::to_file() const {
  JsonWriter writer;
  writer.object().member("format", kFormat).member("since", since_).key("tools").array();
  for (const auto& [tool, days] : tools_) {
    writer.object().member("toolbox", tool.toolbox).member("server", tool.server).member("tool", tool.tool);
    writer.key("days").object();
    for (const auto& [day, calls] : days) writer.member(day, calls);
    writer.end().end();
  }
  writer.end().end();
  return std::move(writer).json();
}

Result<ToolUses> ToolUses::read(std::string written, const JsonAccess& json) {
  const auto file = json.checked(std::move(written));
  if (!file) return Error{ErrorKind::protocol, file.error().message};
  constexpr std::array<std::string_view, 3> kNames{"format", "since", "tools"};
  constexpr std::array<std::string_view, 4> kOfTool{"toolbox", "server", "tool", "days"};
  const auto text_of = [&](const Json& value) {
    const auto text = json.characters(value);
    return text ? *text : std::string();
  };
  std::array<Json, 3> found;
  if (!json.pick(*file, kNames, found) || text_of(found[0]) != kFormat) return foreign();
  ToolUses uses;
  uses.since_ = text_of(found[1]);
  const auto tools = json.elements(found[2]);
  if (!is_day(uses.since_) || !tools) return foreign();
  for (const Json& tool : *tools) {
    std::array<Json, 4> parts;
    if (!json.pick(tool, kOfTool, parts)) return foreign();
    const auto days = json.members(parts[3]);
    if (!days) return foreign();
    for (const JsonMember& day : *days) {
      const std::uint64_t calls = count_of(day.value);
      if (!is_day(day.key) || calls == 0) return foreign();
      uses.add(Tool{text_of(parts[0]), text_of(parts[1]), text_of(parts[2])}, day.key, calls);
    }
  }
  return uses;
}

Json ToolUses::report() const {
  JsonWriter writer;
  writer.object().member("since", since_).key("tools").array();
  for (const auto& [tool, days] : tools_) {
    std::uint64_t calls = 0;
    for (const auto& [day, count] : days) calls += count;
    writer.object().member("toolbox", tool.toolbox).member("server", tool.server).member("tool", tool.tool);
    writer.member("calls", calls).member("lastUsed", days.rbegin()->first).end();
  }
  writer.end().end();
  return std::move(writer).json();
}

}  // namespace workbench::call_log
