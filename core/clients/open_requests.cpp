#include "clients/open_requests.hpp"

#include "json/escape.hpp"

namespace workbench::clients {
namespace {

/// How many spare nodes are kept at most: as many as a busy agent has requests open.
constexpr std::size_t kMaxSpare = 64;

}  // namespace

OwnedRequest OpenRequests::add(std::unique_ptr<Request> request) {
  add(*request);
  return OwnedRequest(request.release());
}

void OpenRequests::add(Request& request) {
  if (spare_.empty()) {
    requests_.emplace(request.target().id, &request);
    return;
  }
  Map::node_type node = std::move(spare_.back());
  spare_.pop_back();
  node.key() = request.target().id;
  node.mapped() = &request;
  requests_.insert(std::move(node));
}

Request* OpenRequests::erase(Map::iterator entry) {
  Map::node_type node = requests_.extract(entry);
  Request* request = node.mapped();
  if (spare_.size() < kMaxSpare) spare_.push_back(std::move(node));
  return request;
}

Request* OpenRequests::extract(const jsonrpc::Id& id) {
  const auto found = requests_.find(id);
  return found == requests_.end() ? nullptr : erase(found);
}

void OpenRequests::finish(Request& request, Message response) {
  remove(request);
  outgoing_.respond(request.target(), std::move(response));
  removed_(request);
}

void OpenRequests::notify(const Request& request, Message notification) {
  notification.related_request = request.target().id.raw();
  outgoing_.notify(std::move(notification));
}

void OpenRequests::remove(Request& request) {
  const auto [first, last] = requests_.equal_range(request.target().id);
  for (auto entry = first; entry != last; ++entry) {
    if (entry->second != &request) continue;
    erase(entry);
    return;
  }
}

void OpenRequests::cancel_all(std::string_view reason) {
  const Json why(json::quoted(reason));
  while (!requests_.empty()) {
    erase(requests_.begin())->cancel(why);
  }
}

}  // namespace workbench::clients
