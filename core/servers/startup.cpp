#include "servers/startup.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "json/lookup.hpp"
#include "jsonrpc/callback_request.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/identity.hpp"
#include "protocol/request_meta.hpp"

namespace workbench::servers {
namespace {

constexpr std::string_view kHeaderMismatch = "-32020";
constexpr std::string_view kMissingCapability = "-32021";
constexpr std::string_view kUnsupportedVersion = "-32022";

}  // namespace

Startup::Startup(Host& host, std::string source, ServerConnection& connection, StartupPlan plan, Opened opened)
    : host_(host),
      source_(std::move(source)),
      connection_(connection),
      plan_(std::move(plan)),
      deadline_(std::chrono::steady_clock::now() + plan_.limit),
      opened_(std::move(opened)) {}

void Startup::start() {
  if (plan_.era == Era::legacy) return initialize();
  is_probing_ = !plan_.era;
  discover();
  if (!is_probing_) return;
  greet_later_ = host_.loop().after(plan_.probe_limit, [this] {
    host_.log(LogLevel::debug, source_,
              "has not answered server/discover within " + format_duration(plan_.probe_limit) +
                  ": it is greeted in the older way as well");
    initialize();
  });
}

// --- the modern era -----------------------------------------------------------------------------------------------

void Startup::discover() {
  ++discoveries_;
  const std::uint64_t id = connection_.next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(id), "server/discover");
  message.append("{\"_meta\":{").append(meta()).append("}}}");
  connection_.request(id, std::move(message), time_left(deadline_),
                      std::make_unique<jsonrpc::CallbackRequest>(later(&Startup::handle_discover_response),
                                                                 jsonrpc::CallbackRequest::Cancellable::no));
}

void Startup::handle_discover_response(Response answer) {
  if (is_settled_) return;
  if (!std::holds_alternative<Error>(answer)) is_probing_ = false;  // it lives, whatever it says
  if (const Json* result = std::get_if<Json>(&answer)) return handle_discover_result(*result);
  if (const auto* error = std::get_if<PeerError>(&answer)) return handle_discover_error(*error);
  finish(explained(std::get<Error>(answer), "server/discover"));
}

void Startup::handle_discover_result(const Json& result) {
  constexpr std::array<std::string_view, 3> kNames{"supportedVersions", "capabilities", "instructions"};
  std::array<Json, 3> found;
  if (result.kind() == JsonKind::object) json::pick_members(result, kNames, found);
  const auto versions = host_.json().elements(found[0]);
  if (!versions) return initialize();  // it answers what it does not know
  const bool is_mutual = std::any_of(versions->begin(), versions->end(), [](const Json& version) {
    return json::characters(version) == protocol::name_of(protocol::kModernRevision);
  });
  if (is_mutual) return begin_modern(found[1], found[2]);
  handle_versions(found[0], false);
}

void Startup::handle_discover_error(const PeerError& error) {
  const Json code = json::member(error.object, "code");
  if (code.text() == kUnsupportedVersion) {
    return handle_versions(json::member(json::member(error.object, "data"), "supported"), true);
  }
  if (code.text() == kHeaderMismatch || code.text() == kMissingCapability) {
    return finish(Error{ErrorKind::protocol, "server/discover: " + error.message});
  }
  if (plan_.era) return finish(Error{ErrorKind::protocol, "server/discover: " + error.message});
  initialize();
}

/// None of the server's versions was taken so far.
void Startup::handle_versions(const Json& versions, bool is_error) {
  const auto names = host_.json().elements(versions);
  std::string all;
  bool has_mutual = false;
  bool has_legacy = false;
  for (const Json& version : names ? *names : std::vector<Json>()) {
    const std::string name = json::characters(version);
    all.append(all.empty() ? "" : ", ").append(name);
    has_mutual = has_mutual || name == protocol::name_of(protocol::kModernRevision);
    has_legacy = has_legacy || protocol::find_revision(name).has_value();
  }
  if (is_error && has_mutual && discoveries_ == 1) return discover();
  if (has_legacy && !plan_.era) return initialize();
  finish(Error{ErrorKind::protocol, "there is no common protocol version: the server speaks " +
                                        (all.empty() ? "none that it names" : all) + "; the workbench speaks " +
                                        std::string(protocol::name_of(protocol::kModernRevision)) + ", " +
                                        protocol::revision_names()});
}

void Startup::begin_modern(const Json& capabilities, const Json& instructions) {
  is_settled_ = true;
  greet_later_.reset();
  outcome_.revision = protocol::kModernRevision;
  outcome_.capabilities = capabilities.kind() == JsonKind::object ? capabilities : Json("{}");
  outcome_.instructions = json::characters(instructions);
  plan_lists();
}

// --- the legacy era -----------------------------------------------------------------------------------------------

void Startup::initialize() {
  if (std::exchange(has_greeted_, true)) return;
  is_probing_ = false;
  greet_later_.reset();
  const std::uint64_t id = connection_.next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(id), "initialize");
  message.append("{\"protocolVersion\":\"").append(protocol::name_of(plan_.legacy_revision));
  message.append("\",\"capabilities\":").append(protocol::relayable_capabilities(plan_.client_capabilities, false));
  message.append(",\"clientInfo\":{\"name\":\"")
      .append(protocol::kName)
      .append("\",\"version\":\"")
      .append(protocol::version());
  message.append("\"}}}");
  connection_.request(id, std::move(message), time_left(deadline_),
                      std::make_unique<jsonrpc::CallbackRequest>(later(&Startup::handle_initialize_response),
                                                                 jsonrpc::CallbackRequest::Cancellable::no));
}

void Startup::handle_initialize_response(Response answer) {
  if (is_settled_) return;
  const Json* result = std::get_if<Json>(&answer);
  if (result == nullptr) return finish(explained(as_error(answer), "initialize"));
  is_settled_ = true;

  constexpr std::array<std::string_view, 3> kNames{"protocolVersion", "capabilities", "instructions"};
  std::array<Json, 3> found;
  if (result->kind() == JsonKind::object) json::pick_members(*result, kNames, found);
  const std::string version = json::characters(found[0]);
  const auto revision = protocol::find_revision(version);
  if (!revision) {
    return finish(Error{ErrorKind::protocol, "initialize: the server speaks protocol version '" + version +
                                                 "'; the workbench speaks " + protocol::revision_names()});
  }
  outcome_.revision = *revision;
  outcome_.capabilities = found[1].kind() == JsonKind::object ? found[1] : Json("{}");
  outcome_.instructions = json::characters(found[2]);
  connection_.notify(jsonrpc::write_notification("notifications/initialized", {}));
  plan_lists();
}

// --- the lists -------------------------------------------------------------------------------------------------------

// "Both parties MUST respect the negotiated capabilities": a server is asked for nothing that it does not offer.
void Startup::plan_lists() {
  const auto offers = [this](std::string_view capability) {
    return !json::member(outcome_.capabilities, capability).is_absent();
  };
  if (plan_.lists_everything && offers("resources")) {
    to_list_ = {protocol::ListKind::resource_templates, protocol::ListKind::resources};
  }
  if (plan_.lists_everything && offers("prompts")) to_list_.push_back(protocol::ListKind::prompts);
  if (offers("tools")) {
    to_list_.push_back(protocol::ListKind::tools);
  } else if (!plan_.lists_everything) {
    host_.log(LogLevel::warning, source_, "the server offers no tools (its capabilities do not name them)");
  }
  list_next();
}

void Startup::list_next() {
  if (to_list_.empty()) return finish(std::move(outcome_));
  const protocol::ListKind kind = to_list_.back();
  to_list_.pop_back();
  listing_ = std::make_shared<ListPages>(
      host_, source_, connection_, kind, is_modern(outcome_.revision) ? meta() : std::string(), deadline_,
      [this, kind](Result<std::vector<protocol::ListedItem>> items) {  // owned by this
        handle_list(kind, std::move(items));
      });
  listing_->start();
}

// Without its tools a server is of no use; the other lists may be missing.
void Startup::handle_list(protocol::ListKind kind, Result<std::vector<protocol::ListedItem>> items) {
  if (items) {
    outcome_.lists[static_cast<std::size_t>(kind)] = *std::move(items);
  } else if (kind == protocol::ListKind::tools || items.error().kind != ErrorKind::protocol) {
    return finish(explained(items.error(), "start"));
  } else {
    host_.log(LogLevel::debug, source_, items.error().message);
  }
  list_next();
}

// --- the outcome -----------------------------------------------------------------------------------------------------

std::string Startup::meta() const {
  return protocol::modern_request_metadata(plan_.client_capabilities, {});
}

MoveOnlyFunction<void(Response)> Startup::later(void (Startup::*step)(Response)) {
  return [weak = weak_from_this(), step](Response answer) {
    if (const auto self = weak.lock()) (self.get()->*step)(std::move(answer));
  };
}

Error Startup::explained(const Error& error, std::string_view step) const {
  if (error.kind == ErrorKind::timed_out) {
    std::string what = std::string(step) + ": the server was not ready within " + format_duration(plan_.limit);
    const std::string words = connection_.last_words();
    if (!words.empty()) what.append("; its last words on stderr: ").append(words);
    return {error.kind, std::move(what)};
  }
  // What ended the process or kept it from starting explains itself; an answer needs to be told to what.
  return error.kind == ErrorKind::protocol && step == "initialize" ? error.within(step) : error;
}

void Startup::finish(Result<StartupResult> outcome) {
  greet_later_.reset();
  if (opened_) std::exchange(opened_, {})(std::move(outcome));
}

}  // namespace workbench::servers
