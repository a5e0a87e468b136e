#include "protocol/content/base64_data.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/ascii.hpp"
#include "json/raw_string.hpp"

namespace workbench::protocol {
namespace {

/// The six bits of each character of the standard alphabet; kNoBase64 for all others.
constexpr std::uint8_t kNoBase64 = 0xFF;
constexpr std::uint8_t kMaxBase64Value = 0x3F;
constexpr std::array<std::uint8_t, 256> kBase64Values = [] {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<std::uint8_t, 256> values{};
  for (std::uint8_t& value : values) value = kNoBase64;
  for (std::size_t at = 0; at != kAlphabet.size(); ++at) {
    values[static_cast<unsigned char>(kAlphabet[at])] = static_cast<std::uint8_t>(at);
  }
  return values;
}();

std::uint8_t base64_value(char character) {
  return kBase64Values[static_cast<unsigned char>(character)];
}

/// Without a branch for each of perhaps millions of characters.
bool is_base64_alphabet(std::string_view text) {
  unsigned bits = 0;
  for (const char character : text) bits |= base64_value(character);
  return bits <= kMaxBase64Value;
}

/// The beginning of what base64 encodes, as far as `size` bytes and whole groups of four characters go.
std::string first_bytes(std::string_view base64, std::size_t size) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char character : base64.substr(0, (size + 2) / 3 * 4)) {
    const std::uint8_t value = base64_value(character);
    if (value == kNoBase64) break;  // the padding
    bits = bits << 6U | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(static_cast<unsigned char>(bits >> static_cast<unsigned>(count)));
  }
  return bytes;
}

/// The data of a `data:` URL in base64, and its media type. Another text stays as it is.
std::pair<std::string_view, std::string> without_data_url(std::string_view written) {
  constexpr std::string_view kScheme = "data:";
  constexpr std::string_view kEncoding = ";base64";
  constexpr std::size_t kMaxHead = 200;
  const std::size_t comma = written.substr(0, kMaxHead).find(',');
  if (comma == std::string_view::npos) return {written, {}};
  const std::string head = base::ascii_lower(written.substr(0, comma));
  if (!head.starts_with(kScheme) || !head.ends_with(kEncoding)) return {written, {}};
  const std::size_t type_end = head.find(';');
  return {written.substr(comma + 1), head.substr(kScheme.size(), type_end - kScheme.size())};
}

}  // namespace

bool is_plain_base64(std::string_view text) {
  if (text.size() % 4 != 0) return false;
  for (int padding = 0; padding != 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  return is_base64_alphabet(text);
}

bool is_plain_base64(const Json& value) {
  if (value.kind() != JsonKind::string) return false;
  const json::RawString string = json::raw_string_of(value.text());
  return !string.escaped && is_plain_base64(string.text);
}

std::optional<Base64Data> read_base64(std::string_view written) {
  auto [data, media_type] = without_data_url(written);
  std::string text;
  text.reserve(data.size() + 2);
  for (const char byte : data) {
    const bool is_line_break_or_blank = byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
    if (!is_line_break_or_blank) text += byte == '-' ? '+' : byte == '_' ? '/' : byte;
  }
  while (text.ends_with('=')) text.pop_back();
  if (text.size() % 4 == 1 || !is_base64_alphabet(text)) return std::nullopt;
  text.append((4 - text.size() % 4) % 4, '=');
  return Base64Data{std::move(text), std::move(media_type)};
}

std::string_view image_type_of(std::string_view base64) {
  constexpr std::size_t kHeadBytes = 12;
  const std::string head = first_bytes(base64, kHeadBytes);
  if (head.starts_with("\x89PNG\r\n\x1A\n")) return "image/png";
  if (head.starts_with("\xFF\xD8\xFF")) return "image/jpeg";
  if (head.starts_with("GIF8")) return "image/gif";
  if (head.starts_with("RIFF") && head.ends_with("WEBP")) return "image/webp";
  return {};
}

}  // namespace workbench::protocol
