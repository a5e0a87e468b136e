#include "clients/watched_resources.hpp"

#include <chrono>

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
  backend_.watch_resources(collect_());
  for (Awaited& awaited : std::exchange(awaited_, {})) {
    backend_.when_watched(awaited.uri, awaited.scopes,
                          [self = self_.handle(), done = std::move(awaited.done)](Response response) mutable {
                            if (self.get() != nullptr) done(std::move(response));
                          });
  }
}

}  // namespace workbench::clients
