#include "listener/mirrored_headers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace workbench::http {
namespace {

constexpr std::string_view kOpening = "=?base64?";
constexpr std::string_view kClosing = "?=";

std::optional<std::uint32_t> value_of(char letter) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::size_t place = kAlphabet.find(letter);
  if (place == std::string_view::npos) return std::nullopt;
  return static_cast<std::uint32_t>(place);
}

/// RFC 4648, section 4, to the letter: with padding, and no bits left over.
std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  for (std::size_t place = 0; place < text.size(); place += 4) {
    const std::string_view group = text.substr(place, 4);
    const std::size_t padding = group.ends_with("==") ? 2 : group.ends_with('=') ? 1 : 0;
    if (padding > 0 && place + 4 != text.size()) return std::nullopt;
    std::uint32_t bits = 0;
    for (std::size_t letter = 0; letter != 4; ++letter) {
      const auto value = letter < 4 - padding ? value_of(group[letter]) : std::optional<std::uint32_t>(0);
      if (!value) return std::nullopt;
      bits = bits << 6U | *value;
    }
    if (padding > 0 && (bits & (padding == 1 ? 0xFFU : 0xFFFFU)) != 0) return std::nullopt;
    for (std::size_t byte = 0; byte != 3 - padding; ++byte) {
      bytes.push_back(static_cast<char>(bits >> (16 - 8 * byte) & 0xFFU));
    }
  }
  return bytes;
}

bool is_plain(char letter) {
  return letter == '\t' || (letter >= ' ' && letter <= '~');
}

std::optional<std::string> compare(const Fields& fields, std::string_view name, std::string_view expected,
                                   std::string_view what) {
  const std::string* field = fields.find(name);
  if (field == nullptr) return "the field " + std::string(name) + " is missing";
  const auto text = decoded_field(*field);
  if (!text) return "the field " + std::string(name) + " is malformed";
  if (*text != expected) return "the field " + std::string(name) + " is not the body's " + std::string(what);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> decoded_field(std::string_view value) {
  if (value.size() >= kOpening.size() + kClosing.size() && value.starts_with(kOpening) && value.ends_with(kClosing)) {
    value.remove_prefix(kOpening.size());
    value.remove_suffix(kClosing.size());
    return from_base64(value);
  }
  if (!std::all_of(value.begin(), value.end(), is_plain)) return std::nullopt;
  return std::string(value);
}

std::optional<std::string> disagreement(const Fields& fields, const MessageHead& head) {
  if (!head.requested_version.empty()) {
    const std::string* version = fields.find("MCP-Protocol-Version");
    if (version == nullptr) return "the field MCP-Protocol-Version is missing";
    if (*version != head.requested_version) return "the field MCP-Protocol-Version is not the body's protocol version";
  }
  if (head.kind != MessageHead::Kind::request) return std::nullopt;
  if (auto wrong = compare(fields, "Mcp-Method", head.method, "method")) return wrong;
  if (!head.has_name) return std::nullopt;
  return compare(fields, "Mcp-Name", head.name, "name");
}

}  // namespace workbench::http
