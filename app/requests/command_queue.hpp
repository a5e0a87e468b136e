#pragma once

#include <cstddef>
#include <deque>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include <workbench/event_loop.hpp>

#include "base/weak_handle.hpp"
#include "requests/child_command.hpp"

namespace workbench::app {

/// Runs commands of one program, a few at a time; others wait for their turn. Destroying it ends all. [loop thread]
class CommandQueue {
 public:
  struct Bounds {
    std::size_t running = 2;
    std::size_t waiting = 8;
    ChildCommand::Limits limits{std::chrono::seconds(120), 16UL * 1024 * 1024};
  };

  /// `loop` must outlive it. `program`: its path.
  CommandQueue(EventLoop& loop, std::string program, Bounds bounds)
      : loop_(loop), program_(std::move(program)), bounds_(bounds) {}
  CommandQueue(EventLoop& loop, std::string program) : CommandQueue(loop, std::move(program), Bounds()) {}
  CommandQueue(const CommandQueue&) = delete;
  CommandQueue& operator=(const CommandQueue&) = delete;

  /// `done` is called once, unless this is destroyed before: as ChildCommand does, or inside this call with busy if too
  /// many commands wait, or with the error of the start.
  void run(std::vector<std::string> arguments, ChildCommand::Done done);

 private:
  struct Waiting {
    std::vector<std::string> arguments;
    ChildCommand::Done done;
  };
  using Running = std::list<std::unique_ptr<ChildCommand>>;

  void start(Waiting command);
  void remove(Running::iterator ended);
  void start_waiting();

  EventLoop& loop_;
  const std::string program_;
  const Bounds bounds_;
  Running running_;
  std::deque<Waiting> waiting_;
  const base::WeakHandleSource<CommandQueue> self_{*this};
};

}  // namespace workbench::app
