#pragma once

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "clients/refused_client.hpp"
#include "gateway/workspaces/workspaces.hpp"
#include "process/process_host.hpp"
#include "process/terminal.hpp"
#include "service/listener_reload.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// Serves clients, from opening the listeners until the last process has exited. It ends on a signal, or when the only
/// client of a listener that has just one has disconnected. [startup], then [loop thread]
class Service {
 public:
  /// All arguments must outlive the service.
  Service(ProcessHost& host, const config::Config& config, const registry::Registry& registry,
          const ServiceSelection& selection);
  ~Service();

  /// Opens the listeners. Any error: clients cannot be served. With Watches::yes, a listener reads its files again when
  /// one of them changes.
  [[nodiscard]] Result<void> open(ListenerReload::Watches watches = ListenerReload::Watches::no);

  /// A client of a listener that is not one of the selection. It is served as those of a listener with many clients.
  void accept(AcceptedClient client) { accept(std::move(client), {false, false}); }

  /// Makes all listeners read their files again; nothing once the service is ending.
  void reload_listeners();

  /// Applies `config`, for present and future clients; see Workspaces::apply().
  [[nodiscard]] Result<void> apply(config::Config config) { return workspaces_.apply(std::move(config)); }

  /// The files that reviews of catalogs read, which are to be watched.
  [[nodiscard]] std::vector<std::string> review_files() const;
  /// Makes the reviews of catalogs read their files again. Returns whether one of them may judge otherwise now.
  [[nodiscard]] bool refresh_reviews();
  /// Makes the reviews judge all that is known again.
  void review_again();

  /// `hung_up` is called at each SIGHUP that does not come from a terminal which is being closed: that one ends the
  /// service.
  void on_hang_up(MoveOnlyFunction<void()> hung_up) { hung_up_ = std::move(hung_up); }

  /// `connected` gets each operator (AcceptedClient::operator_view); without it, they are refused.
  void on_operator(MoveOnlyFunction<void(AcceptedClient)> connected) { operator_connected_ = std::move(connected); }

  /// `is_watched` says whether an operator watches: the service does not end as idle then.
  void on_idle(MoveOnlyFunction<bool()> is_watched) { is_watched_ = std::move(is_watched); }

  /// Before overview(); see Workspaces::look_up_logins().
  void look_up_logins(MoveOnlyFunction<void()> done) { workspaces_.look_up_logins(std::move(done)); }

  /// Everything that an operator may see.
  [[nodiscard]] gateway::Overview overview(const gateway::OverviewScope& scope = {}) const {
    return workspaces_.overview(scope);
  }
  /// For operators, who control servers.
  [[nodiscard]] const gateway::Workspaces& workspaces() const { return workspaces_; }

  /// `ending` is called once, when the end begins.
  void on_ending(MoveOnlyFunction<void()> ending) { ending_ = std::move(ending); }

  /// Whether it is shutting down: it accepts no new clients.
  [[nodiscard]] bool is_ending() const { return has_closed_listeners_; }

  /// Serves until everything is closed, or the time for that is over: Limits::drain for calls in flight of clients over
  /// the network, then Limits::shutdown. Not ok: the client for which the program runs could not be served; the log
  /// has the reason.
  [[nodiscard]] ExitStatus run();

 private:
  class ServiceClient;

  /// What the listener of a client means for it.
  struct Origin {
    bool ends_service;  ///< the service ends when the client has disconnected
    bool is_logged;     ///< so are its beginning and its end
  };

  [[nodiscard]] bool run_loop();
  void accept(AcceptedClient client, const Origin& origin);
  [[nodiscard]] Result<void> add_client(AcceptedClient& accepted, const Origin& origin);
  void refuse(std::unique_ptr<Connection> connection, const Error& reason);
  void handle_client_finished(ServiceClient& client);
  void handle_client_gone(ServiceClient& client);
  void handle_signal(int signal);
  void limit_idle_time();
  void end_by_request();
  void close_listeners();
  void drain();
  [[nodiscard]] bool has_network_listener() const;
  [[nodiscard]] bool is_drained() const;
  void limit_shutdown_time();
  void close_all();

  ProcessHost& host_;
  event_loop::Loop& loop_;
  const ServiceSelection& selection_;
  const Terminal terminal_;
  MoveOnlyFunction<void()> hung_up_;
  MoveOnlyFunction<void()> ending_;
  MoveOnlyFunction<void(AcceptedClient)> operator_connected_;
  MoveOnlyFunction<bool()> is_watched_;
  std::list<ListenerReload> listener_reloads_;  // of the listeners that are open
  gateway::Workspaces workspaces_;
  std::list<std::unique_ptr<ServiceClient>> clients_;
  std::list<clients::RefusedClient> refused_;
  EventLoop::Timer idle_exit_;  // set: no client is connected, and limits.idleExit is set
  EventLoop::Timer min_drain_;  // set: Limits::drain_least is not over
  EventLoop::Timer closing_;    // set: everything is closed when it is due, at the latest
  EventLoop::Timer shutdown_limit_;
  ExitStatus status_ = ExitStatus::ok;
  bool has_closed_listeners_ = false;
  bool is_draining_ = false;
  bool is_closing_ = false;
};

}  // namespace workbench::app
