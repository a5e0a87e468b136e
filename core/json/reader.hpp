#pragma once

#include <string_view>

#include "json/raw_string.hpp"

namespace workbench::json {

/// Steps through the members of an object that has been checked before. Does not check again: values are skipped by
/// their quotes and brackets. Given something else it stops early, within the text. The text must outlive the reader.
///
///     for (MemberReader member(object); member.next();) use(member.key(), member.value());
class MemberReader {
 public:
  explicit MemberReader(std::string_view object) noexcept;

  /// Goes to the first or next member. False: there is none.
  [[nodiscard]] bool next() noexcept;

  [[nodiscard]] RawString key() const noexcept { return key_; }
  [[nodiscard]] std::string_view value() const noexcept { return value_; }

 private:
  const char* at_;
  const char* end_;
  RawString key_;
  std::string_view value_;
};

/// The same for the elements of an array.
class ElementReader {
 public:
  explicit ElementReader(std::string_view array) noexcept;

  [[nodiscard]] bool next() noexcept;

  [[nodiscard]] std::string_view value() const noexcept { return value_; }

 private:
  const char* at_;
  const char* end_;
  std::string_view value_;
};

/// A text without the JSON blanks around it.
[[nodiscard]] std::string_view without_blanks(std::string_view text) noexcept;

}  // namespace workbench::json
