#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include <workbench/json.hpp>

#include "json/raw_string.hpp"

namespace workbench::jsonrpc {

/// A JSON-RPC request id or a progress token: a string or a number, kept as it was written. Two ids are the same if
/// they have the same JSON type and value: `1` and `"1"` are two ids, `"a"` and `"\u0061"` are one. A number is
/// compared as it is written, so `1` and `1.0` are two.
class Id {
 public:
  /// No id.
  Id() = default;

  /// An id of our own.
  explicit Id(std::uint64_t number) : raw_(std::to_string(number)) {}

  /// The id written as `value`; absent unless that is a string or a number.
  [[nodiscard]] static Id from(const Json& value) {
    Id id;
    const JsonKind kind = value.kind();
    if (kind != JsonKind::string && kind != JsonKind::number) return id;
    id.raw_ = value.text();
    if (kind == JsonKind::number) return id;
    if (const json::RawString raw = json::raw_string_of(id.raw_); raw.escaped) {
      // With quotes around it, like any other string's, so that "1" and 1 stay two ids.
      id.unescaped_ = std::make_shared<const std::string>('"' + raw.decoded_for_comparison() + '"');
    }
    return id;
  }

  [[nodiscard]] bool is_absent() const noexcept { return raw_.empty(); }

  /// Whether it is a string or an integer, as MCP demands of the ids of requests and of progress tokens; JSON-RPC has
  /// any number. `1.0` is an integer, as in JSON Schema.
  [[nodiscard]] bool is_string_or_integer() const noexcept {
    if (is_absent()) return false;
    const auto is_of_fraction = [](char byte) { return byte == '.' || byte == 'e' || byte == 'E'; };
    if (raw_.front() == '"' || std::none_of(raw_.begin(), raw_.end(), is_of_fraction)) return true;
    double value = 0;
    const auto [stop, error] = std::from_chars(raw_.data(), raw_.data() + raw_.size(), value);
    return error == std::errc() && std::trunc(value) == value;
  }

  /// As it was written, to be sent back to the peer.
  [[nodiscard]] const std::string& raw() const noexcept { return raw_; }

  /// The number, if this is an id of ours as we write it (a plain unsigned integer); 0 otherwise.
  [[nodiscard]] std::uint64_t own_number() const noexcept {
    std::uint64_t number = 0;
    const char* const end = raw_.data() + raw_.size();
    const auto [stop, error] = std::from_chars(raw_.data(), end, number);
    return error == std::errc() && stop == end ? number : 0;
  }

  /// The same if it came back in another form: peers whose numbers are all floats send 7 back as `7.0`, others as
  /// `"7"`. Only for what refers to requests of ours, where it can mean nothing else.
  [[nodiscard]] std::uint64_t own_number_in_any_form() const {
    const std::uint64_t number = own_number();
    return number != 0 ? number : own_number_in_other_form();
  }

  [[nodiscard]] friend bool operator==(const Id& a, const Id& b) noexcept { return a.key() == b.key(); }

  /// Not noexcept, because the standard library keeps only the values of hashes that may throw: it would hash the ids
  /// of neighbours again and again.
  struct Hash {
    std::size_t operator()(const Id& id) const { return std::hash<std::string_view>{}(id.key()); }
  };

 private:
  [[nodiscard]] std::uint64_t own_number_in_other_form() const;

  /// What is compared: the text without escapes.
  [[nodiscard]] std::string_view key() const noexcept { return unescaped_ == nullptr ? raw_ : *unescaped_; }

  std::string raw_;
  std::shared_ptr<const std::string> unescaped_;  // null: there are no escapes
};

}  // namespace workbench::jsonrpc
