#pragma once

#include <list>
#include <memory>

#include "config/toolboxes_file/config.hpp"
#include "event_loop/loop.hpp"
#include "exit_status.hpp"
#include "gateway/workspaces.hpp"
#include "process_host.hpp"
#include "registry/registry.hpp"
#include "service_selection.hpp"

namespace workbench::app {

/// Serves clients from the opening of the listeners to the end of the last process: on a signal, or when the client
/// of a door that has only one is gone. [startup], then [loop thread]
class Service {
 public:
  /// All arguments must outlive the service.
  Service(event_loop::Loop& loop, ProcessHost& host, const registry::Registry& registry,
          const ServiceSelection& selection, const config::Config& config);
  ~Service();

  /// Opens the listeners. Any error: nobody can be served.
  [[nodiscard]] Result<void> open();

  /// Serves until the end has come and everything is tidied up, or the time for that has passed: Limits::drain for the
  /// calls that are under way over the network, then Limits::shutdown.
  /// Anything but ok: a client for whom alone the program runs could not be served; the log says why.
  [[nodiscard]] ExitStatus run();

 private:
  class ServiceClient;

  void accept(AcceptedClient client, bool ends_the_service);
  [[nodiscard]] Result<void> seat(AcceptedClient client, bool ends_the_service);
  void handle_client_finished(ServiceClient& guest);
  void handle_client_gone(ServiceClient& guest);
  void handle_signal(int signal);
  void close_doors();
  void drain();
  [[nodiscard]] bool has_network_door() const;
  [[nodiscard]] bool is_drained() const;
  void begin_last_moment();
  void close_all();

  event_loop::Loop& loop_;
  ProcessHost& host_;
  const ServiceSelection& selection_;
  gateway::Workspaces workspaces_;
  std::list<std::unique_ptr<ServiceClient>> guests_;
  EventLoop::Timer least_drain_;  // set: not yet over
  EventLoop::Timer last_answers_;
  EventLoop::Timer last_moment_;
  ExitStatus status_ = ExitStatus::ok;
  bool doors_are_closed_ = false;
  bool is_draining_ = false;
  bool is_tidying_up_ = false;
};

}  // namespace workbench::app
