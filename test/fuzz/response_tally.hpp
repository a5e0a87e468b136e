#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fuzzing.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/envelope.hpp"

namespace fuzzing {

/// Counts, for one peer of the workbench, the requests that it has sent and the responses that it got: each request is
/// answered once, unless the peer has cancelled it, and nothing else is answered.
class ResponseTally {
 public:
  static constexpr std::size_t kMaxDepth = 64;

  /// How often a request is answered whose id the peer uses again before it has the response, against the rules.
  enum class ReusedIds { each_request, at_least_once };

  explicit ResponseTally(ReusedIds reused_ids = ReusedIds::each_request) : reused_ids_(reused_ids) {}

  /// What the peer sends. `has_batches`: whether the workbench takes its arrays for batches.
  void record_sent(const std::string& text, bool has_batches) {
    if (!workbench::jsonrpc::is_batch(text)) {
      auto reading = workbench::jsonrpc::read_message(text, kMaxDepth);
      record_sent(reading, true);
      auto* message = std::get_if<Envelope>(&reading);
      if (message != nullptr && message->kind == Envelope::Kind::request) latest_request_ = std::move(*message);
      return;
    }
    ++unreadable_;
    const auto batch = workbench::jsonrpc::read_batch(text, kMaxDepth);
    const auto* members = std::get_if<std::vector<workbench::Json>>(&batch);
    if (members == nullptr) return;
    for (const workbench::Json& member : *members) {
      record_sent(workbench::jsonrpc::read_message(member), has_batches);
    }
  }

  /// What the peer receives: one message, or a batch of them. Returns them.
  std::vector<workbench::jsonrpc::Envelope> record_received(const std::string& text) {
    require(text.find('\n') == std::string::npos, "a message has no line breaks", text);
    std::vector<workbench::jsonrpc::Envelope> messages;
    if (!workbench::jsonrpc::is_batch(text)) {
      messages.push_back(read(workbench::jsonrpc::read_message(text, 4 * kMaxDepth), text));
    } else {
      const auto batch = workbench::jsonrpc::read_batch(text, 4 * kMaxDepth);
      require(std::holds_alternative<std::vector<workbench::Json>>(batch), "what is sent is a batch", text);
      for (const workbench::Json& member : std::get<std::vector<workbench::Json>>(batch)) {
        messages.push_back(read(workbench::jsonrpc::read_message(member), text));
      }
    }
    for (const auto& message : messages) record_received(message, text);
    return messages;
  }

  /// What the peer has asked for last, apart from batches.
  [[nodiscard]] const workbench::jsonrpc::Envelope& latest_request() const { return latest_request_; }

  /// From now on nothing has to be answered.
  void end() { has_ended_ = true; }

  void check() const {
    for (const auto& [id, count] : counts_) {
      const std::size_t needed = reused_ids_ == ReusedIds::each_request ? count.requests : 1;
      const bool is_complete = has_ended_ || count.is_optional || count.responses >= std::min(needed, count.requests);
      require(is_complete, "each request is answered", id.raw());
    }
  }

 private:
  using Envelope = workbench::jsonrpc::Envelope;
  using Reading = std::variant<Envelope, workbench::jsonrpc::Unreadable>;

  struct Count {
    std::size_t requests = 0;
    std::size_t responses = 0;
    bool is_optional = false;  // one of the requests may stay without a response
  };

  void record_sent(const Reading& reading, bool is_read) {
    const auto* message = std::get_if<Envelope>(&reading);
    if (message == nullptr) {
      const auto& refused = std::get<workbench::jsonrpc::Unreadable>(reading);
      ++unreadable_;
      if (!refused.id.is_absent()) add(refused.id, false);
    } else if (message->kind == Envelope::Kind::request) {
      add(message->id, is_read);
    } else if (message->kind == Envelope::Kind::notification && message->method == "notifications/cancelled") {
      const auto id = workbench::jsonrpc::Id::from(workbench::json::member(message->params, "requestId"));
      if (!id.is_absent()) counts_[id].is_optional = true;
    }
  }

  void add(const workbench::jsonrpc::Id& id, bool is_required) {
    Count& count = counts_[id];
    ++count.requests;
    count.is_optional = count.is_optional || has_ended_ || !is_required;
  }

  static Envelope read(const Reading& reading, std::string_view text) {
    require(std::holds_alternative<Envelope>(reading), "what is sent is a message", text);
    return std::get<Envelope>(reading);
  }

  void record_received(const Envelope& message, std::string_view text) {
    if (message.kind != Envelope::Kind::result && message.kind != Envelope::Kind::error) return;
    if (message.id.is_absent()) return require(++errors_without_id_ <= unreadable_, "an error has a cause", text);
    const auto found = counts_.find(message.id);
    require(found != counts_.end(), "a response belongs to a request", text);
    require(++found->second.responses <= found->second.requests, "a request is answered once", text);
  }

  const ReusedIds reused_ids_;
  std::unordered_map<workbench::jsonrpc::Id, Count, workbench::jsonrpc::Id::Hash> counts_;
  Envelope latest_request_;
  std::size_t unreadable_ = 0;
  std::size_t errors_without_id_ = 0;
  bool has_ended_ = false;
};

}  // namespace fuzzing
