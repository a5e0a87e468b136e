#include "clients/input_requests.hpp"

#include <string>
#include <utility>

#include "clients/session_request.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/input_requests.hpp"

namespace workbench::clients {
namespace {

/// In url mode 2025-11-25 wants an id, which the modern era does not have.
Json with_elicitation_id(const Json& params, std::uint64_t id) {
  if (json::characters(json::member(params, "mode")) != "url" || !json::member(params, "elicitationId").is_absent()) {
    return params;
  }
  return Json(R"({"elicitationId":"mcp-workbench-)" + std::to_string(id) + "\"," +
              std::string(params.text().substr(1)));
}

}  // namespace

void InputRequests::ask(InputRequest input_request, protocol::Revision revision, const Json& capabilities,
                        const SessionRequest* related, MoveOnlyFunction<void(Response)> answered) {
  if (!protocol::may_be_asked(input_request, revision, capabilities))
    return answered(protocol::cannot_be_asked(input_request));
  Json params = protocol::params_for_client(input_request, revision, host_.json());
  if (input_request.method == "elicitation/create" && revision == protocol::Revision::v2025_06_18) {
    auto older = protocol::older_form(params, host_.json());
    if (!older) return answered(older.error());
    params = *std::move(older);
  }
  const std::uint64_t id = ++last_id_;
  if (input_request.method == "elicitation/create") params = with_elicitation_id(params, id);
  const std::string related_id = related == nullptr ? std::string() : related->address().id.raw();
  waiting_.emplace(id, Waiting{related, related_id, std::move(answered)});
  if (input_request.cancellation != nullptr) {
    input_request.cancellation->on_cancelled([weak = std::weak_ptr(alive_), id] {
      if (const auto alive = weak.lock()) (*alive)->cancel(id);
    });
  }
  Message message = jsonrpc::write_request(jsonrpc::Id(id), input_request.method, params);
  message.related_request = related_id;
  send_(std::move(message));
}

bool InputRequests::take(const jsonrpc::Envelope& response) {
  const auto found = waiting_.find(response.id.own_number());
  if (found == waiting_.end()) return false;
  MoveOnlyFunction<void(Response)> answered = std::move(found->second.answered);
  waiting_.erase(found);
  if (response.kind == jsonrpc::Envelope::Kind::result) {
    answered(response.result);
  } else {
    answered(PeerError{response.error, json::characters(json::member(response.error, "message"))});
  }
  return true;
}

void InputRequests::drop(const SessionRequest* related) {
  for (auto entry = waiting_.begin(); entry != waiting_.end();) {
    if (entry->second.related != related) {
      ++entry;
      continue;
    }
    const std::uint64_t id = entry->first;
    const Waiting dropped = std::move(entry->second);  // destroyed last: it may own what waits
    entry = waiting_.erase(entry);
    notify_cancelled(id, dropped.related_id);
  }
}

void InputRequests::cancel(std::uint64_t id) {
  const auto found = waiting_.find(id);
  if (found == waiting_.end()) return;
  Waiting cancelled = std::move(found->second);
  waiting_.erase(found);
  notify_cancelled(id, cancelled.related_id);
  cancelled.answered(Error{ErrorKind::cancelled, "the question was taken back"});
}

void InputRequests::notify_cancelled(std::uint64_t id, const std::string& related_id) {
  Message message = jsonrpc::begin_notification("notifications/cancelled");
  message.append("{\"requestId\":").append(std::to_string(id)).append("}}");
  message.related_request = related_id;
  send_(std::move(message));
}

// Taken out first: what is destroyed may own what waits.
void InputRequests::clear() {
  const auto gone = std::exchange(waiting_, {});
}

}  // namespace workbench::clients
