#include "call_metrics.hpp"

#include <string>
#include <utility>

#include <workbench/outcome_word.hpp>

namespace workbench::metrics {
namespace {

constexpr const char* kMaxTools = "maxTools";
constexpr std::int64_t kDefaultMaxTools = 1'000;
constexpr std::int64_t kLargestMaxTools = 10'000;

}  // namespace

CallMetrics::CallMetrics(const Options& options, Host& host)
    : host_(host),
      counts_(static_cast<std::size_t>(options.number(kMaxTools, kDefaultMaxTools))),
      collector_(host.add_metrics([this](MetricsWriter& writer) { counts_.write(writer); })) {}

std::vector<OptionDescription> CallMetrics::option_descriptions() {
  return {{kMaxTools, OptionType::number, false,
           "How many tools are counted by name; the others are counted together, as other; 1000."}};
}

std::vector<OptionError> CallMetrics::check(const Options& options) {
  const std::int64_t max_tools = options.number(kMaxTools, kDefaultMaxTools);
  if (max_tools >= 1 && max_tools <= kLargestMaxTools) return {};
  return {{kMaxTools,
           std::to_string(max_tools) + " is out of range; it must be from 1 to " + std::to_string(kLargestMaxTools)}};
}

// A tool that is called for the first time gets counts when the call has ended: then it is known whether there is such
// a tool. Clients may name any number of others, which are counted together.
void CallMetrics::on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) {
  const bool is_modern = call.caller().identity().is_modern;
  if (ToolCounts* const counts = counts_.find(tool)) {
    call.on_answer([this, counts, is_modern](const ToolOutcome& outcome) {
      counts->record(outcome_word(outcome, is_modern, host_.json()), outcome.duration);
    });
  } else {
    call.on_answer([this, tool, is_modern](const ToolOutcome& outcome) {
      const bool is_unknown = outcome.failure == ErrorKind::not_found;
      ToolCounts& found = is_unknown ? counts_.other() : counts_.find_or_make(tool);
      found.record(outcome_word(outcome, is_modern, host_.json()), outcome.duration);
    });
  }
  next(std::move(call));
}

}  // namespace workbench::metrics
