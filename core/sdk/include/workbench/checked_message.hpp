#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/principal.hpp>

namespace workbench {

/// A text from outside that has been checked as JsonAccess::checked() checks it, and the members of a JSON-RPC message
/// that were found in the same pass. Made by the host (JsonAccess::checked_message(), MessageCheck), so that the text
/// is not read again; whether it is a message of JSON-RPC has not been decided. Not tied to a thread.
struct CheckedMessage {
  /// The whole text, without blanks around it. An array is a batch; only an object has the members below.
  Json whole;

  // The members of the object by their decoded names, each as it was written and a part of `whole`: the first if there
  // are several, absent if there is none.
  Json jsonrpc;
  Json id;
  Json method;
  Json params;
  Json result;
  Json error;

  /// The first of these six names that occurs more than once, decoded; it lives as long as the process. Two readers
  /// could read two messages from such a text.
  std::optional<std::string_view> repeated;

  /// Set by a connection to a server, if its transport shows it: the id, as it was written, of our request in
  /// whose course the server has sent this message (over HTTP, the one whose response stream it came on). Empty: the
  /// transport does not say. With it, what a server requests or logs while several calls are in flight reaches the
  /// right client.
  ///
  /// Set by a connection to a client, if it answers each request in another place (over HTTP, with its own POST): its
  /// own name of this request, a positive integer in decimal digits that no other request of the connection has. It
  /// takes the place of the id in Message::related_request, because clients use an id for several requests at a time.
  /// In `notifications/cancelled`: the name of the request that is cancelled. Empty: the id is the name.
  std::string related_request{};

  /// Set by a connection to a client, if the authorization of this one message says which scopes it grants: over HTTP,
  /// the access token sent with it. They count in place of Principal::scopes, so that a client with another token
  /// continues in the same session. Null: the scopes of the principal count.
  std::shared_ptr<const Scopes> scopes{};
};

/// The check of one text, in slices, so that a large one does not hold up the loop: the text that begin_check() has
/// received is read from front to back, once. [any thread], one at a time.
class MessageCheck {
 public:
  MessageCheck() = default;
  MessageCheck(const MessageCheck&) = delete;
  MessageCheck& operator=(const MessageCheck&) = delete;
  virtual ~MessageCheck() = default;

  /// Checks about `bytes` further bytes, at least one token (a string is not divided, and reading one takes about as
  /// long as copying it). Returns whether the check is done, because all has been read or because of a fault.
  [[nodiscard]] virtual bool advance(std::size_t bytes) = 0;

  /// Checks what is left, if anything, and hands out the message; called once, last. protocol: the text is not valid;
  /// the message says why and at which byte.
  [[nodiscard]] virtual Result<CheckedMessage> result() = 0;
};

}  // namespace workbench
