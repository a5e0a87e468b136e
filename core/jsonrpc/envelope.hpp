#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <workbench/checked_message.hpp>

#include "jsonrpc/id.hpp"

namespace workbench::jsonrpc {

/// One JSON-RPC 2.0 message, read as far as routing needs: payloads stay slices of the received text.
/// A message that has an interpreted member twice is refused, because two readers could read two messages from it.
struct Envelope {
  enum class Kind { request, notification, result, error };

  Kind kind = Kind::notification;
  Id id;               ///< absent for a notification, and for an error whose sender could not read the id
  std::string method;  ///< decoded; request and notification
  Json params;         ///< request and notification; absent, or an object or array
  Json result;         ///< result
  Json error;          ///< error: as it was sent, mostly an object; see valid_error()

  /// See CheckedMessage::related_request. From a server: our own request that it was sent in the course of. From a
  /// client: the connection's name of the request that it is, or cancels. 0: the transport does not say.
  std::uint64_t related_request = 0;

  /// See CheckedMessage::scopes.
  std::shared_ptr<const Scopes> scopes;

  /// There are escapes of surrogates in its strings (Scanner::has_surrogates()). False as well if the text was checked
  /// before: that check has replaced halves of surrogate pairs.
  bool has_surrogates = false;
};

/// Why a text is not a message, and its id if that could be read.
struct Unreadable {
  enum class Fault {
    not_json,     ///< not valid JSON, not valid UTF-8, or nested too deeply (-32700)
    not_message,  ///< JSON, but not a JSON-RPC message (-32600)
  };
  Fault fault = Fault::not_json;
  std::string what;         ///< what is wrong and at which byte; never quotes the text
  Id id;                    ///< absent: not found
  bool is_request = false;  ///< a `method` was seen: the id is the peer's, not one of ours

  /// It has nothing of a message: what a program writes to its stdout besides, such as a log in JSON, whose lines may
  /// have an `id`, too.
  bool is_output = false;

  std::uint64_t related_request = 0;  ///< as in Envelope
};

/// The reason why a text is not JSON if its sender precedes its messages with headers.
inline constexpr std::string_view kContentLengthFraming =
    "it frames its messages with Content-Length headers, which MCP does not have: over stdio, a message is one line";

/// Reads one whole message, strictly: RFC 8259, valid UTF-8, no deeper than `max_depth`. Takes over the text.
[[nodiscard]] std::variant<Envelope, Unreadable> read_message(std::string text, std::size_t max_depth);

/// The same, but bytes that are not UTF-8 are read as U+FFFD; `has_other_bytes` becomes true if there are any.
[[nodiscard]] std::variant<Envelope, Unreadable> read_message_of_any_bytes(std::string text, std::size_t max_depth,
                                                                           bool& has_other_bytes);

/// The same for a message that was checked before, with its members found; nothing is scanned again.
[[nodiscard]] std::variant<Envelope, Unreadable> read_message(const CheckedMessage& message);

/// The same for a message inside a text that was checked before (a member of a batch).
[[nodiscard]] std::variant<Envelope, Unreadable> read_message(const Json& checked);

/// Whether the text is a JSON array (a JSON-RPC batch), judged by its first character.
[[nodiscard]] bool is_batch(std::string_view text);

/// The greatest number of messages in a batch. Each takes many times the memory and the time of its shortest text, so
/// the number is not left to the limit of the text.
inline constexpr std::size_t kMaxBatch = 1'000;

/// The messages of a batch, checked, in order.
[[nodiscard]] std::variant<std::vector<Json>, Unreadable> read_batch(std::string text, std::size_t max_depth);

/// The same for a text that was checked before.
[[nodiscard]] std::variant<std::vector<Json>, Unreadable> read_batch(const Json& checked);

/// The id in the beginning of a message that did not arrive whole, if it has one. Never throws, whatever the text.
[[nodiscard]] Unreadable salvage(std::string_view beginning);

}  // namespace workbench::jsonrpc
