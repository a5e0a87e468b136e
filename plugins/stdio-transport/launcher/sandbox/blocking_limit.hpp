#pragma once

namespace launcher {

/// While it lives, a call of the launcher that blocks ends with EINTR after a moment. The launcher makes no call that
/// it expects to block; but what it calls on is shared with the server, which can change that between check and call:
/// clear O_NONBLOCK of a socket, fill a pipe, take a lease of a file. A launcher that waits would enforce no limit any
/// more.
class BlockingLimit {
 public:
  BlockingLimit();
  ~BlockingLimit();
  BlockingLimit(const BlockingLimit&) = delete;
  BlockingLimit& operator=(const BlockingLimit&) = delete;
};

}  // namespace launcher
