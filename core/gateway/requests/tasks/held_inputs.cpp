#include "gateway/requests/tasks/held_inputs.hpp"

#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "protocol/compat/elicitation.hpp"
#include "protocol/input_requests.hpp"
#include "protocol/tasks.hpp"

namespace workbench::gateway {

// The id of the task in the params is the server's, and its client knows the task by the answer that it is in.
void HeldInputs::hold(servers::InputRequested requested, const Json& capabilities) {
  InputRequest& asked = requested.input_request;
  if (!protocol::may_be_asked(asked, protocol::kModernRevision, capabilities)) {
    return requested.respond(protocol::cannot_be_asked(asked, capabilities));
  }
  asked.params = protocol::without_related_task(protocol::params_for_modern_client(asked));
  held_.emplace("q" + std::to_string(++last_key_), Held{std::move(asked), std::move(requested.respond)});
}

Json HeldInputs::requests() {
  drop_cancelled();
  if (held_.empty()) return {};
  JsonWriter writer;
  writer.object();
  for (const auto& [key, held] : held_) {
    writer.key(key).object().member("method", held.input_request.method);
    writer.optional_member("params", held.input_request.params).end();
  }
  return std::move(writer.end()).json();
}

// Extracted before any of them is answered: an answer may bring the next request.
void HeldInputs::respond(const Json& input_responses) {
  std::vector<std::pair<Held, Json>> answered;
  for (const JsonMember& response : json::members(input_responses)) {
    if (response.value.kind() != JsonKind::object) continue;
    auto found = held_.extract(response.key);
    if (!found.empty()) answered.emplace_back(std::move(found.mapped()), response.value);
  }
  for (auto& [held, response] : answered) held.respond(response);
}

void HeldInputs::drop_cancelled() {
  for (auto one = held_.begin(); one != held_.end();) {
    const auto& cancellation = one->second.input_request.cancellation;
    if (cancellation == nullptr || !cancellation->is_cancelled()) {
      ++one;
      continue;
    }
    Held cancelled = std::move(one->second);
    one = held_.erase(one);
    cancelled.respond(protocol::input_request_cancelled());
  }
}

}  // namespace workbench::gateway
