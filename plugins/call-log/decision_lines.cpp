#include "decision_lines.hpp"

#include <chrono>
#include <memory>
#include <utility>

namespace workbench::call_log {

void DecisionLines::record(DecisionRecord decision) {
  if (writer_ == nullptr) return;
  CallRecord record;
  record.time = std::chrono::system_clock::now();
  record.principal = std::move(decision.principal);
  record.client = std::move(decision.client);
  record.tool = std::move(decision.target);
  record.decision = std::make_unique<const Decision>(Decision{std::move(decision.method), std::move(decision.decision),
                                                              std::move(decision.who), std::move(decision.how),
                                                              std::move(decision.reason)});
  writer_->write(std::move(record));
}

}  // namespace workbench::call_log
