#pragma once

#include <cstdint>

#include "answers.hpp"
#include "list.hpp"

namespace launcher {

/// A notified call that blocks: it gets its answer when its socket is ready. `resume` tries again; it returns kProceed
/// while it still blocks. `release` frees `state`.
struct WaitingCall {
  std::uint64_t id;
  int socket;             ///< owned
  std::uint32_t events;   ///< EPOLLIN or EPOLLOUT; 0: no event says so, it is tried again after some time
  std::int64_t deadline;  ///< in milliseconds, at which `on_deadline` is its answer; 0: none
  Answer on_deadline;
  Answer (*resume)(int socket, void* state);
  void (*release)(void* state);
  void* state;
};

/// All of them. They wait on the launcher's loop, which none of them may stop.
class WaitingCalls {
 public:
  using Send = void (*)(void* context, std::uint64_t id, const Answer& answer);

  /// `events` is an epoll, and `tag` marks what it reports of these. `send` gives a call its answer.
  WaitingCalls(int listener, int events, std::uint64_t tag, Send send, void* context)
      : listener_(listener), events_(events), tag_(tag), send_(send), context_(context) {}
  ~WaitingCalls();
  WaitingCalls(const WaitingCalls&) = delete;
  WaitingCalls& operator=(const WaitingCalls&) = delete;

  /// Takes the socket and the state, in any case. The answer if there are too many.
  Answer add(const WaitingCall& call);

  /// After the socket was reported.
  void handle(int socket);

  /// Tries those again that no event resumes, and ends those whose time or whose process has ended.
  void handle_time();

  /// In milliseconds, until handle_time() should be called; -1: not at all.
  [[nodiscard]] int timeout() const;

 private:
  void resume(std::size_t index);
  void finish(std::size_t index, const Answer& answer);
  void release(std::size_t index);

  const int listener_;
  const int events_;
  const std::uint64_t tag_;
  const Send send_;
  void* const context_;
  List<WaitingCall> calls_;
};

}  // namespace launcher
