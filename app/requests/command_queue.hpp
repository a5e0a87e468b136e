#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/event_loop.hpp>

#include "base/weak_handle.hpp"
#include "requests/child_command.hpp"
#include "requests/operator_methods.hpp"

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
  void run(std::vector<std::string> arguments, ChildCommand::Done done) { add(std::move(arguments), std::move(done)); }
  /// The same. Destroying the returned object ends the command, and nothing is called.
  [[nodiscard]] std::unique_ptr<RequestWork> run_while_wanted(std::vector<std::string> arguments,
                                                              ChildCommand::Done done);

 private:
  struct Entry {
    std::vector<std::string> arguments;
    ChildCommand::Done done;
    std::unique_ptr<ChildCommand> command;  // null: it waits for its turn
  };
  using Entries = std::list<std::shared_ptr<Entry>>;
  class Ticket;

  std::weak_ptr<Entry> add(std::vector<std::string> arguments, ChildCommand::Done done);
  void start_waiting();
  void start(const std::shared_ptr<Entry>& entry);
  void finish(const std::shared_ptr<Entry>& entry, Result<ChildCommand::Outcome> outcome);
  void abandon(const std::shared_ptr<Entry>& entry);
  [[nodiscard]] std::shared_ptr<Entry> next() const;

  EventLoop& loop_;
  const std::string program_;
  const Bounds bounds_;
  Entries entries_;  // the oldest first
  const base::WeakHandleSource<CommandQueue> self_{*this};
};

}  // namespace workbench::app
