#include "servers/unread_responses.hpp"

#include <chrono>
#include <utility>

namespace workbench::servers {
namespace {

/// The cost of a message that waits to be written beyond its text, in bytes.
constexpr std::size_t kCostOfMessage = 256;
/// So no byte of a backlog costs more than this many: the shortest response has 36.
constexpr std::size_t kMaxCostOfByte = 8;

/// How often to check a server that does not read. It may have ended, and then there is no report that everything has
/// been written.
constexpr std::chrono::milliseconds kCheck{200};

}  // namespace

UnreadResponses::UnreadResponses(Host& host, const jsonrpc::Peer& peer, std::size_t limit,
                                 MoveOnlyFunction<void()> changed)
    : host_(host), peer_(peer), limit_(limit), changed_(std::move(changed)) {}

void UnreadResponses::add(std::size_t bytes) {
  unread_ += bytes + kCostOfMessage;
  if (must_wait_ || unread_ <= limit_ || peer_.has_ended()) return;
  const std::size_t most = kMaxCostOfByte * peer_.backlog();
  if (most <= limit_) {  // it has read others since they were counted
    unread_ = most;
    return;
  }
  must_wait_ = true;
  wait_until_read();
  changed_();
}

void UnreadResponses::wait_until_read() {
  check_ = host_.loop().after(kCheck, [this] {
    if (kMaxCostOfByte * peer_.backlog() > limit_ / 2) return wait_until_read();
    handle_drained();
  });
}

void UnreadResponses::handle_drained() {
  unread_ = 0;
  if (!std::exchange(must_wait_, false)) return;
  check_.reset();
  changed_();
}

}  // namespace workbench::servers
