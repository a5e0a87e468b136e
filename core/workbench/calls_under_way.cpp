#include "workbench/calls_under_way.hpp"

#include <algorithm>
#include <utility>

#include "workbench/forwarded_request.hpp"

namespace workbench {

void CallsUnderWay::leave(ForwardedRequest& request) {
  const auto found = std::find(requests_.rbegin(), requests_.rend(), &request);
  if (found == requests_.rend()) return;
  *found = requests_.back();
  requests_.pop_back();
}

void CallsUnderWay::ask(Question question, mcp::ClientPeer* peer, MoveOnlyFunction<void(PeerAnswer)> answered) {
  const std::vector<ForwardedRequest*> candidates = running();
  if (candidates.size() == 1) return candidates.front()->ask(std::move(question), std::move(answered));

  const bool is_the_session = std::none_of(candidates.begin(), candidates.end(),
                                           [](ForwardedRequest* request) { return request->caller().is_stateless(); });
  if (is_the_session && peer != nullptr && peer->has_session())
    return peer->ask(std::move(question), std::move(answered));
  answered(Error{ErrorKind::unavailable,
                 candidates.empty() ? "no client is there to be asked: no request is under way"
                                    : "several requests are under way, and it cannot be told whose client is meant"});
}

ForwardedRequest* CallsUnderWay::only_one() const {
  const std::vector<ForwardedRequest*> candidates = running();
  return candidates.size() == 1 ? candidates.front() : nullptr;
}

std::vector<ForwardedRequest*> CallsUnderWay::running() const {
  std::vector<ForwardedRequest*> found;
  std::copy_if(requests_.begin(), requests_.end(), std::back_inserter(found),
               [](ForwardedRequest* request) { return !request->caller().is_parked(); });
  return found;
}

}  // namespace workbench
