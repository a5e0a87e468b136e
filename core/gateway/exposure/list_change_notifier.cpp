#include "gateway/exposure/list_change_notifier.hpp"

#include <chrono>
#include <cstddef>

namespace workbench::gateway {
namespace {

/// Servers that start together change a list several times within a moment: the client is notified once.
constexpr std::chrono::milliseconds kBatchWindow{10};

}  // namespace

void ListChangeNotifier::notify(protocol::ListKind kind, Urgency urgency) {
  EventLoop::Timer& timer = timers_[static_cast<std::size_t>(kind)];
  if (urgency == Urgency::if_pending && timer == nullptr) return;
  if (urgency != Urgency::batched) {
    timer.reset();
    return clients_.notify(protocol::ListChanged{kind});
  }
  if (timer != nullptr) return;
  timer = host_.loop().after(kBatchWindow, [this, kind] {
    timers_[static_cast<std::size_t>(kind)].reset();
    clients_.notify(protocol::ListChanged{kind});
  });
}

}  // namespace workbench::gateway
