#include "clients/watched_resources.hpp"

#include <chrono>

namespace workbench::clients {

void WatchedResources::update() {
  if (timer_ == nullptr) timer_ = host_.loop().after(std::chrono::milliseconds(0), [this] { send(); });
}

void WatchedResources::update_and_await(std::string uri, MoveOnlyFunction<void(Response)> done) {
  awaited_.emplace_back(std::move(uri), std::move(done));
  update();
}

void WatchedResources::send() {
  const EventLoop::Timer on_the_stack = std::move(timer_);
  backend_.watch_resources(collect_());
  for (auto& [uri, done] : std::exchange(awaited_, {})) {
    backend_.when_watched(uri, [self = self_.handle(), done = std::move(done)](Response response) mutable {
      if (self.get() != nullptr) done(std::move(response));
    });
  }
}

}  // namespace workbench::clients
