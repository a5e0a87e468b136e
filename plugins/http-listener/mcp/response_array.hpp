#pragma once

#include <cstddef>
#include <string_view>

#include <workbench/message.hpp>

#include "access/memory_budget.hpp"
#include "http/http_message.hpp"
#include "mcp/kept_events.hpp"

namespace workbench::http {

/// The responses to a batch whose client accepts no events, until they are complete: one JSON array ("basic/transports"
/// of 2025-03-26, Sending Messages to the Server). It is not much larger than KeptEvents::max_array_bytes, and takes no
/// more than half of what may be held for the client: a response beyond that is replaced by an error. [loop thread]
class ResponseArray {
 public:
  /// `kept` must outlive it.
  explicit ResponseArray(const KeptEvents& kept);

  /// `id`: of the request, as raw JSON.
  void add(std::string_view id, Message response);

  /// 202 without a body if there are no responses: "the server MUST NOT return an empty Array and should return nothing
  /// at all" (JSON-RPC 2.0, section 6). Leaves nothing behind.
  [[nodiscard]] Response http_response();

 private:
  [[nodiscard]] bool has_room(std::size_t size) const;

  const KeptEvents& kept_;
  Message text_;  // up to the last response
  MemoryBudget::Share memory_;
};

}  // namespace workbench::http
