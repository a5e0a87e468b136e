#include "servers/connection_startup.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "base/text.hpp"
#include "json/empty_containers.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/implementation.hpp"
#include "protocol/request_metadata.hpp"
#include "servers/version_refusal.hpp"

namespace workbench::servers {
namespace {

using jsonrpc::CallbackRequest;
using protocol::ListKind;

/// What a person can do if no version is common, or if the only one that is asked for is refused.
constexpr std::string_view kVersionRemedy =
    R"(; "protocol" in its entry asks for one version alone, such as "2024-11-05")";
constexpr std::string_view kPinnedVersionRemedy = R"(; "protocol" in its entry asks for this version alone: )";

/// A copy: a slice would keep the whole response, whatever else is in it, for as long as the server runs.
Json object_or_empty(const Json& value) {
  return value.kind() == JsonKind::object ? Json(std::string(value.text())) : Json("{}");
}

/// The members of ServerCapabilities are objects, and so are most of theirs.
constexpr int kObjectsInCapabilities = 2;

}  // namespace

ConnectionStartup::ConnectionStartup(Host& host, std::string source, ServerConnection& connection, StartupPlan plan,
                                     MoveOnlyFunction<void(Result<StartupResult>)> done)
    : host_(host),
      source_(std::move(source)),
      connection_(connection),
      plan_(std::move(plan)),
      deadline_(std::chrono::steady_clock::now() + plan_.limit),
      done_(std::move(done)) {}

void ConnectionStartup::start() {
  if (plan_.era == Era::legacy) return initialize();
  is_probing_ = !plan_.era;
  discover();
  if (!is_probing_) return;
  probe_timer_ = host_.loop().after(plan_.probe_limit, [this] {
    host_.log(LogLevel::debug, source_,
              "has not answered server/discover within " + base::format_duration(plan_.probe_limit) +
                  ": falling back to initialize");
    initialize();
  });
}

// --- the modern era --------------------------------------------------------------------------------------------------

void ConnectionStartup::discover() {
  ++discoveries_;
  is_discovering_ = true;
  const std::uint64_t id = connection_.next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(id), "server/discover");
  message.append("{\"_meta\":{").append(meta()).append("}}}");
  connection_.request(id, std::move(message), time_left(deadline_),
                      std::make_unique<CallbackRequest>(unless_dropped(&ConnectionStartup::handle_discover_response),
                                                        CallbackRequest::Cancellable::no));
}

void ConnectionStartup::handle_discover_response(Response response) {
  is_discovering_ = false;
  if (is_era_known_) return;
  if (!std::holds_alternative<Error>(response)) is_probing_ = false;  // the server is alive, whatever it responds
  if (const Json* result = std::get_if<Json>(&response)) return handle_discover_result(*result);
  if (const auto* error = std::get_if<PeerError>(&response)) return handle_discover_error(*error);
  fail(explain(std::get<Error>(response), "server/discover"));
}

void ConnectionStartup::handle_discover_result(const Json& result) {
  const Json versions = json::member(result, "supportedVersions");
  if (versions.kind() != JsonKind::array) return initialize();  // it answers methods that it does not know
  const std::vector<Json> names = json::elements(versions);
  const bool is_mutual = std::any_of(names.begin(), names.end(), [](const Json& name) {
    return json::characters(name) == protocol::name_of(protocol::kModernRevision);
  });
  if (is_mutual) return begin_modern(result);
  handle_versions(versions, false);
}

void ConnectionStartup::handle_discover_error(const PeerError& error) {
  const int code = jsonrpc::code_of(error.object);
  if (code == jsonrpc::kUnsupportedProtocolVersion) {
    return handle_versions(json::member(json::member(error.object, "data"), "supported"), true);
  }
  const bool is_modern = code == jsonrpc::kHeaderMismatch || code == jsonrpc::kMissingClientCapability;
  if (is_modern || plan_.era) return fail({ErrorKind::protocol, "server/discover: " + error.message});
  initialize();
}

/// None of the server's versions has been accepted so far.
void ConnectionStartup::handle_versions(const Json& versions, bool is_error) {
  std::string all;
  bool has_mutual = false;
  bool has_legacy = false;
  for (const Json& version : json::elements(versions)) {
    const std::string name = json::characters(version);
    all.append(all.empty() ? "" : ", ").append(name);
    has_mutual = has_mutual || name == protocol::name_of(protocol::kModernRevision);
    has_legacy = has_legacy || protocol::spoken_for(name).has_value();
  }
  if (is_error && has_mutual && discoveries_ == 1) return discover();
  if (has_legacy && !plan_.era) return initialize();
  fail({ErrorKind::protocol, "there is no common protocol version: the server speaks " +
                                 (all.empty() ? "none that it names" : all) + "; the workbench speaks " +
                                 std::string(protocol::name_of(protocol::kModernRevision)) + ", " +
                                 protocol::revision_names()});
}

void ConnectionStartup::begin_modern(const Json& discovered) {
  is_era_known_ = true;
  probe_timer_.reset();
  result_.revision = protocol::kModernRevision;
  read_description(discovered);
  plan_lists();
}

/// What the server says of itself, in either era: a modern one names itself in `_meta`.
void ConnectionStartup::read_description(const Json& result) {
  const Json written = json::member(result, "capabilities");
  const Json capabilities = json::with_empty_objects(json::as_object(written), kObjectsInCapabilities);
  if (capabilities.text() != written.text()) {
    host_.log(LogLevel::information, source_,
              "where its capabilities have to have an object, the server writes [] for an empty one; it is read as {}");
  }
  result_.capabilities = object_or_empty(capabilities);
  result_.instructions = json::characters(json::member(result, "instructions"));
  result_.server_info = json::member(result, "serverInfo");
  if (!result_.server_info.is_absent()) return;
  result_.server_info = json::member(json::member(result, "_meta"), "io.modelcontextprotocol/serverInfo");
}

// --- the legacy era --------------------------------------------------------------------------------------------------

void ConnectionStartup::initialize() {
  if (initialize_error_) return finish(*initialize_error_);
  if (!asked_for_.empty()) return;
  is_probing_ = false;
  probe_timer_.reset();
  initialize_as(plan_.legacy_revision.value_or(protocol::kLatestLegacyRevision));
}

void ConnectionStartup::initialize_as(protocol::Revision revision) {
  asked_for_.push_back(revision);
  const std::uint64_t id = connection_.next_id();
  JsonWriter params;
  params.object().member("protocolVersion", protocol::name_of(revision));
  params.key("capabilities").raw(protocol::relayable_capabilities(plan_.client_capabilities, false));
  params.key("clientInfo");
  protocol::write_client_info(params, plan_.introduction);
  JsonWriter meta;
  protocol::write_client_behind(meta, plan_.introduction);
  if (!meta.text().empty()) params.key("_meta").object().raw_items(meta.text()).end();
  params.end();
  connection_.request(id, jsonrpc::write_request(jsonrpc::Id(id), "initialize", std::move(params).json()),
                      time_left(deadline_),
                      std::make_unique<CallbackRequest>(unless_dropped(&ConnectionStartup::handle_initialize_response),
                                                        CallbackRequest::Cancellable::no));
}

void ConnectionStartup::handle_initialize_response(Response response) {
  if (is_era_known_) return;
  const Json* result = std::get_if<Json>(&response);
  if (result == nullptr) return handle_initialize_refusal(response);
  is_era_known_ = true;
  const std::string version = json::characters(json::member(*result, "protocolVersion"));
  const auto revision = protocol::spoken_for(version);
  if (!revision) {
    return finish(Error{ErrorKind::protocol, "initialize: the server speaks protocol version '" + version +
                                                 "'; the workbench speaks " + protocol::revision_names() +
                                                 std::string(kVersionRemedy)});
  }
  result_.revision = *revision;
  read_description(*result);
  connection_.notify(jsonrpc::write_notification("notifications/initialized", {}));
  plan_lists();
}

void ConnectionStartup::handle_initialize_refusal(const Response& refusal) {
  const auto next = connection_.has_ended() ? std::nullopt : next_revision(refusal, asked_for_);
  if (next && !plan_.legacy_revision) {
    host_.log(LogLevel::information, source_,
              "has refused protocol version " + std::string(protocol::name_of(asked_for_.back())) + " (" +
                  as_error(refusal).message + "); it is asked for " + std::string(protocol::name_of(*next)));
    return initialize_as(*next);
  }
  Error error = explain(as_error(refusal), "initialize");
  if (next) {
    error.message.append(kPinnedVersionRemedy).append(protocol::name_of(*plan_.legacy_revision));
  } else if (asked_for_.size() > 1) {
    error.message.append(kVersionRemedy);
  }
  // A modern server refuses `initialize`; its answer to the probe may just be slow.
  if (!is_discovering_ || !std::holds_alternative<PeerError>(refusal)) return fail(error);
  initialize_error_ = error;
  probe_timer_ = host_.loop().after(plan_.probe_limit, [this] { finish(*initialize_error_); });
}

// --- the lists -------------------------------------------------------------------------------------------------------

// "Both parties MUST respect the negotiated capabilities" ("basic/lifecycle", Operation): a server is asked for no
// prompts and resources that it does not declare. Tools are what servers are for, and some declare nothing: official
// clients list and call them, too.
void ConnectionStartup::plan_lists() {
  if (plan_.lists_everything && declares("resources")) to_list_ = {ListKind::resource_templates, ListKind::resources};
  if (plan_.lists_everything && declares("prompts")) to_list_.push_back(ListKind::prompts);
  // What is not declared comes last: the server may leave the request unanswered.
  to_list_.insert(declares("tools") ? to_list_.end() : to_list_.begin(), ListKind::tools);
  list_next();
}

bool ConnectionStartup::declares(std::string_view capability) const {
  const Json declared = json::member(result_.capabilities, capability);
  return !declared.is_absent() && declared.kind() != JsonKind::null;
}

bool ConnectionStartup::has_ended_early() const {
  return std::any_of(result_.early_ends.begin(), result_.early_ends.end(),
                     [](const std::string& early_end) { return !early_end.empty(); });
}

void ConnectionStartup::list_next() {
  if (to_list_.empty()) return finish(std::move(result_));
  const ListKind kind = to_list_.back();
  to_list_.pop_back();
  const bool is_declared = declares(protocol::list_capability(kind));
  const auto time_of_probe = std::chrono::steady_clock::now() + plan_.probe_limit;
  // A server may not answer what it does not declare; and a list of which a page did not arrive has taken the time of
  // the others.
  auto limit = is_declared ? deadline_ : std::min(deadline_, time_of_probe);
  if (has_ended_early()) limit = std::max(limit, time_of_probe);
  listing_ = std::make_shared<ListPages>(
      host_, source_, connection_, kind, is_modern(result_.revision) ? meta() : std::string(), limit,
      ListPages::Incomplete::is_kept, [this, kind](ListedItems items) { handle_list(kind, std::move(items)); });
  listing_->start();
}

void ConnectionStartup::handle_list(ListKind kind, ListedItems items) {
  if (!items) return handle_missing_list(kind, items.error());
  const std::string_view capability = protocol::list_capability(kind);
  if (!declares(capability) && !items->empty()) {
    host_.log(LogLevel::information, source_,
              "lists " + std::to_string(items->size()) + " " + std::string(protocol::list_member(kind)) +
                  ", which its capabilities do not name");
    JsonWriter capabilities;
    capabilities.object().key(capability).object().end();
    capabilities.raw_items(
        json::members_without(result_.capabilities, [&](std::string_view key) { return key == capability; }));
    result_.capabilities = std::move(capabilities.end()).json();
  } else if (!declares(capability)) {
    host_.log(LogLevel::warning, source_, "the server has no tools (its capabilities do not name them)");
  }
  result_.lists[static_cast<std::size_t>(kind)] = *std::move(items);
  result_.cache_hints[static_cast<std::size_t>(kind)] = listing_->cache_hint();
  result_.early_ends[static_cast<std::size_t>(kind)] = listing_->early_end();
  list_next();
}

// Without the tools that it declares a server is useless; the other lists may be missing.
void ConnectionStartup::handle_missing_list(ListKind kind, const Error& why) {
  const bool is_needed = kind == ListKind::tools && declares(protocol::list_capability(kind));
  if (is_needed || connection_.has_ended()) return finish(explain(why, "start"));
  if (kind == ListKind::tools) {
    host_.log(LogLevel::warning, source_, "the server has no tools (its capabilities do not name them)");
  }
  host_.log(LogLevel::debug, source_, why.message);
  list_next();
}

// --- the outcome -----------------------------------------------------------------------------------------------------

std::string ConnectionStartup::meta() const {
  return protocol::modern_request_metadata(plan_.client_capabilities, {}, plan_.introduction);
}

MoveOnlyFunction<void(Response)> ConnectionStartup::unless_dropped(void (ConnectionStartup::*step)(Response)) {
  return [weak = weak_from_this(), step](Response response) {
    if (const auto self = weak.lock()) (self.get()->*step)(std::move(response));
  };
}

Error ConnectionStartup::explain(const Error& error, std::string_view step) const {
  const std::string& symptom = connection_.symptom();
  if (error.kind == ErrorKind::timed_out && !connection_.has_ended()) {  // our time limit, not the transport's
    return connection_.with_last_words({error.kind, std::string(step) + ": " + (symptom.empty() ? "" : symptom + "; ") +
                                                        "the server was not ready within " +
                                                        base::format_duration(plan_.limit)});
  }
  const bool is_silent = error.message.find(kBeforeLastWords) == std::string::npos;
  if (connection_.has_ended() && is_silent && !symptom.empty()) return {error.kind, symptom + "; " + error.message};
  // A reason that ended the process or kept it from starting explains itself; a response needs its request.
  return error.kind == ErrorKind::protocol && step == "initialize" ? error.within(step) : error;
}

void ConnectionStartup::fail(const Error& error) {
  finish(initialize_error_ ? *initialize_error_ : error);
}

void ConnectionStartup::finish(Result<StartupResult> outcome) {
  probe_timer_.reset();
  if (done_) std::exchange(done_, {})(std::move(outcome));
}

}  // namespace workbench::servers
