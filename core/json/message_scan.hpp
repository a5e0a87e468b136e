#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "json/scanner.hpp"

namespace workbench::json {

/// The members that JSON-RPC 2.0 gives a meaning ("Request object", "Response object").
enum MessageMember : std::size_t { kJsonrpc, kId, kMethod, kParams, kResult, kError, kMessageMembers };
inline constexpr std::array<std::string_view, kMessageMembers> kMessageMemberNames{"jsonrpc", "id",     "method",
                                                                                   "params",  "result", "error"};

/// The result of one pass over the text of a message, as far as it went.
struct MessageFindings {
  std::array<std::string_view, kMessageMembers> value;  // the first of each, without blanks; empty: not there
  std::optional<MessageMember> duplicate;
  bool names_method = false;  // even if the method itself could not be read
  bool is_object = false;
  bool has_surrogates = false;  // `\ud83d` and the like, in any string; false after a fault
  std::optional<Fault> fault;
};

/// Checks a whole text as check() does and finds the members of a message on the way, at once or in slices. A text that
/// is not an object is only checked. The text must outlive the scan; between two slices, line breaks in the part that
/// has been read may be replaced by blanks.
class MessageScan {
 public:
  MessageScan(std::string_view text, std::size_t max_depth) noexcept : text_(text), scanner_(text, max_depth) {}

  /// Reads the rest.
  void finish() noexcept { static_cast<void>(advance(text_.size() + 1)); }

  /// Reads about `bytes` further bytes, see Scanner::pause_after(). Returns whether the scan is done.
  [[nodiscard]] bool advance(std::size_t bytes) noexcept;

  /// How much has been read, in bytes.
  [[nodiscard]] std::size_t offset() const noexcept { return scanner_.offset(); }

  /// All members, once the scan is done.
  [[nodiscard]] const MessageFindings& findings() const noexcept { return findings_; }

 private:
  enum class Next { begin, key, member_value, whole_value, end, nothing };

  void read_on() noexcept;
  [[nodiscard]] Next read_next() noexcept;
  [[nodiscard]] Next read_member_value() noexcept;

  const std::string_view text_;
  Scanner scanner_;
  Next next_ = Next::begin;
  RawString key_;
  MessageFindings findings_;
};

}  // namespace workbench::json
