#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include <workbench/json.hpp>

#include "http-shared/poster.hpp"

namespace workbench::traces {

/// What a collector has answered to a batch.
struct CollectorAnswer {
  std::size_t lost = 0;               ///< spans that it has not taken
  std::string reason;                 ///< a clause; empty: none is lost
  bool may_repeat = false;            ///< it may take the same batch later
  std::chrono::milliseconds wait{0};  ///< for which it wants to be left alone
};

/// Reads the answer to a batch of so many spans ("OTLP/HTTP Response"): some of them may have been rejected, and
/// statuses say whether the batch may be sent again. [any thread]
[[nodiscard]] CollectorAnswer read_answer(const http::PostOutcome& outcome, std::size_t spans, const JsonAccess& json);

}  // namespace workbench::traces
