#include "jsonrpc/valid_error.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::jsonrpc {
namespace {

/// Bytes of an error without a text that are shown as its message.
constexpr std::size_t kMaxShown = 300;

bool is_integer(const Json& code) {
  std::string_view digits = code.text();
  if (code.kind() != JsonKind::number) return false;
  if (digits.front() == '-') digits.remove_prefix(1);
  return std::all_of(digits.begin(), digits.end(), base::is_ascii_digit);
}

/// `-32000.0` and `"-32000"` are -32000; absent: it is not a number, or does not fit into 32 bits, which is what
/// several official clients have for it.
std::optional<int> integer_in(const Json& code) {
  const std::string text = code.kind() == JsonKind::string ? json::characters(code) : std::string(code.text());
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && stop == text.data() + text.size();
  if (!is_number || std::trunc(value) != value) return std::nullopt;
  if (std::abs(value) > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(value);
}

/// What the peer says of the error: where its message should be, or in a member that others use for it.
std::string words_in(const Json& error) {
  if (error.kind() == JsonKind::string) return json::characters(error);
  for (const std::string_view name : {"message", "error", "detail", "description", "data"}) {
    std::string words = json::member_characters(error, name);
    if (!words.empty()) return words;
  }
  return "an error response without a message: " + base::shortened(error.text(), kMaxShown);
}

}  // namespace

ValidError valid_error(const Json& error) {
  constexpr std::array<std::string_view, 2> kNames{"code", "message"};
  std::array<Json, 2> found;
  json::pick_members(error, kNames, found);
  const auto& [code, message] = found;
  if (is_integer(code) && integer_in(code) && message.kind() == JsonKind::string) {
    std::string text = json::characters(message);
    if (text.empty()) text = "an error response without a message";
    return {error, std::move(text), false};
  }
  std::string words = words_in(error);
  Json object = error_object(integer_in(code).value_or(kInternalError), words, error);
  return {std::move(object), std::move(words), true};
}

}  // namespace workbench::jsonrpc
