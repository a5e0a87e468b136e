#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <workbench/checked_message.hpp>
#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "access/memory_budget.hpp"
#include "mcp/http_session.hpp"

namespace workbench::http {

/// Reads the messages of a batch (2025-03-26) in slices, so that a large one does not hold up other clients. Not tied
/// to a thread.
class BatchReader {
 public:
  /// `batch`: an array that has been checked. `json` must outlive the reader. `memory`: held until its end.
  BatchReader(Json batch, std::size_t max_messages, const JsonAccess& json, MemoryBudget::Share memory = {})
      : batch_(std::move(batch)), max_messages_(max_messages), json_(json), memory_(std::move(memory)) {}

  /// Reads about `bytes` further bytes. Returns whether it is done, because all has been read or because of a fault.
  [[nodiscard]] bool advance(std::size_t bytes);

  /// The messages, once done; called once.
  /// invalid_argument: there are none or too many, or one of them is not a message; the text can be sent to the client.
  [[nodiscard]] Result<HttpSession::Batch> result();

 private:
  [[nodiscard]] bool is_done() const { return fault_ || (is_at_end_ && check_ == nullptr); }
  void read_element(std::size_t slice_end);
  void begin_check_of_element();
  void add(Result<CheckedMessage> checked);
  void refuse_number();

  const Json batch_;
  const std::size_t max_messages_;
  const JsonAccess& json_;
  const MemoryBudget::Share memory_;
  std::size_t at_ = 1;     // of the text: after the part that was read
  std::string element_;    // the part of the next element that was read, with the blanks around it
  std::size_t depth_ = 0;  // of it
  bool is_in_string_ = false;
  bool is_escaped_ = false;
  bool is_at_end_ = false;
  std::unique_ptr<MessageCheck> check_;  // of the last element that was read, of element_size_ bytes
  std::size_t element_size_ = 0;
  HttpSession::Batch messages_;
  std::optional<Error> fault_;
};

}  // namespace workbench::http
