#include "clients/watched_resources.hpp"

#include <chrono>
#include <variant>

namespace workbench::clients {

void WatchedResources::update() {
  if (timer_ == nullptr) timer_ = host_.loop().after(std::chrono::milliseconds(0), [this] { send(); });
}

void WatchedResources::update_and_await(std::string uri, std::shared_ptr<const Scopes> scopes,
                                        MoveOnlyFunction<void(Response)> done) {
  awaited_.push_back({std::move(uri), std::move(scopes), std::move(done)});
  update();
}

void WatchedResources::send() {
  const EventLoop::Timer on_the_stack = std::move(timer_);
  std::vector<Awaited> sending = std::exchange(awaited_, {});
  for (const Awaited& awaited : sending) {
    if (awaited.scopes != nullptr) unchecked_.insert(awaited.uri);
  }
  send_checked();
  for (Awaited& awaited : sending) {
    const bool is_checked = awaited.scopes != nullptr;
    backend_.when_watched(awaited.uri, awaited.scopes,
                          [self = self_.handle(), is_checked, uri = awaited.uri,
                           done = std::move(awaited.done)](Response response) mutable {
                            WatchedResources* const watched = self.get();
                            if (watched == nullptr) return;
                            if (is_checked) watched->handle_answer(uri, std::holds_alternative<Json>(response));
                            done(std::move(response));
                          });
  }
}

// A subscription granted earlier stays, although it is asked for again with scopes that may be too few.
void WatchedResources::send_checked() {
  std::set<std::string> uris = collect_();
  for (const std::string& uri : unchecked_) {
    if (sent_.count(uri) == 0) uris.erase(uri);
  }
  sent_ = uris;
  backend_.watch_resources(uris);
}

void WatchedResources::handle_answer(const std::string& uri, bool is_granted) {
  unchecked_.erase(unchecked_.find(uri));
  if (is_granted) send_checked();
}

}  // namespace workbench::clients
