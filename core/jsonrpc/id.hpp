#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <workbench/json.hpp>

namespace workbench::jsonrpc {

/// A JSON-RPC request id or a progress token: a string or a number, kept as it was spelled. Two ids are the same if
/// they have the same JSON type and value, so `1`, `"1"` and `1.0` are three ids, while `"a"` and `"\u0061"` are one.
class Id {
 public:
  /// No id.
  Id() = default;

  /// An id of our own.
  explicit Id(std::uint64_t number) : raw_(std::to_string(number)) {}

  /// The id written as `value`; absent unless that is a string or a number.
  [[nodiscard]] static Id from(const Json& value);

  [[nodiscard]] bool is_absent() const noexcept { return raw_.empty(); }

  /// As it was spelled: what goes back to the peer.
  [[nodiscard]] const std::string& raw() const noexcept { return raw_; }

  /// The number, if this is an id of our own (a plain unsigned integer); 0 otherwise.
  [[nodiscard]] std::uint64_t own_number() const noexcept;

  [[nodiscard]] friend bool operator==(const Id& a, const Id& b) noexcept { return a.key() == b.key(); }

  struct Hash {
    std::size_t operator()(const Id& id) const noexcept { return std::hash<std::string_view>{}(id.key()); }
  };

 private:
  /// The spelling without escapes; the same as raw_ unless that has any.
  [[nodiscard]] std::string_view key() const noexcept { return unescaped_ == nullptr ? raw_ : *unescaped_; }

  std::string raw_;
  std::shared_ptr<const std::string> unescaped_;  // null, of nearly all: there is nothing to unescape
};

}  // namespace workbench::jsonrpc
