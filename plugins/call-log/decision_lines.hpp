#pragma once

#include <workbench/decision_log.hpp>

#include "line_writer.hpp"

namespace workbench::call_log {

/// The extension: people's decisions become lines of the log that is in use, or of none. [loop thread]
class DecisionLines final : public DecisionLog {
 public:
  void record(DecisionRecord decision) override;

  /// From now on lines go to `writer`, until it is null.
  void set_writer(LineWriter* writer) { writer_ = writer; }

 private:
  LineWriter* writer_ = nullptr;
};

}  // namespace workbench::call_log
