#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <workbench/connection.hpp>

#include "jsonrpc/id.hpp"

namespace workbench::jsonrpc {

/// The answers to one JSON-RPC batch, kept until the last one is there ("basic/index", section Batching, of
/// 2025-03-26). Sent as one array when nobody holds the batch any more; not at all if it has no answers. [loop thread]
class BatchAnswers {
 public:
  /// `connection` must outlive the batch.
  explicit BatchAnswers(Connection& connection) : connection_(connection) {}
  BatchAnswers(const BatchAnswers&) = delete;
  BatchAnswers& operator=(const BatchAnswers&) = delete;
  ~BatchAnswers();

  void add(Message answer) { answers_.push_back(std::move(answer)); }

 private:
  Connection& connection_;
  std::vector<Message> answers_;
};

/// Where the answer to one request of a client goes: straight to it, or into the batch that the request came in.
struct ReplyAddress {
  jsonrpc::Id id;
  std::shared_ptr<BatchAnswers> batch;  ///< null: none
};

}  // namespace workbench::jsonrpc
