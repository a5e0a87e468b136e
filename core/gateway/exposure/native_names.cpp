#include "gateway/exposure/native_names.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/fingerprint.hpp"

namespace workbench::gateway {
namespace {

constexpr std::string_view kSeparator = "__";

std::string fingerprint(const ToolIdentifier& tool, unsigned attempt) {
  std::uint64_t hash = base::kFirstFingerprint + attempt;
  for (const std::string* const part : {&tool.toolbox, &tool.server, &tool.tool}) {
    hash = base::fingerprint(*part, hash);
    hash = base::fingerprint("\xFF", hash);  // no UTF-8 text holds this byte
  }
  return base::fingerprint_digits(hash);
}

/// `PART__` within `max_bytes`; empty if there is no part, or no room for a character of it.
std::string before_others(std::string_view part, std::size_t max_bytes) {
  if (part.empty() || max_bytes <= kSeparator.size()) return {};
  return with_native_characters(std::string(part)).substr(0, max_bytes - kSeparator.size()).append(kSeparator);
}

/// with_fingerprint(), whatever its first character is.
std::string cut_with_fingerprint(const ToolIdentifier& shown, const ToolIdentifier& tool, std::size_t max_bytes,
                                 unsigned attempt) {
  const std::string ending = "_" + fingerprint(tool, attempt);
  std::string name = with_native_characters(shown.tool).substr(0, max_bytes - ending.size());
  const std::size_t room = max_bytes - ending.size() - name.size();
  // The server has half of what is left, and whatever the toolbox does not need.
  const std::size_t for_toolbox = std::min(room / 2, before_others(shown.toolbox, room).size());
  name.insert(0, before_others(shown.server, room - for_toolbox));
  const std::size_t left = max_bytes - ending.size() - name.size();
  name.insert(0, before_others(shown.toolbox, left));
  return name + ending;
}

}  // namespace

bool is_native_name(std::string_view name) {
  return name.size() <= kMaxNativeName && !name.empty() && may_begin_native_name(name.front()) &&
         std::all_of(name.begin(), name.end(), is_native_character);
}

std::string registered_name(const ToolIdentifier& tool, std::optional<std::size_t> max_bytes) {
  std::string name = tool.toolbox;
  name.append(kSeparator).append(tool.server).append(kSeparator).append(tool.tool);
  const std::size_t limit = std::min(max_bytes.value_or(kMaxNativeName), kMaxNativeName);
  if (name.size() <= limit && is_native_name(name)) return name;
  return with_fingerprint(tool, tool, limit);
}

std::string with_native_characters(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char byte) { return !is_native_character(byte); }, '_');
  return name;
}

bool has_fingerprint(std::string_view name) {
  constexpr std::size_t kDigits = 8;
  if (name.size() <= kDigits || name[name.size() - kDigits - 1] != '_') return false;
  const std::string_view digits = name.substr(name.size() - kDigits);
  return digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::optional<ToolIdentifier> split_registered_name(std::string_view name) {
  const std::size_t first = name.find(kSeparator);
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = name.find(kSeparator, first + kSeparator.size());
  if (second == std::string_view::npos) return std::nullopt;
  ToolIdentifier tool{std::string(name.substr(0, first)),
                      std::string(name.substr(first + kSeparator.size(), second - first - kSeparator.size())),
                      std::string(name.substr(second + kSeparator.size()))};
  if (tool.toolbox.empty() || tool.server.empty() || tool.tool.empty()) return std::nullopt;
  return tool;
}

std::string with_fingerprint(const ToolIdentifier& shown, const ToolIdentifier& tool, std::size_t max_bytes,
                             unsigned attempt) {
  std::string name = cut_with_fingerprint(shown, tool, max_bytes, attempt);
  if (may_begin_native_name(name.front())) return name;
  return "_" + cut_with_fingerprint(shown, tool, max_bytes - 1, attempt);
}

}  // namespace workbench::gateway
