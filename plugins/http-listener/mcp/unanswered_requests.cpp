#include "mcp/unanswered_requests.hpp"

#include <iterator>

#include "mcp/message_head.hpp"

namespace workbench::http {

std::uint64_t UnansweredRequests::add(const Json& id, std::shared_ptr<SessionStream> stream) {
  const std::uint64_t number = ++last_number_;
  const auto added =
      requests_.emplace_hint(requests_.end(), number, Request{normalize_id(id.text(), json_), std::move(stream)});
  const auto named = named_.emplace(added->second.id, number).first;  // the last one with this id
  has_had_equal_ids_ = has_had_equal_ids_ || (named != named_.begin() && std::prev(named)->first == named->first);
  return number;
}

const UnansweredRequests::Request* UnansweredRequests::find(std::uint64_t number) const {
  const auto found = requests_.find(number);
  return found == requests_.end() ? nullptr : &found->second;
}

std::optional<UnansweredRequests::Request> UnansweredRequests::extract(std::uint64_t number) {
  const auto found = requests_.find(number);
  if (found == requests_.end()) return std::nullopt;
  named_.erase({found->second.id, number});
  Request request = std::move(found->second);
  requests_.erase(found);
  return request;
}

std::vector<UnansweredRequests::Request> UnansweredRequests::extract_all() {
  named_.clear();
  std::vector<Request> all;
  for (auto& [number, request] : std::exchange(requests_, {})) all.push_back(std::move(request));
  return all;
}

std::uint64_t UnansweredRequests::only_one_of(const Json& id) const {
  const std::string normalized = normalize_id(id.text(), json_);
  const auto first = named_.lower_bound({normalized, 0});
  if (first == named_.end() || first->first != normalized) return 0;
  const auto next = std::next(first);
  const bool is_only_one = next == named_.end() || next->first != normalized;
  return is_only_one ? first->second : 0;
}

}  // namespace workbench::http
