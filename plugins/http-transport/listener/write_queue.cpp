#include "listener/write_queue.hpp"

#include <algorithm>
#include <utility>

namespace workbench::http {
namespace {

constexpr std::size_t kMaxBuffersPerWrite = 64;

}  // namespace

void WriteQueue::push(std::string bytes, std::function<void()> written) {
  unsent_ += bytes.size();
  chunks_.push_back({std::move(bytes), std::move(written)});
}

const std::vector<boost::asio::const_buffer>& WriteQueue::next() {
  buffers_.clear();
  for (std::size_t i = 0; i != std::min(chunks_.size(), kMaxBuffersPerWrite); ++i) {
    buffers_.push_back(boost::asio::buffer(chunks_[i].bytes));
  }
  buffers_.front() += consumed_;
  return buffers_;
}

void WriteQueue::consume(std::size_t bytes) {
  unsent_ -= bytes;
  consumed_ += bytes;
  while (!chunks_.empty() && consumed_ >= chunks_.front().bytes.size()) {
    const Chunk chunk = std::move(chunks_.front());
    chunks_.pop_front();
    consumed_ -= chunk.bytes.size();
    chunk.written();
  }
}

void WriteQueue::clear() {
  consumed_ = 0;
  unsent_ = 0;
  for (const Chunk& chunk : std::exchange(chunks_, {})) chunk.written();
}

}  // namespace workbench::http
