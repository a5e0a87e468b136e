#pragma once

#include <chrono>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client_seat.hpp"
#include "config/config.hpp"
#include "config/settings.hpp"
#include "loop/loop.hpp"
#include "process_host.hpp"
#include "registry/registry.hpp"

namespace workbench {

/// Serves clients from the opening of the front doors to the end of the last process: on a signal, or when the client
/// of a door that has only one is gone. [startup], then [loop thread]
class Service {
 public:
  /// All arguments must outlive the service.
  Service(Loop& loop, ProcessHost& host, const Registry& registry, const Settings& settings,
          const WorkbenchConfig& config);
  ~Service();

  /// Opens the front doors. Any error: nobody can be served.
  [[nodiscard]] Result<void> open();

  /// Serves until the end has come and everything is tidied up, or the time for that (Limits::shutdown) has passed.
  void run();

 private:
  class Guest;

  void seat(std::unique_ptr<Connection> client, bool ends_the_service);
  void note_finished(Guest& guest);
  void note_gone(Guest& guest);
  void take_signal(int signal);
  void begin_end();
  void tidy_up();

  Loop& loop_;
  ProcessHost& host_;
  const Registry& registry_;
  const Settings& settings_;
  const WorkbenchConfig& config_;
  std::vector<FrontDoor*> doors_;
  std::list<std::unique_ptr<Guest>> guests_;
  EventLoop::Timer last_answers_;
  EventLoop::Timer last_moment_;
  bool is_ending_ = false;
  bool is_tidying_up_ = false;
};

}  // namespace workbench
