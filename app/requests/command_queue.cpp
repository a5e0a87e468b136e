#include "requests/command_queue.hpp"

#include <algorithm>

namespace workbench::app {

/// The interest of the operator who has asked for a command.
class CommandQueue::Ticket final : public RequestWork {
 public:
  Ticket(base::WeakHandle<CommandQueue> queue, std::weak_ptr<Entry> entry)
      : queue_(std::move(queue)), entry_(std::move(entry)) {}
  ~Ticket() override {
    const auto entry = entry_.lock();
    CommandQueue* const queue = queue_.get();
    if (entry != nullptr && queue != nullptr) queue->abandon(entry);
  }

 private:
  const base::WeakHandle<CommandQueue> queue_;
  const std::weak_ptr<Entry> entry_;
};

std::unique_ptr<RequestWork> CommandQueue::run_while_wanted(std::vector<std::string> arguments,
                                                            ChildCommand::Done done) {
  const auto self = self_.handle();
  return std::make_unique<Ticket>(self, add(std::move(arguments), std::move(done)));
}

/// Expired: it has ended. An answer may destroy this.
std::weak_ptr<CommandQueue::Entry> CommandQueue::add(std::vector<std::string> arguments, ChildCommand::Done done) {
  if (entries_.size() >= bounds_.running + bounds_.waiting) {
    done(Error{ErrorKind::busy, "too many commands of operators are waiting; try again when they have ended"});
    return {};
  }
  const auto entry = std::make_shared<Entry>(Entry{std::move(arguments), std::move(done), nullptr});
  entries_.push_back(entry);
  start_waiting();
  return entry;
}

/// Null: none waits, or as many run as may.
std::shared_ptr<CommandQueue::Entry> CommandQueue::next() const {
  const auto waits = [](const auto& entry) { return entry->command == nullptr; };
  const auto found = std::find_if(entries_.begin(), entries_.end(), waits);
  const auto running = static_cast<std::size_t>(std::count_if(entries_.begin(), entries_.end(), std::not_fn(waits)));
  return found == entries_.end() || running >= bounds_.running ? nullptr : *found;
}

/// A command that cannot be started must not keep the others waiting. An answer may destroy this.
void CommandQueue::start_waiting() {
  const auto self = self_.handle();
  while (self.get() != nullptr) {
    const auto entry = next();
    if (entry == nullptr) return;
    start(entry);
  }
}

void CommandQueue::start(const std::shared_ptr<Entry>& entry) {
  auto started = ChildCommand::start(loop_, program_, entry->arguments, bounds_.limits,
                                     [this, weak = std::weak_ptr(entry)](Result<ChildCommand::Outcome> outcome) {
                                       const auto self = self_.handle();
                                       if (const auto ended = weak.lock()) finish(ended, std::move(outcome));
                                       if (self.get() != nullptr) start_waiting();
                                     });
  if (!started) return finish(entry, started.error());
  entry->command = *std::move(started);
}

/// An answer may destroy this.
void CommandQueue::finish(const std::shared_ptr<Entry>& entry, Result<ChildCommand::Outcome> outcome) {
  entries_.remove(entry);
  std::exchange(entry->done, nullptr)(std::move(outcome));
}

/// The others get its place in a later turn: who abandons it may be about to abandon them, too.
void CommandQueue::abandon(const std::shared_ptr<Entry>& entry) {
  if (entries_.remove(entry) == 0) return;
  entry->command.reset();
  loop_.post([self = self_.handle()] {
    if (CommandQueue* const queue = self.get()) queue->start_waiting();
  });
}

}  // namespace workbench::app
