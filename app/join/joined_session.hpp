#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <workbench/message.hpp>

#include "jsonrpc/envelope.hpp"

namespace workbench::app {

/// What a client of the shared workbench has under way, read from the messages that pass in both directions, so that
/// nothing of it is lost silently when the workbench ends: open requests are answered, and a new workbench is given the
/// session of the old one. Pure bookkeeping without input and output. Not tied to a thread.
///
/// Ids of the client's requests pass as they are. Requests of the workbench get ids of their own, because those of two
/// workbenches would be the same.
class JoinedSession {
 public:
  /// `text` is the whole message of which `message` is the reading. Returns what the workbench is sent; absent:
  /// nothing, because it is the response to a request of a workbench that has ended.
  [[nodiscard]] std::optional<Message> from_client(jsonrpc::Envelope message, const Json& text);

  /// The same in the other direction; absent: it is the response to a message of resume().
  [[nodiscard]] std::optional<Message> from_workbench(jsonrpc::Envelope message, const Json& text);

  /// The workbench has ended, for `reason`. Returns what the client is sent: errors for its open requests,
  /// cancellations of requests that it has been sent. An `initialize` that was not answered stays open.
  [[nodiscard]] std::vector<Message> lose(const std::string& reason);

  /// What a new workbench is sent first: the handshake, the log level and the subscriptions of the session.
  [[nodiscard]] std::vector<Message> resume();

  /// What the client is sent when the new workbench has answered: that something may have changed.
  [[nodiscard]] std::vector<Message> notices_after(const std::string& reason) const;

  /// Answers all that is open with `reason`, `initialize` as well: there is no workbench to come.
  [[nodiscard]] std::vector<Message> fail_all(const std::string& reason);

  [[nodiscard]] bool has_open_requests() const { return !open_.empty(); }
  /// Whether the client has been answered at least once.
  [[nodiscard]] bool was_served() const { return was_served_; }

 private:
  struct OpenRequest {
    std::string method;
    bool is_modern = false;
  };

  void record_request(const jsonrpc::Envelope& request);
  void record_result(const jsonrpc::Id& id);
  [[nodiscard]] Message cancellation(const Json& params) const;
  [[nodiscard]] static Message answer(const jsonrpc::Id& id, const OpenRequest& request, const std::string& reason);

  std::unordered_map<jsonrpc::Id, OpenRequest, jsonrpc::Id::Hash> open_;  // of the client
  std::map<std::uint64_t, jsonrpc::Id> asked_;  // requests of the workbench, by the id that the client knows
  std::uint64_t last_asked_ = 0;
  std::uint64_t last_resumed_ = 0;  // the number in the ids of resume()
  bool was_served_ = false;

  // What a new workbench has to know; absent: the client has not sent it.
  Json initialize_;  // params
  jsonrpc::Id initialize_id_;
  bool is_initialized_ = false;  // notifications/initialized was sent
  Json log_level_;
  std::map<std::string, Json> subscribed_;  // params of resources/subscribe, by URI
};

}  // namespace workbench::app
