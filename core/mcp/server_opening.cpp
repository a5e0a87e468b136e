#include "mcp/server_opening.hpp"

#include <array>
#include <utility>
#include <variant>

#include "jsonrpc/members.hpp"
#include "jsonrpc/write.hpp"
#include "mcp/callback_request.hpp"
#include "mcp/identity.hpp"

namespace workbench::mcp {

ServerOpening::ServerOpening(Host& host, std::string source, ServerConnection& connection,
                             std::chrono::milliseconds limit, Opened opened)
    : host_(host),
      source_(std::move(source)),
      connection_(connection),
      limit_(limit),
      deadline_(std::chrono::steady_clock::now() + limit),
      opened_(std::move(opened)) {}

void ServerOpening::initialize() {
  const std::uint64_t id = connection_.next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(id), "initialize");
  // No capabilities: what a server may ask of a client is not passed on yet, so it must not be promised.
  message.append("{\"protocolVersion\":\"")
      .append(name_of(kNewestRevision))
      .append("\",\"capabilities\":{},\"clientInfo\":{\"name\":\"")
      .append(kName)
      .append("\",\"version\":\"")
      .append(version())
      .append("\"}}}");
  connection_.request(id, std::move(message), limit_,
                      std::make_unique<CallbackRequest>(
                          [weak = weak_from_this()](PeerAnswer answer) {
                            if (const auto self = weak.lock()) self->take_initialize_answer(std::move(answer));
                          },
                          CallbackRequest::Cancellable::no));
}

void ServerOpening::take_initialize_answer(PeerAnswer answer) {
  const Json* result = std::get_if<Json>(&answer);
  if (result == nullptr) return finish(explained(as_error(answer), "initialize"));

  constexpr std::array<std::string_view, 2> kNames{"protocolVersion", "capabilities"};
  std::array<Json, 2> found;
  if (result->kind() == JsonKind::object) jsonrpc::pick_members(*result, kNames, found);
  const std::string version = jsonrpc::characters(found[0]);
  const auto revision = find_revision(version);
  if (!revision) {
    return finish(Error{ErrorKind::protocol, "initialize: the server speaks protocol version '" + version +
                                                 "'; the workbench speaks " + revision_names()});
  }
  outcome_.revision = *revision;
  connection_.notify(jsonrpc::write_notification("notifications/initialized", {}));

  // "Both parties MUST respect the negotiated capabilities": a server without tools is not asked for them.
  if (jsonrpc::member(found[1], "tools").is_absent()) {
    host_.log(LogLevel::warning, source_, "the server offers no tools (its capabilities do not name them)");
    return finish(std::move(outcome_));
  }
  list_tools();
}

void ServerOpening::list_tools() {
  listing_ = std::make_shared<ToolListing>(host_, source_, connection_, deadline_,
                                           [this](Result<std::vector<Tool>> tools) {  // owned by this
                                             if (!tools) return finish(explained(tools.error(), "start"));
                                             outcome_.tools = *std::move(tools);
                                             finish(std::move(outcome_));
                                           });
  listing_->start();
}

Error ServerOpening::explained(const Error& error, std::string_view step) const {
  if (error.kind == ErrorKind::timed_out) {
    return {error.kind, std::string(step) + ": the server was not ready within " + in_words(limit_)};
  }
  // What ended the process or kept it from starting explains itself; an answer needs to be told to what.
  return error.kind == ErrorKind::protocol && step == "initialize" ? error.within(step) : error;
}

void ServerOpening::finish(Result<OpenedConnection> outcome) {
  std::exchange(opened_, {})(std::move(outcome));
}

}  // namespace workbench::mcp
