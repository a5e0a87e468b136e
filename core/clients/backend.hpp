#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <workbench/event_loop.hpp>
#include <workbench/meta_tool.hpp>
#include <workbench/response.hpp>
#include <workbench/result.hpp>
#include <workbench/tool_call.hpp>

#include "clients/request.hpp"
#include "protocol/cache_hint.hpp"
#include "protocol/listing.hpp"

namespace workbench::clients {

/// What a session serves to its client: the workbench's own tools and, depending on the mode, what the servers list.
/// [loop thread]
class Backend {
 public:
  /// The backend that serves this client: it may depend on the client's host. It lives as long as this one; a session
  /// asks once, when it is initialized, a modern client is served by that of each of its requests.
  [[nodiscard]] virtual Backend& for_client(const ClientInfo&) { return *this; }

  /// For the answer to `initialize` or `server/discover`, within what this client's host shows of it.
  [[nodiscard]] virtual std::string instructions(const ClientInfo& client) const = 0;

  /// The ServerCapabilities for a client of this revision, by which its requests are served; an object. Known without
  /// starting anything.
  [[nodiscard]] virtual Json capabilities(protocol::Revision revision) const = 0;

  /// The capabilities to declare to a client that asks at this moment: without those that no server has, if that is
  /// known of all servers. Starts nothing.
  [[nodiscard]] virtual Json declared_capabilities(protocol::Revision revision) = 0;

  /// Null: the workbench has no tool of this name of its own.
  [[nodiscard]] virtual MetaTool* find_meta_tool(std::string_view name) = 0;

  /// Why a request that was first sent with `former` scopes may not be repeated with `present` ones: forbidden. Null:
  /// see Caller::scopes().
  [[nodiscard]] virtual std::optional<Error> refuse_weaker(const Scopes* former, const Scopes* present) const = 0;

  /// The toolboxes as this client sees them; they outlive its requests.
  [[nodiscard]] virtual Toolboxes& toolboxes() = 0;

  /// The whole list, as a JSON array. May start servers, and take time; `done` is called once, perhaps at once, and
  /// not at all if `caller` cancels before. A modern caller's list depends on nothing but the configuration and what
  /// the servers have.
  virtual void list(protocol::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> done) = 0;

  /// For how long a modern client may keep the latest list() of this kind, and whether any other client may be given
  /// it. Not at all, unless a backend knows better.
  [[nodiscard]] virtual protocol::CacheHint cache_hint(protocol::ListKind) const { return {}; }

  /// Answers a request that is a server's to answer: `tools/call` of a tool that find_meta_tool() does not know,
  /// `prompts/get`, `resources/read`, `completion/complete`, and those that the specification does not have, if
  /// passes_vendor_messages(). `params` is an object, `_meta` included, or absent.
  virtual void forward(std::string_view method, const Json& params, OwnedRequest request) = 0;

  /// Whether requests and notifications that the specification does not have (protocol::is_vendor_method) pass between
  /// the client and its servers.
  [[nodiscard]] virtual bool passes_vendor_messages() const = 0;

  /// The client has sent a notification that the specification does not have; only if passes_vendor_messages().
  /// `scopes`: see Caller::scopes().
  virtual void handle_vendor_notification(std::string_view method, const Json& params,
                                          const std::shared_ptr<const Scopes>& scopes) = 0;

  /// The client is to be notified when one of these resources (by the URIs that clients know) is updated, and of no
  /// others.
  virtual void watch_resources(const std::set<std::string>& uris) = 0;

  /// Whether the server that has `uri`, one of the latest watch_resources(), notifies of its updates: `done` is called
  /// once, perhaps at once, with an object, with the server's error, or with why there is no answer (not_found: no
  /// server has the resource; forbidden: its server requires scopes that `scopes` lacks). May start servers, and take
  /// time. For a URI that was watched before and is not any more: the same about the end of its notifications. With
  /// `scopes`, the URI need not be watched yet: if they suffice, it counts as watched until `done` has been called.
  virtual void when_watched(const std::string& uri, const std::shared_ptr<const Scopes>& scopes,
                            MoveOnlyFunction<void(Response)> done) = 0;

  /// Notifies a client of the states of one of its tasks: `notify` is called with each, a DetailedTask, but not inside
  /// this call, until what is returned is destroyed, which must not outlive the backend. Null: there is no such task
  /// (any more), or `scopes` (see Caller::scopes()) are too few.
  [[nodiscard]] virtual std::unique_ptr<EventLoop::Subscription> watch_task(
      const std::string& id, const Scopes* scopes, MoveOnlyFunction<void(const Json& detailed_task)> notify) = 0;

  /// The client of a legacy session is ready: requests may be sent to it.
  virtual void handle_initialized() = 0;

  /// The session is to receive log messages of this level and above from now on.
  virtual void set_log_level(std::string_view level) = 0;

  /// The roots of the session's client have changed.
  virtual void handle_roots_changed() = 0;

  /// The client does not read: nothing more should be read from the servers whose messages it receives.
  virtual void pause_servers(bool paused) = 0;

 protected:
  ~Backend() = default;
};

}  // namespace workbench::clients
