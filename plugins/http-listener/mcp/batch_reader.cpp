#include "mcp/batch_reader.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace workbench::http {
namespace {

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

bool BatchReader::advance(std::size_t bytes) {
  const std::size_t slice_end = std::min(at_ + bytes, batch_.text().size());
  while (!is_done()) {
    if (check_ == nullptr && at_ == slice_end) return false;
    if (check_ == nullptr) read_element(slice_end);
    if (check_ == nullptr) continue;
    // A small one belongs to this slice; the check of a large one has slices of its own.
    const bool is_large = element_size_ > bytes;
    if (!check_->advance(bytes)) return false;
    add(std::exchange(check_, nullptr)->result());
    if (is_large) return is_done();
  }
  return true;
}

/// Continues reading up to the end of the element, whose check begins then, or up to the end of the slice.
void BatchReader::read_element(std::size_t slice_end) {
  const std::string_view text = batch_.text();
  const std::size_t begin = at_;
  bool is_complete = false;
  while (!is_complete && at_ < slice_end) {
    const char c = text[at_++];
    if (std::exchange(is_escaped_, false)) continue;
    if (c == '"') is_in_string_ = !is_in_string_;
    if (is_in_string_) {
      is_escaped_ = c == '\\';
    } else if (c == '[' || c == '{') {
      ++depth_;
    } else if (depth_ == 0 && (c == ',' || c == ']')) {
      is_complete = true;
      is_at_end_ = c == ']';
    } else if (c == ']' || c == '}') {
      --depth_;
    }
  }
  element_.append(text.substr(begin, at_ - begin - (is_complete ? 1 : 0)));
  if (is_complete) begin_check_of_element();
}

void BatchReader::begin_check_of_element() {
  if (messages_.size() == max_messages_ || is_blank(element_)) return refuse_number();
  element_size_ = element_.size();
  check_ = json_.begin_check(std::exchange(element_, {}));
}

void BatchReader::add(Result<CheckedMessage> checked) {
  auto head = checked ? read_head(*checked, json_) : Result<MessageHead>(checked.error());
  if (head) {
    messages_.emplace_back(*std::move(head), *std::move(checked));
  } else {
    fault_ = Error{ErrorKind::invalid_argument, head.error().message};
  }
}

void BatchReader::refuse_number() {
  fault_ = Error{ErrorKind::invalid_argument, "a batch has 1 to " + std::to_string(max_messages_) + " messages"};
}

Result<HttpSession::Batch> BatchReader::result() {
  if (fault_) return *std::exchange(fault_, std::nullopt);
  return std::move(messages_);
}

}  // namespace workbench::http
