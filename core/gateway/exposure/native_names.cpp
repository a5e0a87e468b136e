#include "gateway/exposure/native_names.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace workbench::gateway {
namespace {

constexpr std::string_view kSeparator = "__";

/// FNV-1a, because the standard library's hash may differ between two builds.
std::string fingerprint(const ToolIdentifier& tool, unsigned attempt) {
  std::uint64_t hash = 14695981039346656037U + attempt;
  const auto mix = [&hash](std::string_view text) {
    for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211U;
    hash = (hash ^ 0xFFU) * 1099511628211U;  // no UTF-8 text holds this byte
  };
  mix(tool.toolbox);
  mix(tool.server);
  mix(tool.tool);
  std::string digits;
  for (int shift = 28; shift >= 0; shift -= 4)
    digits += base::hex_digit(static_cast<unsigned>(hash >> static_cast<unsigned>(shift)));
  return digits;
}

}  // namespace

std::string registered_name(const ToolIdentifier& tool, std::optional<std::size_t> max_bytes) {
  std::string name = tool.toolbox;
  name.append(kSeparator).append(tool.server).append(kSeparator).append(tool.tool);
  const std::size_t limit = std::min(max_bytes.value_or(kMaxNativeName), kMaxNativeName);
  if (name.size() <= limit && std::all_of(name.begin(), name.end(), is_native_character)) return name;
  return with_fingerprint(with_native_characters(std::move(name)), tool, limit);
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

std::string with_fingerprint(std::string_view name, const ToolIdentifier& tool, std::size_t max_bytes,
                             unsigned attempt) {
  const std::string ending = "_" + fingerprint(tool, attempt);
  return std::string(base::up_to_character(name, max_bytes - ending.size())) + ending;
}

}  // namespace workbench::gateway
