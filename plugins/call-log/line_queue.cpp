#include "line_queue.hpp"

#include <exception>
#include <utility>

namespace workbench::call_log {
namespace {

constexpr std::chrono::seconds kReportInterval{10};

/// A vector that has held more records, after a rush, is not kept.
constexpr std::size_t kMaxKeptRecords = 4096;

}  // namespace

void LineQueue::add(CallRecord&& record, std::size_t max_bytes) {
  const std::size_t bytes = record.size();
  std::unique_lock lock(mutex_);
  const std::size_t kept_bytes = waiting_bytes_ + unwritten_bytes_;
  if (kept_bytes > 0 && kept_bytes + bytes > max_bytes) {
    lock.unlock();
    return lose(1, "there are more calls than can be written");
  }
  const bool is_first = waiting_.empty();
  waiting_.push_back(std::move(record));
  waiting_bytes_ += bytes;
  lock.unlock();
  if (is_first) has_lines_.notify_one();
}

// The two vectors change places, so that the loop's thread seldom allocates.
void LineQueue::run(std::chrono::milliseconds batch_window) {
  std::vector<CallRecord> batch;
  std::unique_lock lock(mutex_);
  while (true) {
    has_lines_.wait(lock, [&] { return !waiting_.empty() || is_ending_; });
    is_ending_changed_.wait_for(lock, batch_window, [&] { return is_ending_; });
    if (waiting_.empty()) break;
    std::swap(batch, waiting_);
    unwritten_lines_ = batch.size();
    unwritten_bytes_ = std::exchange(waiting_bytes_, 0);
    lock.unlock();
    write(batch);
    if (batch.size() > kMaxKeptRecords) std::vector<CallRecord>().swap(batch);  // an assignment would keep the buffer
    batch.clear();
    lock.lock();
  }
  has_ended_ = true;
  has_ended_changed_.notify_all();
}

void LineQueue::write(const std::vector<CallRecord>& batch) {
  try {
    Chunk chunk;
    for (const CallRecord& record : batch) {
      const std::string line = line_for(record);
      if (chunk.lines > 0 && chunk.text.size() + 1 + line.size() > Destination::kMaxWhole) {
        write(std::exchange(chunk, {}));
      }
      chunk.text.append(chunk.lines > 0 ? "\n" : "").append(line);
      ++chunk.lines;
      chunk.bytes += record.size();
    }
    write(chunk);
  } catch (const std::exception& exception) {  // out of memory
    lose(unwritten_lines_, exception.what());
    const std::lock_guard lock(mutex_);
    unwritten_lines_ = unwritten_bytes_ = 0;
  }
}

void LineQueue::write(const Chunk& chunk) {
  try {
    destination_->write(chunk.text);
  } catch (const std::exception& exception) {
    lose(chunk.lines, exception.what());
  }
  const std::lock_guard lock(mutex_);
  unwritten_lines_ -= chunk.lines;
  unwritten_bytes_ -= chunk.bytes;
}

bool LineQueue::end(std::chrono::milliseconds max_wait) {
  std::unique_lock lock(mutex_);
  is_ending_ = true;
  has_lines_.notify_one();
  is_ending_changed_.notify_one();
  if (has_ended_changed_.wait_for(lock, max_wait, [&] { return has_ended_; })) return true;
  lost_lines_ += waiting_.size() + unwritten_lines_;
  lost_because_ = "they could not be written within " + std::to_string(max_wait.count()) + " ms at the end";
  return false;
}

void LineQueue::lose(std::size_t lines, const std::string& reason) {
  {
    const std::lock_guard lock(mutex_);
    lost_lines_ += lines;
    lost_because_ = reason;
    const auto now = Clock::now();
    if (reported_ && now - *reported_ < kReportInterval) return;
    reported_ = now;
  }
  report_loss();
}

// Under the mutex, so that the host is not detached meanwhile; a host's log does not wait.
void LineQueue::report_loss() {
  const std::lock_guard lock(mutex_);
  if (lost_lines_ == 0 || host_ == nullptr) return;
  const std::string lines = std::to_string(std::exchange(lost_lines_, 0));
  host_->log(LogLevel::error, {}, "lines lost: " + lines + " (" + lost_because_ + ")");
}

void LineQueue::detach_host() {
  const std::lock_guard lock(mutex_);
  host_ = nullptr;
}

}  // namespace workbench::call_log
