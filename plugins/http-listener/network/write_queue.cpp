#include "network/write_queue.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace workbench::http {
namespace {

constexpr std::size_t kMaxBuffersPerWrite = 64;
/// Written messages are removed from the vector when there are this many, and they are at least half of it.
constexpr std::size_t kCompactFrom = 64;

}  // namespace

void WriteQueue::push(Message bytes) {
  const std::size_t size = bytes.size();
  if (size == 0) return;
  size_ += size;
  messages_.push_back(std::move(bytes));
}

const std::vector<iovec>& WriteQueue::next() {
  buffers_.clear();
  std::size_t skipped = written_;
  for (std::size_t index = first_; index != messages_.size(); ++index) {
    for (const Message::Piece piece : messages_[index].pieces()) {
      std::string_view text = piece.text();
      const std::size_t skip = std::min(skipped, text.size());
      text.remove_prefix(skip);
      skipped -= skip;
      if (text.empty()) continue;
      buffers_.push_back({const_cast<char*>(text.data()), text.size()});  // iovec is for reading and writing
      if (buffers_.size() == kMaxBuffersPerWrite) return buffers_;
    }
  }
  return buffers_;
}

void WriteQueue::consume(std::size_t bytes) {
  size_ -= bytes;
  written_ += bytes;
  while (first_ != messages_.size() && written_ >= messages_[first_].size()) {
    written_ -= messages_[first_].size();
    messages_[first_++] = {};
  }
  if (size_ == 0) return clear();
  if (first_ < kCompactFrom || first_ < messages_.size() / 2) return;
  messages_.erase(messages_.begin(), messages_.begin() + static_cast<std::ptrdiff_t>(first_));
  first_ = 0;
}

void WriteQueue::clear() {
  const bool is_large = messages_.size() > kCompactFrom;
  messages_.clear();
  if (is_large) messages_.shrink_to_fit();
  first_ = 0;
  written_ = 0;
  size_ = 0;
}

}  // namespace workbench::http
