#include "servers/in_flight_requests.hpp"

#include <algorithm>
#include <iterator>

namespace workbench::servers {

void InFlightRequests::leave(InFlightRequest& request) {
  const auto found = std::find(requests_.rbegin(), requests_.rend(), &request);
  if (found == requests_.rend()) return;
  *found = requests_.back();
  requests_.pop_back();
}

InFlightRequest* InFlightRequests::only_one() const {
  const std::vector<InFlightRequest*> candidates = running();
  return candidates.size() == 1 ? candidates.front() : nullptr;
}

std::vector<InFlightRequest*> InFlightRequests::running() const {
  std::vector<InFlightRequest*> found;
  std::copy_if(requests_.begin(), requests_.end(), std::back_inserter(found),
               [](InFlightRequest* request) { return !request->caller().is_suspended(); });
  return found;
}

}  // namespace workbench::servers
