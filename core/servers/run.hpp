#pragma once

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "servers/connection.hpp"
#include "servers/connection_startup.hpp"
#include "servers/list_refresh.hpp"
#include "servers/run_quota.hpp"
#include "servers/server_subscriptions.hpp"

namespace workbench::servers {

class ServerRun;

/// Receives the state changes of a run. After ServerRun::close() only events, and on_closed. [loop thread]
class ServerRunObserver {
 public:
  virtual void on_ready(ServerRun& run) = 0;
  /// It did not start. The observer calls ServerRun::close().
  virtual void on_failed(ServerRun& run, const Error& reason) = 0;
  /// A CatalogChanged comes after on_ready, and the new list is known then.
  virtual void on_event(ServerRun& run, Event event) = 0;
  /// It was ready and has ended by itself. Called before its pending requests are answered, so that no response finds
  /// it ready; the run must not be destroyed in it.
  virtual void on_ended(ServerRun& run, const Error& reason) = 0;
  /// Its transport has closed and every pending request has been answered. The last call, of each run; the run may be
  /// destroyed in it.
  virtual void on_closed(ServerRun& run) = 0;

 protected:
  ~ServerRunObserver() = default;
};

/// One run of a server, from the connection to its end: starts it, holds its lists, and requests those again that
/// change. [loop thread]
class ServerRun final : private ServerConnectionObserver {
 public:
  /// `host` and `observer` must outlive it.
  ServerRun(Host& host, const std::string& source, std::unique_ptr<Connection> connection, StartupPlan plan,
            ServerRunObserver& observer);

  void start();

  /// Its place in the quota of its principal, which it keeps until it is destroyed.
  void keep_place(RunQuota::Place place) { place_ = std::move(place); }

  /// Whether it takes requests: from on_ready until it ends.
  [[nodiscard]] bool is_ready() const { return state_ == State::ready; }
  /// Whether it did not start, and nothing but the probe had been sent to the server.
  [[nodiscard]] bool has_died_of_the_probe() const { return has_died_of_the_probe_; }
  [[nodiscard]] protocol::Revision revision() const { return result_.revision; }
  [[nodiscard]] const Json& capabilities() const { return result_.capabilities; }
  /// Its own instructions for use; empty: none.
  [[nodiscard]] const std::string& instructions() const { return result_.instructions; }
  /// The same and its lists, together.
  [[nodiscard]] const StartupResult& result() const { return result_; }
  /// The ClientCapabilities that it was started with.
  [[nodiscard]] const Json& client_capabilities() const { return plan_.client_capabilities; }
  [[nodiscard]] const protocol::Introduction& introduction() const { return plan_.introduction; }
  /// What it lists, unfiltered.
  [[nodiscard]] const std::vector<protocol::ListedItem>& items(protocol::ListKind kind) const {
    return result_.lists[static_cast<std::size_t>(kind)];
  }
  /// Why this list may lack items of the server; see ListPages::early_end().
  [[nodiscard]] const std::string& early_end(protocol::ListKind kind) const {
    return result_.early_ends[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] ServerConnection& connection() { return connection_; }

  /// How the list of this kind is requested again.
  [[nodiscard]] ListRefresh& refresh(protocol::ListKind kind) { return *refreshes_[static_cast<std::size_t>(kind)]; }

  /// Whether this list has to be requested again before a client is shown it, or is being requested: it has changed, or
  /// may be kept no longer, and the server does not notify of changes. "If positive, the client SHOULD consider the
  /// result fresh for this many milliseconds after receiving the response" (schema, CacheableResult).
  [[nodiscard]] bool is_outdated(protocol::ListKind kind) const;
  /// Calls `done` once when this list is known as it is now, or has been requested for limits.openPatience: the former
  /// list is better than none.
  void when_current(protocol::ListKind kind, MoveOnlyFunction<void()> done);
  /// For how long clients may keep this list; see ListRefresh. Absent also before on_ready and after the end.
  [[nodiscard]] std::optional<protocol::CacheHint> cache_hint(protocol::ListKind kind) const;
  /// Whether any list is being requested again.
  [[nodiscard]] bool is_listing_anything() const;

  /// The resources whose updates the server is to notify of. After on_ready.
  void watch_resources(std::set<std::string> uris) { subscriptions_->watch(std::move(uris)); }

  /// See ServerSubscriptions. After on_ready.
  void when_watched(const std::string& uri, MoveOnlyFunction<void(Response)> done) {
    subscriptions_->when_watched(uri, std::move(done));
  }

  /// Lets a legacy server send log messages of this level and above, if it sends fewer so far. After on_ready.
  void set_log_level(std::string_view level);

  /// Notifies a legacy server to which roots were declared that they have changed.
  void notify_roots_changed();

  /// Begins the orderly end, and gives a start up; on_closed follows. Callbacks that wait for a list are called before
  /// this returns.
  void close(Error reason);

 private:
  enum class State {
    starting,  ///< startup_ is not null; or it has failed, and the run waits for close()
    ready,     ///< subscriptions_ is set
    ending,    ///< close() was called, or the connection has ended
  };

  // ServerConnectionObserver
  void on_event(Event event) override;
  void on_subscription_acknowledged(std::uint64_t id, const Json& granted) override;
  void on_subscription_cancelled(std::uint64_t id, const Json& reason) override;
  void on_ended(const Error& reason) override;
  void on_closed(const Error& reason) override;

  void handle_startup(Result<StartupResult> outcome);
  void handle_list_change(protocol::ListKind kind);
  void handle_listing(protocol::ListKind kind, ListedItems items);
  void report_missed_changes();
  [[nodiscard]] std::vector<MoveOnlyFunction<void()>> stop_refreshes();
  [[nodiscard]] std::unique_ptr<ListRefresh> make_refresh(protocol::ListKind kind);

  Host& host_;
  const std::string source_;
  const StartupPlan plan_;
  RunQuota::Place place_;
  ServerRunObserver& observer_;
  StartupResult result_;
  State state_ = State::starting;
  bool has_died_of_the_probe_ = false;
  std::string log_level_;
  std::set<protocol::ListKind> changed_while_starting_;
  ServerConnection connection_;
  std::array<std::unique_ptr<ListRefresh>, 4> refreshes_;  // by ListKind
  std::shared_ptr<ConnectionStartup> startup_;
  std::optional<ServerSubscriptions> subscriptions_;  // from on_ready on
};

}  // namespace workbench::servers
