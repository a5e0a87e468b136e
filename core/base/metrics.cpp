#include "base/metrics.hpp"

#include <utility>

#include "base/metrics_text.hpp"

namespace workbench::base {

struct Metrics::Collector {
  Collect collect;
};

namespace {

/// Keeps a collector for as long as it lives.
class Subscription final : public EventLoop::Subscription {
 public:
  explicit Subscription(std::shared_ptr<void> collector) : collector_(std::move(collector)) {}

 private:
  const std::shared_ptr<void> collector_;
};

}  // namespace

std::unique_ptr<EventLoop::Subscription> Metrics::add(Collect collect) {
  std::erase_if(collectors_, [](const std::weak_ptr<Collector>& collector) { return collector.expired(); });
  auto collector = std::make_shared<Collector>(Collector{std::move(collect)});
  collectors_.push_back(collector);
  return std::make_unique<Subscription>(std::move(collector));
}

std::string Metrics::text() {
  if (is_collecting_) return {};
  struct Collecting {
    explicit Collecting(bool& flag) : flag_(flag) { flag_ = true; }
    ~Collecting() { flag_ = false; }
    bool& flag_;
  };
  const Collecting collecting(is_collecting_);
  MetricsText text;
  const auto collectors = collectors_;  // a collector may add others, or end them or itself
  for (const std::weak_ptr<Collector>& known : collectors) {
    const std::shared_ptr<Collector> collector = known.lock();
    if (collector == nullptr) continue;
    text.begin_collector();
    collector->collect(text);
  }
  return text.text();
}

}  // namespace workbench::base
