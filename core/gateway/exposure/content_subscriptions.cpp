#include "gateway/exposure/content_subscriptions.hpp"

#include <map>
#include <utility>
#include <variant>

#include "gateway/requests/required_scopes.hpp"

namespace workbench::gateway {
namespace {

/// The server alone: scopes that tools require do not concern content.
ToolIdentifier server_of(const ListedSource& source) {
  return {source.identifier.toolbox, source.identifier.server, {}};
}

}  // namespace

ContentSubscriptions::~ContentSubscriptions() {
  servers_.for_each([this](const Toolbox&, servers::Server& server) { server.settings().watch_resources(this, {}); });
}

void ContentSubscriptions::watch(std::set<std::string> uris) {
  watched_ = std::move(uris);
  watch_known_or_learn();
}

void ContentSubscriptions::watch_known_or_learn() {
  if (watched_.empty() || servers_.is_all_known()) return update();
  servers_.learn(Toolbox::Retry::when_due, Toolbox::Wanted::catalogs, [this] { update(); });
}

void ContentSubscriptions::when_watched(const std::string& uri, const std::shared_ptr<const Scopes>& scopes,
                                        MoveOnlyFunction<void(Response)> done) {
  await_subscription(Toolbox::Wanted::catalogs, uri, scopes, std::move(done));
}

/// Learns from all servers what is wanted, then asks the one that has the resource. If no earlier run is known to have
/// it, a new run may: only then all servers are started for it.
void ContentSubscriptions::await_subscription(Toolbox::Wanted wanted, const std::string& uri,
                                              const std::shared_ptr<const Scopes>& scopes,
                                              MoveOnlyFunction<void(Response)> done) {
  auto known = [this, wanted, uri, scopes, done = std::move(done)]() mutable {
    if (const auto source = lookup_.find_resource(uri, ContentLookup::Known::all)) {
      auto refusal = refuse_without_scopes(toolboxes_, server_of(*source), scopes.get());
      if (refusal) return done(*std::move(refusal));
      if (scopes == nullptr) return source->server->when_watched(uri, std::move(done));
      return subscribe(*source->server, uri, std::move(done));
    }
    if (wanted == Toolbox::Wanted::catalogs) {
      return await_subscription(Toolbox::Wanted::runs, uri, scopes, std::move(done));
    }
    std::string text = "Resource not found: " + uri + servers_.withheld(protocol::ListKind::resources, uri);
    const std::string missing = servers_.missing("; ");
    if (!missing.empty()) text.append("; ").append(missing);
    done(Error{ErrorKind::not_found, std::move(text)});
  };
  if (wanted == Toolbox::Wanted::catalogs && servers_.is_all_known()) return known();
  servers_.learn(Toolbox::Retry::when_due, wanted, std::move(known));
}

/// The scopes are enough: only now is the server sent the resource, which is not one of watch() yet.
void ContentSubscriptions::subscribe(servers::Server& server, const std::string& uri,
                                     MoveOnlyFunction<void(Response)> done) {
  granted_.insert(uri);
  update();
  server.when_watched(uri, [self = self_.handle(), uri, done = std::move(done)](Response response) mutable {
    // Without an answer, the server may be ending at this moment, and is not called: the session sends the rest.
    const bool is_answered = !std::holds_alternative<Error>(response);
    done(std::move(response));
    ContentSubscriptions* const subscriptions = self.get();
    if (subscriptions == nullptr) return;
    subscriptions->granted_.erase(subscriptions->granted_.find(uri));
    if (is_answered) subscriptions->update();
  });
}

std::set<std::string> ContentSubscriptions::all_watched() const {
  std::set<std::string> all = watched_;
  all.insert(granted_.begin(), granted_.end());
  return all;
}

void ContentSubscriptions::update() {
  std::map<servers::Server*, std::set<std::string>> by_server;
  servers_.for_each([&](const Toolbox&, servers::Server& server) { by_server[&server]; });
  for (const std::string& uri : all_watched()) {
    if (const auto source = lookup_.find_resource(uri, ContentLookup::Known::all))
      by_server[source->server].insert(uri);
  }
  for (auto& [server, uris] : by_server) {
    const bool is_watched = !uris.empty();
    server->settings().watch_resources(this, std::move(uris));
    if (is_watched && server->status().is_remembered()) server->when_ready([](const Result<servers::ServerRun*>&) {});
  }
}

}  // namespace workbench::gateway
