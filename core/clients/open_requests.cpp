#include "clients/open_requests.hpp"

#include <algorithm>
#include <iterator>

#include "json/escape.hpp"

namespace workbench::clients {

OwnedRequest OpenRequests::add(std::unique_ptr<Request> request) {
  add(*request);
  return OwnedRequest(request.release());
}

void OpenRequests::add(Request& request) {
  nodes_.insert(requests_, request.target().id, &request);
  quota_.add_request(request.target().size);
}

Request* OpenRequests::erase(Map::iterator entry) {
  quota_.remove_request(entry->second->target().size);
  return nodes_.extract(requests_, entry);
}

Request* OpenRequests::extract(const jsonrpc::Id& id, std::uint64_t number) {
  const auto [first, end] = requests_.equal_range(id);
  if (number == 0) return first != end && std::next(first) == end ? erase(first) : nullptr;
  const auto found = std::find_if(first, end, [&](const auto& one) { return one.second->target().number == number; });
  return found == end ? nullptr : erase(found);
}

void OpenRequests::finish(Request& request, Message&& response) {
  remove(request);
  outgoing_.respond(request.target(), std::move(response));
  removed_(request);
}

void OpenRequests::notify(const Request& request, Message&& notification) {
  notification.related_request = request.target().related_request();
  outgoing_.notify_if_read(std::move(notification));
}

void OpenRequests::remove(Request& request) {
  auto entry = requests_.find(request.target().id);  // the first of those with this id, which follow one another
  while (entry != requests_.end() && entry->second != &request) ++entry;
  if (entry != requests_.end()) erase(entry);
}

void OpenRequests::cancel_all(std::string_view reason) {
  const Json why(json::quoted(reason));
  while (!requests_.empty()) {
    erase(requests_.begin())->cancel(why);
  }
}

}  // namespace workbench::clients
