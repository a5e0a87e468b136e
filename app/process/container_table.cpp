#include "process/container_table.hpp"

#include <memory>
#include <utility>

namespace workbench::app {
namespace {

/// Shared by the questions to all engines. The last of them ends it, whether it was answered or dropped.
class Measurement {
 public:
  Measurement(EventLoop& loop, std::chrono::milliseconds limit, ContainerTable::Measured measured)
      : loop_(loop), measured_(std::move(measured)), limit_(loop.after(limit, [this] { finish(); })) {}
  Measurement(const Measurement&) = delete;
  Measurement& operator=(const Measurement&) = delete;
  ~Measurement() { finish(); }

  ContainerUsages usages;

 private:
  void finish() {
    if (!measured_) return;
    loop_.post(
        [measured = std::exchange(measured_, nullptr), usages = usages]() mutable { measured(std::move(usages)); });
  }

  EventLoop& loop_;
  ContainerTable::Measured measured_;  // empty: its call has been posted
  const EventLoop::Timer limit_;
};

}  // namespace

void ContainerTable::measure(EventLoop& loop, std::chrono::milliseconds limit, Measured measured) {
  const auto measurement = std::make_shared<Measurement>(loop, limit, std::move(measured));
  for (const auto& [process, container] : running_) {
    measurement->usages[process] = {container.name, container.has_descendants, std::nullopt};
  }
  for (auto& [process, container] : running_) {
    container.measure([measurement, id = process](std::optional<std::uint64_t> bytes) {
      measurement->usages[id].memory_bytes = bytes;
    });
  }
}

}  // namespace workbench::app
