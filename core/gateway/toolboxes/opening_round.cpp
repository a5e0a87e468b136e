#include "gateway/toolboxes/opening_round.hpp"

namespace workbench::gateway {

void OpeningRound::start(const std::vector<servers::Server*>& servers) {
  const auto self = shared_from_this();
  started_ += servers.size();
  // One more for this function: servers may complete at once, but the round ends when all have been started.
  awaited_ += servers.size() + 1;
  for (servers::Server* server : servers) {
    server->start_with_patience([server, weak = weak_from_this()] {
      if (const auto round = weak.lock()) round->record_completed(server->name());
    });
  }
  count_down();
}

void OpeningRound::record_completed(const std::string& server) {
  if (!completed_) return;
  ++reported_;
  for (Waiting& waiting : waiting_) {
    if (waiting.progress) waiting.progress(reported_, started_, server);
  }
  count_down();
}

void OpeningRound::count_down() {
  if (completed_ && --awaited_ == 0) std::exchange(completed_, {})();
}

void OpeningRound::answer(const workbench::Toolboxes::Opened& outcome) {
  for (Waiting& waiting : std::exchange(waiting_, {})) waiting.opened(outcome);
}

}  // namespace workbench::gateway
