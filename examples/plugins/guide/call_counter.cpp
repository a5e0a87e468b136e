// Provides the extension CallCounter to other plugins, and shows at each scrape what they have counted.
#include "call_counter.hpp"

#include <cstdint>
#include <map>
#include <string>

#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

class Counter final : public example::CallCounter {
 public:
  explicit Counter(Host& host) : collector_(host.add_metrics([this](MetricsWriter& writer) { write(writer); })) {}

  void count(std::string_view toolbox) override { ++counts_[std::string(toolbox)]; }

 private:
  void write(MetricsWriter& writer) const {
    writer.family("mcp_workbench_example_calls_total", MetricType::counter, "Calls by toolbox.");
    for (const auto& [toolbox, count] : counts_) writer.sample({{"toolbox", toolbox}}, static_cast<double>(count));
  }

  std::map<std::string, std::uint64_t> counts_;
  const std::unique_ptr<EventLoop::Subscription> collector_;  // destroyed before what it reads
};

void register_plugin(Registrar& registrar) {
  registrar.provide<example::CallCounter>([](Host& host) { return std::make_shared<Counter>(host); });
}

}  // namespace

WORKBENCH_PLUGIN("call-counter", "0.1.0", register_plugin);
