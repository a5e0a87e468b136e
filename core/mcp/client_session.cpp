#include "mcp/client_session.hpp"

#include <array>
#include <utility>
#include <variant>
#include <vector>

#include "jsonrpc/members.hpp"
#include "jsonrpc/write.hpp"
#include "mcp/client_call.hpp"
#include "mcp/identity.hpp"

namespace workbench::mcp {

using jsonrpc::Envelope;
using jsonrpc::Id;
using jsonrpc::Unreadable;

namespace {

/// The protocol version that a request of the stateless era names in its `_meta`; absent in the handshake era.
Json claimed_version(const Json& meta) {
  if (meta.is_absent()) return {};
  return jsonrpc::member(meta, "io.modelcontextprotocol/protocolVersion");
}

}  // namespace

ClientSession::ClientSession(Host& host, std::unique_ptr<Connection> connection, ClientOffer& offer,
                             ClientEvents& events)
    : host_(host), offer_(offer), events_(events), connection_(std::move(connection)) {}

ClientSession::~ClientSession() {
  cancel_all("the workbench is ending");
}

void ClientSession::close() {
  cancel_all("the workbench is ending");
  connection_->close();
}

// --- what comes in ---------------------------------------------------------------------------------------------------

void ClientSession::on_message(std::string message) {
  if (jsonrpc::is_batch(message)) return take_batch(std::move(message));
  auto read = jsonrpc::read_message(std::move(message), host_.limits().message_depth);
  if (auto* envelope = std::get_if<Envelope>(&read)) return take(std::move(*envelope), nullptr);
  take_unreadable(std::get<Unreadable>(read), nullptr);
}

void ClientSession::take_batch(std::string message) {
  if (!revision_ || !has_batches(*revision_)) {
    return take_unreadable({Unreadable::Fault::not_message,
                            "JSON-RPC batches exist only in revision 2025-03-26; send one message a line",
                            {},
                            false},
                           nullptr);
  }
  auto read = jsonrpc::read_batch(std::move(message), host_.limits().message_depth);
  if (const auto* unreadable = std::get_if<Unreadable>(&read)) return take_unreadable(*unreadable, nullptr);
  const auto answers = std::make_shared<BatchAnswers>(*connection_);
  for (const Json& item : std::get<std::vector<Json>>(read)) {
    auto member = jsonrpc::read_message(item);
    if (auto* envelope = std::get_if<Envelope>(&member)) {
      take(std::move(*envelope), answers);
    } else {
      take_unreadable(std::get<Unreadable>(member), answers);
    }
  }
}

void ClientSession::take(Envelope message, const std::shared_ptr<BatchAnswers>& batch) {
  switch (message.kind) {
    case Envelope::Kind::request: return take_request(message, {message.id, batch});
    case Envelope::Kind::notification: return take_notification(message);
    case Envelope::Kind::result:
    case Envelope::Kind::error: return log(LogLevel::debug, "dropped an answer: the workbench asked for none");
  }
}

void ClientSession::take_unreadable(const Unreadable& unreadable, const std::shared_ptr<BatchAnswers>& batch) {
  log(LogLevel::warning, "refused a message: " + unreadable.what);
  const bool can_be_told = !unreadable.id.is_absent() || (revision_ && may_omit_error_id(*revision_));
  if (!can_be_told) return;
  const bool is_json = unreadable.fault == Unreadable::Fault::not_message;
  answer_error({unreadable.id, batch}, is_json ? jsonrpc::kInvalidRequest : jsonrpc::kParseError,
               (is_json ? "Invalid request: " : "Parse error: ") + unreadable.what);
}

void ClientSession::on_undeliverable(const Error& what, std::string_view beginning) {
  Unreadable unreadable = jsonrpc::salvage(beginning);
  unreadable.fault = Unreadable::Fault::not_message;
  unreadable.what = what.message;
  take_unreadable(unreadable, nullptr);
}

void ClientSession::take_request(const Envelope& request, ReplyAddress address) {
  if (request.method == "initialize") return initialize(request, address);
  if (request.method == "ping") return answer(address, jsonrpc::write_result(address.id, Json("{}")));
  // A server that knows no `server/discover` says so, and the client falls back on the handshake.
  if (request.method == "server/discover") {
    return answer_error(address, jsonrpc::kMethodNotFound, "Method not found: server/discover");
  }
  if (revision_ && request.method == "tools/call") return call_tool(request, std::move(address));
  const Json claim = claimed_version(jsonrpc::member(request.params, "_meta"));
  if (!claim.is_absent()) return refuse_modern(request, claim, address);
  if (!revision_) {
    return answer_error(address, jsonrpc::kInvalidParams,
                        "This session has not been initialized: send \"initialize\" first (protocol versions " +
                            revision_names() +
                            "). Requests that name their version in params._meta under "
                            "\"io.modelcontextprotocol/protocolVersion\" are not served by this version.");
  }
  if (request.method == "tools/list") return list_tools(request, address);
  answer_error(address, jsonrpc::kMethodNotFound, "Method not found: " + request.method);
}

void ClientSession::take_notification(const Envelope& notification) {
  if (notification.method == "notifications/cancelled") return cancel_request(notification.params);
  log(LogLevel::trace, "ignored the notification " + notification.method);
}

// --- the methods -----------------------------------------------------------------------------------------------------

void ClientSession::initialize(const Envelope& request, const ReplyAddress& address) {
  if (revision_) {
    return answer_error(address, jsonrpc::kInvalidRequest, "This session is initialized already");
  }
  const std::string asked = jsonrpc::characters(jsonrpc::member(request.params, "protocolVersion"));
  if (asked.empty() || address.batch != nullptr) {
    return answer_error(address, jsonrpc::kInvalidParams, "initialize: params.protocolVersion must be a string");
  }
  // "If the server supports the requested protocol version, it MUST respond with the same version. Otherwise, the
  // server MUST respond with another protocol version it supports."
  revision_ = find_revision(asked).value_or(kNewestRevision);

  Message message = jsonrpc::begin_result(address.id);
  message.append("{\"protocolVersion\":\"")
      .append(name_of(*revision_))
      .append("\",\"capabilities\":")
      .append(offer_.capabilities(*revision_))
      .append(",");
  message.append("\"serverInfo\":{\"name\":\"").append(kName).append("\"");
  if (has_titles(*revision_)) message.append(",\"title\":\"").append(kTitle).append("\"");
  message.append(",\"version\":\"").append(version()).append("\"},\"instructions\":");
  message.append(jsonrpc::quoted(offer_.instructions())).append("}}");
  answer(address, std::move(message));
  log(LogLevel::debug, "initialized with protocol version " + std::string(name_of(*revision_)));
}

void ClientSession::refuse_modern(const Envelope& request, const Json& version, const ReplyAddress& address) {
  std::string data = "{\"supported\":[";
  for (auto revision = kRevisions.rbegin(); revision != kRevisions.rend(); ++revision) {
    if (data.back() != '[') data += ',';
    data.append("\"").append(name_of(*revision)).append("\"");
  }
  data.append("],\"requested\":").append(version.text()).append("}");
  answer_error(address, jsonrpc::kUnsupportedProtocolVersion,
               "Unsupported protocol version for " + request.method +
                   ": this version of the workbench is reached with \"initialize\"",
               Json(std::move(data)));
}

void ClientSession::list_tools(const Envelope& request, const ReplyAddress& address) {
  if (!jsonrpc::member(request.params, "cursor").is_absent()) {
    return answer_error(address, jsonrpc::kInvalidParams,
                        "tools/list: unknown cursor; the whole list is one page, ask for it without a cursor");
  }
  HandshakeRequestHome& home = *this;
  auto listing = std::make_unique<HandshakeRequest>(home, host_, *revision_, address, Json());
  requests_.emplace(listing->address().id, listing.get());
  const auto pending = std::make_shared<PendingRequest>(std::move(listing));
  offer_.list(ListKind::tools, pending->client(), [pending](const Result<Json>& list) {
    if (!list) return pending->fail(list.error());
    pending->result(Json("{\"tools\":" + std::string(list->text()) + "}"));
  });
}

void ClientSession::call_tool(const Envelope& request, ReplyAddress address) {
  constexpr std::array<std::string_view, 3> kNames{"name", "arguments", "_meta"};
  std::array<Json, 3> found;
  const auto invalid = [&](const std::string& what) {
    answer_error(address, jsonrpc::kInvalidParams, "tools/call: " + what);
  };
  if (request.params.kind() != JsonKind::object) return invalid("params must be an object");
  if (const auto repeated = jsonrpc::pick_members(request.params, kNames, found)) {
    return invalid("params says \"" + std::string(*repeated) + "\" twice");
  }
  auto& [name, arguments, meta] = found;
  if (name.kind() != JsonKind::string) return invalid("params.name must be a string");
  if (arguments.kind() == JsonKind::null) arguments = {};
  if (!arguments.is_absent() && arguments.kind() != JsonKind::object)
    return invalid("params.arguments must be an object");
  if (!meta.is_absent() && meta.kind() != JsonKind::object) return invalid("params._meta must be an object");

  if (const Json claim = claimed_version(meta); !claim.is_absent()) return refuse_modern(request, claim, address);

  const std::string tool_name = jsonrpc::characters(name);
  MetaTool* tool = offer_.find_tool(tool_name);
  if (requests_.size() >= host_.limits().calls_in_flight) {
    return answer_error(
        address, jsonrpc::kInternalError,
        "Too many calls at once (" + std::to_string(requests_.size()) + "); wait for some to be answered");
  }
  HandshakeRequestHome& home = *this;
  auto call = std::make_unique<HandshakeRequest>(home, host_, *revision_, std::move(address), meta);
  requests_.emplace(call->address().id, call.get());
  if (tool == nullptr) return offer_.forward("tools/call", request.params, PendingRequest(std::move(call)));
  tool->call(ToolCall(std::make_unique<ClientCall>(PendingRequest(std::move(call)), offer_.workbench()),
                      std::move(arguments)));
}

void ClientSession::cancel_request(const Json& params) {
  // "Receivers MAY ignore a cancellation whose request is unknown or has completed": then there is nothing to find.
  const auto found = requests_.find(Id::from(jsonrpc::member(params, "requestId")));
  if (found == requests_.end()) return;
  HandshakeRequest* request = found->second;
  requests_.erase(found);
  const Json reason = jsonrpc::member(params, "reason");
  request->cancel(reason.kind() == JsonKind::string ? reason : Json());
  if (is_finishing_ && requests_.empty()) connection_->close();
}

void ClientSession::cancel_all(std::string_view reason) {
  while (!requests_.empty()) {
    HandshakeRequest* request = requests_.begin()->second;
    requests_.erase(requests_.begin());
    request->cancel(Json(jsonrpc::quoted(reason)));
  }
}

// --- what goes out ---------------------------------------------------------------------------------------------------

void ClientSession::finish_request(HandshakeRequest& request, Message message) {
  const auto [first, last] = requests_.equal_range(request.address().id);
  for (auto entry = first; entry != last; ++entry) {
    if (entry->second != &request) continue;
    requests_.erase(entry);
    break;
  }
  answer(request.address(), std::move(message));
  if (is_finishing_ && requests_.empty()) connection_->close();
}

void ClientSession::answer(const ReplyAddress& address, Message message) {
  if (address.batch != nullptr) return address.batch->add(std::move(message));
  message.related_request = address.id.raw();
  send(std::move(message));
}

void ClientSession::answer_error(const ReplyAddress& address, int code, std::string_view message, const Json& data) {
  answer(address, jsonrpc::write_error(address.id, code, message, data));
}

void ClientSession::send(Message message) {
  connection_->send(std::move(message));
  if (servers_are_paused_ || connection_->backlog() <= host_.limits().client_backlog_bytes) return;
  servers_are_paused_ = true;
  offer_.pause_servers(true);
}

void ClientSession::on_drained() {
  if (!std::exchange(servers_are_paused_, false)) return;
  offer_.pause_servers(false);
}

// --- the end ---------------------------------------------------------------------------------------------------------

void ClientSession::on_end_of_input() {
  is_finishing_ = true;
  events_.on_client_finished();
  if (requests_.empty()) connection_->close();
}

void ClientSession::on_closed(const Error& reason) {
  cancel_all("the client is gone");
  events_.on_client_gone(reason);
}

}  // namespace workbench::mcp
