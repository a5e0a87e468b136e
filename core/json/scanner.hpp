#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "json/raw_string.hpp"

namespace workbench::json {

/// Where a text stops being acceptable JSON, and why.
struct Fault {
  std::size_t offset = 0;  ///< in bytes from the beginning of the text
  std::string_view
      what;  ///< a phrase with static lifetime, such as "expected ':' after the key"; never quotes the text
};

/// Fault::what of a text that would be valid JSON, as far as it was read, if all its bytes were UTF-8.
inline constexpr std::string_view kInvalidUtf8 = "invalid UTF-8";

/// The deepest nesting that a limit can allow: a greater one means this one.
inline constexpr std::size_t kMaxDepth = 16'384;

/// Reads one JSON text from front to back and checks every byte on the way: RFC 8259 to the letter, valid UTF-8, no
/// deeper than `max_depth`. Allocates nothing, does not recurse, converts no number (any that the grammar allows
/// passes), and hands out values as slices of the text. The text must outlive the scanner.
///
/// The first fault ends the reading: every call after it returns false, or an empty slice.
///
/// A long text can be read in slices: after pause_after(), value() and next_key() return early when that much has been
/// read, and continue at that place when they are called again.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t max_depth) noexcept;

  /// Ends the slice about `bytes` from here, at least one: between two values, or inside a string. Blanks, numbers and
  /// opening brackets in a row are not divided.
  void pause_after(std::size_t bytes) noexcept;

  /// Whether the slice has been read, so that it is time for the next one. It is not when all of the text has been.
  [[nodiscard]] bool is_slice_read() const noexcept { return at_ >= stop_ && stop_ != end_; }

  /// Whether the last call returned because the slice had been read, in the middle of its value or key.
  [[nodiscard]] bool is_paused() const noexcept { return pause_ != Pause::none; }

  /// How much of the text has been read, in bytes.
  [[nodiscard]] std::size_t offset() const noexcept { return static_cast<std::size_t>(at_ - begin_); }

  /// Reads the next value, of whatever kind, to its end, and returns it without blanks around it.
  [[nodiscard]] std::string_view value() noexcept;

  /// Enters the object that comes next. False: the next value is something else, which value() may read.
  [[nodiscard]] bool enter_object() noexcept;

  /// Reads on to the value of the next member of the object that was entered. False: there was none and the object is
  /// behind us, or there was a fault. The value() must be read before the next key is asked for.
  [[nodiscard]] bool next_key(RawString& key) noexcept;

  /// Whether nothing but blanks follows; something else is a fault.
  [[nodiscard]] bool finish() noexcept;

  [[nodiscard]] const std::optional<Fault>& fault() const noexcept { return fault_; }

  /// Whether there is half of a surrogate pair, as an escape (`\ud83d`), with or without its other half, in the strings
  /// that have been read, keys included. Without a meaning after a fault.
  [[nodiscard]] bool has_surrogates() const noexcept { return has_surrogates_; }

 private:
  enum class Container : bool { array, object };
  enum class Pause : unsigned char { none, before_value, in_string, in_key };

  // The scan functions get the place where something begins and return the place after it, or null after a fault or at
  // a pause. The place travels in a register: kept in a member, it would double the time. The inline functions are the
  // steps of one loop, which is all of it for most messages, and are used in scanner.cpp alone.
  inline const char* scan_values(const char* at, std::size_t outside) noexcept;
  const char* resume_values(std::size_t outside) noexcept;
  inline const char* descend(const char* at) noexcept;
  inline const char* ascend(const char* at, std::size_t outside) noexcept;
  inline const char* scan_key(const char* at, RawString& key) noexcept;
  inline const char* scan_colon(const char* at) noexcept;
  const char* resume_key(RawString& key) noexcept;
  inline const char* scan_string(const char* at, RawString& string) noexcept;
  const char* scan_any_string(const char* at, RawString& string) noexcept;
  const char* resume_string(RawString& string) noexcept;
  inline const char* scan_string_on(const char* at, const char* start, bool escaped, RawString& string) noexcept;
  const char* scan_escape(const char* at) noexcept;
  const char* scan_number(const char* at) noexcept;
  const char* scan_digits(const char* at) noexcept;
  const char* scan_word(const char* at, std::string_view word) noexcept;
  [[nodiscard]] inline const char* skip_blanks(const char* at) const noexcept;
  [[nodiscard]] bool is(const char* at, char byte) const noexcept { return at != end_ && *at == byte; }

  inline const char* open(const char* at, Container container) noexcept;
  inline const char* close(const char* at) noexcept;
  [[nodiscard]] inline Container innermost() const noexcept;
  std::nullptr_t fail(const char* at, std::string_view what) noexcept;
  std::nullptr_t pause(const char* at, Pause where) noexcept;

  const char* const begin_;
  const char* const end_;
  const char* at_;
  const char* stop_;  // of the slice
  const std::size_t max_depth_;
  std::size_t depth_ = 0;
  bool first_member_ = true;
  bool has_surrogates_ = false;
  Pause pause_ = Pause::none;
  // While paused, the state of what is to be read on: a value's beginning and the depth around it, and a string so far.
  const char* value_start_ = nullptr;
  std::size_t value_outside_ = 0;
  const char* string_start_ = nullptr;
  bool string_escaped_ = false;
  std::optional<Fault> fault_;
  std::array<std::uint64_t, kMaxDepth / 64> containers_;  // one bit a level; those below depth_ have been written
};

/// Checks a whole text: one value, blanks around it allowed. Absent: it is acceptable.
[[nodiscard]] std::optional<Fault> check(std::string_view text, std::size_t max_depth) noexcept;

}  // namespace workbench::json
