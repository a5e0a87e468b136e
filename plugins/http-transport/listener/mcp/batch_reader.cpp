#include "listener/mcp/batch_reader.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace workbench::http {
namespace {

/// The place of the comma or bracket behind the element that begins at `at`, or behind the blanks before it.
std::size_t end_of_element(std::string_view array, std::size_t at) {
  std::size_t depth = 0;
  bool is_in_string = false;
  for (;; ++at) {
    const char c = array[at];
    if (c == '"') is_in_string = !is_in_string;
    if (is_in_string) {
      if (c == '\\') ++at;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (depth == 0 && (c == ',' || c == ']')) {
      return at;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

bool BatchReader::advance(std::size_t bytes) {
  if (check_ != nullptr) {
    if (!check_->advance(bytes)) return false;
    add(std::exchange(check_, nullptr)->result());
    return is_done();
  }
  const std::string_view text = batch_.text();
  const std::size_t slice_end = at_ + bytes;
  while (!is_done() && at_ < slice_end) {
    const std::size_t end = end_of_element(text, at_);
    const std::string_view element = text.substr(at_, end - at_);
    at_ = end + 1;
    is_at_end_ = text[end] == ']';
    if (messages_.size() == max_messages_ || is_blank(element)) {
      refuse_number();
    } else if (element.size() <= bytes) {
      add(json_.checked_message(std::string(element)));
    } else {
      check_ = json_.begin_check(std::string(element));
      return false;
    }
  }
  return is_done();
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

Result<Session::Batch> BatchReader::result() {
  if (fault_) return *std::exchange(fault_, std::nullopt);
  return std::move(messages_);
}

}  // namespace workbench::http
