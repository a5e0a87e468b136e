#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <workbench/caller.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/until_cancelled.hpp>

#include "clients/request.hpp"
#include "gateway/exposure/content_lookup.hpp"
#include "gateway/exposure/content_subscriptions.hpp"
#include "gateway/exposure/exposure_parts.hpp"
#include "gateway/exposure/late_servers.hpp"
#include "gateway/exposure/native_catalog.hpp"
#include "gateway/exposure/native_servers.hpp"
#include "protocol/listing.hpp"

namespace workbench::gateway {

/// The content of the toolboxes that show it (`content` is native), for clients that see it as one server's: prompts,
/// resources, resource templates, completions and subscriptions.
///
/// The content known from servers' earlier runs is listed without starting them. The others are started by a list if
/// its client would not be notified of them later: a client of the modern era, where a list must not depend on what was
/// opened; a client whose host does not handle list_changed; and every client in flat mode. For all others the content
/// of a toolbox is available once it has been opened, and list_changed says so. A request for a listed item goes to its
/// server at once; one for an unknown item starts the missing servers first, as RestartBackoff allows. [loop thread]
class ContentExposure {
 public:
  /// `changed` is called when what list() answers a legacy client has changed.
  ContentExposure(const ExposureParts& parts, NativeServers::Learning learning,
                  MoveOnlyFunction<void(protocol::ListKind)> changed);
  ContentExposure(const ContentExposure&) = delete;
  ContentExposure& operator=(const ContentExposure&) = delete;

  /// Whether no toolbox shows its content.
  [[nodiscard]] bool is_empty() const { return servers_.empty(); }

  /// The servers of the toolboxes that show their content.
  [[nodiscard]] const NativeServers& servers() const { return servers_; }

  /// What clients may ask for.
  struct Kinds {
    bool prompts = false;
    bool resources = false;
    bool subscriptions = false;  ///< to resources
    bool completions = false;
  };
  /// What any of the servers is known to have, after reading what earlier runs had; as long as one server is
  /// not known, all. Hosts show an empty menu for a kind that is declared but empty.
  [[nodiscard]] Kinds recalled_kinds();

  /// See clients::Backend; all kinds but tools.
  void list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed);

  /// Answers a `prompts/get`, `resources/read` or `completion/complete`. Our own resources are kept results and, in
  /// flat mode, the instructions of servers.
  void forward(std::string_view method, const Json& params, clients::OwnedRequest request);

  /// The resources, by the URIs that clients know, whose updates clients have subscribed to now.
  void watch(std::set<std::string> uris) { subscriptions_.watch(std::move(uris)); }

  /// See clients::Backend.
  void when_watched(const std::string& uri, const std::shared_ptr<const Scopes>& scopes,
                    MoveOnlyFunction<void(Response)> done) {
    subscriptions_.when_watched(uri, scopes, std::move(done));
  }

  /// A list of a server has changed; see servers::CatalogChanged.
  void handle_list_change(const servers::Server& server, protocol::ListKind kind, bool is_first);
  /// The servers may have been replaced.
  void handle_changed_servers();

 private:
  using Known = ContentLookup::Known;
  using WaitingList = UntilCancelled<MoveOnlyFunction<void(Result<Json>)>>;

  /// A request for something that no server is known to have yet.
  struct WaitingRequest {
    clients::OwnedRequest request;
    Json params;
  };

  [[nodiscard]] bool starts_servers(const Caller& caller) const;
  /// Whether every list starts the servers that are not known: in flat mode.
  [[nodiscard]] bool lists_all() const { return learning_ == NativeServers::Learning::opens_toolboxes; }
  void notify_changed(protocol::ListKind kind);
  void answer_when_current(protocol::ListKind kind, const WaitingList& waiting);

  // Each sends the request to the server that has what it names. False: none is known; the request is left as it is.
  [[nodiscard]] bool route(std::string_view method, const Json& params, Known known, clients::OwnedRequest& request);
  [[nodiscard]] bool get_prompt(const Json& params, clients::OwnedRequest& request);
  [[nodiscard]] bool read_resource(const Json& params, Known known, clients::OwnedRequest& request);
  [[nodiscard]] bool complete(const Json& params, Known known, clients::OwnedRequest& request);

  void answer_instructions(std::string_view uri, detail::ClientRequest& request) const;
  void route_when_known(Toolbox::Wanted wanted, std::string method, WaitingRequest request);
  void refuse(std::string_view method, const Json& params, detail::ClientRequest& request) const;
  [[nodiscard]] std::string withheld_words_of(std::string_view method, const Json& params) const;
  void recall();
  /// Sends the request to the server of `source`.
  void send(const ListedSource& source, std::string_view method, std::string members, clients::OwnedRequest request);

  const ExposureParts parts_;
  const NativeServers::Learning learning_;
  const NativeServers servers_;
  NativeCatalog catalog_;
  const ContentLookup lookup_;
  ContentSubscriptions subscriptions_;
  MoveOnlyFunction<void(protocol::ListKind)> changed_;
  std::set<protocol::ListKind> shown_;         // the lists that a client has seen
  std::multiset<protocol::ListKind> awaited_;  // the lists that wait for servers
  bool starts_servers_ = false;                // a list has started servers
  bool is_recalling_ = false;                  // what is known from earlier runs is being read
  LateServers late_servers_{parts_.host};
};

}  // namespace workbench::gateway
