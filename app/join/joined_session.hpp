#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <workbench/message.hpp>

#include "jsonrpc/envelope.hpp"

namespace workbench::app {

/// Tracks the requests in flight of a client of the shared workbench, by the messages in both directions, so that none
/// is lost silently when the workbench ends: a new workbench receives the state of the session, and the open requests
/// that only read something; the other open requests are answered with an error. Does no input or output. Not tied to a
/// thread.
///
/// Ids of the client's requests pass unchanged, and a client may use one for several requests at a time: which of them
/// a response belongs to is not known then, so none of the others is repeated, and each is answered. Requests of the
/// workbench get new ids, because the ids of two workbenches would collide.
class JoinedSession {
 public:
  /// `text` is the whole message, and `message` its parsed envelope. Returns the message for the workbench; absent: the
  /// message is dropped, because it is the response to a request of a workbench that has ended.
  [[nodiscard]] std::optional<Message> from_client(jsonrpc::Envelope message, const Json& text);

  /// The same in the other direction; absent: the message is the response to a message of greeting() or resume().
  [[nodiscard]] std::optional<Message> from_workbench(jsonrpc::Envelope message, const Json& text);

  /// The workbench has ended, for `reason`. Returns the messages for the client: errors for its open requests that may
  /// have been carried out, and cancellations of the requests that the workbench has sent to it. Requests that can be
  /// repeated without a further effect stay open for the next workbench, once each, and so does an `initialize` that
  /// was not answered.
  [[nodiscard]] std::vector<Message> lose(const std::string& reason);

  /// A request that any workbench answers at once. Its response is not passed to the client.
  [[nodiscard]] Message greeting();

  /// The messages for a new workbench that has answered: the handshake, the log level and the subscriptions of the
  /// session, then the requests that are repeated, in their order.
  [[nodiscard]] std::vector<Message> resume();

  /// The notifications for the client when the new workbench has answered: a log message with `reason`, and that the
  /// list of tools may have changed.
  [[nodiscard]] std::vector<Message> notices_after(const std::string& reason) const;

  /// Answers every open request with `reason`, `initialize` included, because no other workbench follows. Not for
  /// requests that a workbench has received; see lose().
  [[nodiscard]] std::vector<Message> fail_all(const std::string& reason);

  [[nodiscard]] bool has_open_requests() const { return !open_.empty(); }
  /// Whether the client has been answered at least once.
  [[nodiscard]] bool was_served() const { return was_served_; }

  /// Limit of the texts of all requests that are kept to be repeated; a request beyond it is not repeated.
  static constexpr std::size_t kMaxKeptBytes = 1024 * 1024;

 private:
  struct OpenRequest {
    std::string method;
    bool is_modern = false;
    std::uint64_t number = 0;  ///< in the order in which the client has sent them
    Json text;                 ///< the whole message; absent: it is not to be repeated, or was repeated before
    bool is_lost = false;      ///< its workbench has ended, so the next one receives it
  };

  void record_request(const jsonrpc::Envelope& request, const Json& text);
  /// One of the requests with this id is answered.
  void finish(const jsonrpc::Id& id);
  /// The client has cancelled a request; see clients::OpenRequests::extract().
  void cancel(const jsonrpc::Id& id);
  void drop_text(OpenRequest& request);
  [[nodiscard]] std::vector<Message> handshake();
  [[nodiscard]] Message request_of_ours(std::string_view method, const Json& params);
  [[nodiscard]] std::vector<Message> cancel_asked(const std::string& reason);
  void record_result(const jsonrpc::Id& id);
  [[nodiscard]] Message cancellation(const Json& params) const;
  [[nodiscard]] static Message answer(const jsonrpc::Id& id, const OpenRequest& request, const std::string& reason);

  std::unordered_multimap<jsonrpc::Id, OpenRequest, jsonrpc::Id::Hash> open_;  // of the client
  std::map<std::uint64_t, jsonrpc::Id> asked_;  // requests of the workbench, by the id that the client knows
  std::uint64_t last_asked_ = 0;
  std::uint64_t last_recorded_ = 0;
  std::size_t kept_bytes_ = 0;      // of the texts in open_
  std::uint64_t last_resumed_ = 0;  // the number in the ids of our own requests
  bool was_served_ = false;

  // The state for a new workbench; absent: the client has not sent it.
  Json initialize_;  // params
  jsonrpc::Id initialize_id_;
  bool is_initialized_ = false;  // notifications/initialized was sent
  Json log_level_;
  std::map<std::string, Json> subscribed_;  // params of resources/subscribe, by URI
};

}  // namespace workbench::app
