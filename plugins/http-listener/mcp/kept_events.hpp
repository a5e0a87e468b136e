#pragma once

#include <cstddef>
#include <string>

#include "access/memory_budget.hpp"

namespace workbench::http {

/// How much the streams of a session keep, and for whom.
struct KeptEvents {
  std::size_t max_bytes = 0;             ///< of the events of each stream
  const MemoryBudget* budget = nullptr;  ///< null: none; it must outlive the session
  std::string client;                    ///< quota_client()
  std::size_t max_array_bytes = 0;       ///< of a ResponseArray
};

}  // namespace workbench::http
