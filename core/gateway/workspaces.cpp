#include "gateway/workspaces.hpp"

#include <algorithm>
#include <utility>

#include "base/callback_latch.hpp"
#include "protocol/input_requests.hpp"

namespace workbench::gateway {

Result<std::unique_ptr<Workspace>> Workspaces::make(const Principal* principal, Json capabilities) {
  return Workspace::make(host_, eras_, config_, registry_, options_, shared_servers_, principal,
                         std::move(capabilities));
}

Result<Workspace*> Workspaces::find_for(const AcceptedClient& client) {
  if (!client.is_modern) {
    auto seat = make(client.principal.get(), {});
    if (!seat) return seat.error();
    return own_.emplace_back(*std::move(seat)).get();
  }
  const Principal principal = client.principal == nullptr ? Principal{} : *client.principal;
  const std::pair key(principal, protocol::askable_of(client.capabilities));
  SharedWorkspace& shared = shared_[key];
  shared.idle.reset();
  if (shared.seat != nullptr) return shared.seat.get();
  auto seat = make(&principal, client.capabilities.is_absent() ? Json("{}") : client.capabilities);
  if (!seat) {
    shared_.erase(key);
    return seat.error();
  }
  shared.seat = *std::move(seat);
  return shared.seat.get();
}

void Workspaces::release(Workspace& seat) {
  if (!seat.clients().is_empty()) return;
  const auto own = std::find_if(own_.begin(), own_.end(), [&](const auto& held) { return held.get() == &seat; });
  if (own != own_.end()) {
    std::unique_ptr<Workspace> left = std::move(*own);
    own_.erase(own);
    return end(std::move(left));
  }
  const auto shared =
      std::find_if(shared_.begin(), shared_.end(), [&](const auto& entry) { return entry.second.seat.get() == &seat; });
  if (shared != shared_.end()) end_when_idle(shared);
}

/// One who is to come back with answers is expected.
void Workspaces::end_when_idle(SharedWorkspaces::iterator shared) {
  shared->second.idle = host_.loop().after(host_.limits().idle, [this, shared] {
    const EventLoop::Timer on_the_stack = std::move(shared->second.idle);
    if (!shared->second.seat->suspended().is_empty()) return end_when_idle(shared);
    std::unique_ptr<Workspace> left = std::move(shared->second.seat);
    shared_.erase(shared);
    end(std::move(left));
  });
}

void Workspaces::end(std::unique_ptr<Workspace> seat) {
  Workspace* leaving = own_.emplace_back(std::move(seat)).get();
  leaving->close([this, leaving] {
    // Not from inside a call of its own.
    host_.loop().post([this, leaving] { own_.remove_if([&](const auto& held) { return held.get() == leaving; }); });
  });
}

void Workspaces::close(MoveOnlyFunction<void()> closed) {
  const base::CallbackLatch one_gone(own_.size() + shared_.size() + 2, std::move(closed));
  shared_servers_.close(one_gone);
  for (const auto& seat : own_) seat->close(one_gone);
  for (auto& [key, shared] : shared_) {
    shared.idle.reset();
    shared.seat->close(one_gone);
  }
  one_gone();
}

}  // namespace workbench::gateway
