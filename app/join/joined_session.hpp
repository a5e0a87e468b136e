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

/// The requests in flight of a client of the shared workbench, read from the messages in both directions, so that
/// none is lost silently when the workbench ends: a new workbench is given the session of the old one, and the
/// open requests that only read something; the others are answered. Pure bookkeeping without input and output. Not tied
/// to a thread.
///
/// Ids of the client's requests pass as they are. Requests of the workbench get ids of their own, because the ids of
/// two workbenches would collide.
class JoinedSession {
 public:
  /// `text` is the whole message of which `message` is the reading. Returns the text for the workbench; absent:
  /// nothing, because it is the response to a request of a workbench that has ended.
  [[nodiscard]] std::optional<Message> from_client(jsonrpc::Envelope message, const Json& text);

  /// The same in the other direction; absent: it is the response to a message of resume().
  [[nodiscard]] std::optional<Message> from_workbench(jsonrpc::Envelope message, const Json& text);

  /// The workbench has ended, for `reason`. Returns the messages for the client: errors for its open requests that may
  /// have been carried out, and cancellations of requests that it has been sent. Requests that can be carried out twice
  /// without another effect stay open for the next workbench, once each, as does an `initialize` that was not answered.
  [[nodiscard]] std::vector<Message> lose(const std::string& reason);

  /// A request that any workbench answers at once, and whose answer the client does not get.
  [[nodiscard]] Message greeting();

  /// The messages for a new workbench once it has answered: the handshake, the log level and the subscriptions of the
  /// session, then the requests that are repeated, in their order.
  [[nodiscard]] std::vector<Message> resume();

  /// The notifications for the client when the new workbench has answered: that something may have changed.
  [[nodiscard]] std::vector<Message> notices_after(const std::string& reason) const;

  /// Answers all that is open with `reason`, `initialize` as well: no workbench follows. Not for requests that
  /// a workbench has been sent; see lose().
  [[nodiscard]] std::vector<Message> fail_all(const std::string& reason);

  [[nodiscard]] bool has_open_requests() const { return !open_.empty(); }
  /// Whether the client has been answered at least once.
  [[nodiscard]] bool was_served() const { return was_served_; }

  /// Of all requests together that are kept to be repeated.
  static constexpr std::size_t kMaxKeptBytes = 1024 * 1024;

 private:
  struct OpenRequest {
    std::string method;
    bool is_modern = false;
    std::uint64_t number = 0;  ///< in the order in which the client has sent them
    Json text;                 ///< the whole; absent: it is not to be repeated, or was repeated before
    bool is_lost = false;      ///< with its workbench, so that the next one is sent it
  };

  void record_request(const jsonrpc::Envelope& request, const Json& text);
  void erase(const jsonrpc::Id& id);
  [[nodiscard]] std::vector<Message> handshake();
  [[nodiscard]] Message request_of_ours(std::string_view method, const Json& params);
  [[nodiscard]] std::vector<Message> cancel_asked(const std::string& reason);
  void record_result(const jsonrpc::Id& id);
  [[nodiscard]] Message cancellation(const Json& params) const;
  [[nodiscard]] static Message answer(const jsonrpc::Id& id, const OpenRequest& request, const std::string& reason);

  std::unordered_map<jsonrpc::Id, OpenRequest, jsonrpc::Id::Hash> open_;  // of the client
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
