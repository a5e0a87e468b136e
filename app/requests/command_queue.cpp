#include "requests/command_queue.hpp"

#include <utility>

namespace workbench::app {

void CommandQueue::run(std::vector<std::string> arguments, ChildCommand::Done done) {
  if (running_.size() < bounds_.running) return start({std::move(arguments), std::move(done)});
  if (waiting_.size() < bounds_.waiting) return waiting_.push_back({std::move(arguments), std::move(done)});
  done(Error{ErrorKind::busy, "too many commands of operators are waiting; try again when they have ended"});
}

void CommandQueue::start(Waiting command) {
  const auto place = running_.emplace(running_.end());
  const auto done = std::make_shared<ChildCommand::Done>(std::move(command.done));
  auto started = ChildCommand::start(loop_, program_, command.arguments, bounds_.limits,
                                     [this, place, done](Result<ChildCommand::Outcome> outcome) {
                                       remove(place);
                                       (*done)(std::move(outcome));
                                     });
  if (started) {
    *place = *std::move(started);
    return;
  }
  running_.erase(place);
  (*done)(started.error());
}

/// It is destroyed later, because it is what calls this.
void CommandQueue::remove(Running::iterator ended) {
  loop_.post([self = self_.handle(), ended] {
    CommandQueue* const queue = self.get();
    if (queue == nullptr) return;
    queue->running_.erase(ended);
    queue->start_waiting();
  });
}

/// A command that cannot be started must not keep the others waiting. An answer may destroy this.
void CommandQueue::start_waiting() {
  const auto self = self_.handle();
  while (self.get() != nullptr && !waiting_.empty() && running_.size() < bounds_.running) {
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    start(std::move(next));
  }
}

}  // namespace workbench::app
