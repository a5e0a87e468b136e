#include <utility>

#include <workbench/testing/recording_host.hpp>

#include "base/metrics.hpp"

namespace workbench::test {

struct RecordingHost::Collectors {
  base::Metrics metrics;
};

RecordingHost::RecordingHost(EventLoop& loop, const JsonAccess* json)
    : loop_(loop), json_(json), collectors_(std::make_unique<Collectors>()) {}

RecordingHost::~RecordingHost() = default;

std::unique_ptr<EventLoop::Subscription> RecordingHost::add_metrics(MoveOnlyFunction<void(MetricsWriter&)> collect) {
  return collectors_->metrics.add(std::move(collect));
}

std::string RecordingHost::metrics() {
  return collectors_->metrics.text();
}

}  // namespace workbench::test
