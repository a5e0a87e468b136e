#pragma once

#include <cstddef>
#include <string>

#include <workbench/file_descriptor.hpp>
#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

namespace workbench::local {

/// Waits for the first line on a socket, and reads that line alone: later bytes stay in the socket. [loop thread]
class FirstLine {
 public:
  /// The line without its newline, and the socket. An error: it did not come in time, was too long, or the peer has
  /// closed its end; the socket is closed then. The FirstLine may be destroyed in this call.
  using Done = MoveOnlyFunction<void(Result<std::string> line, FileDescriptor socket)>;

  /// Bytes, newline included.
  static constexpr std::size_t kMaxBytes = 16 * 1024;

  /// `host` must outlive it; `socket` does not block. `done` is called once, from the loop.
  FirstLine(Host& host, FileDescriptor socket, Done done);

 private:
  void read();
  void finish(Result<std::string> line);

  Host& host_;
  FileDescriptor socket_;
  Done done_;
  EventLoop::Watch reading_;
  EventLoop::Timer limit_;
};

}  // namespace workbench::local
