#pragma once

#include <filesystem>
#include <memory>

#include <workbench/connection.hpp>
#include <workbench/file_descriptor.hpp>
#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

namespace workbench::app {

/// A Unix socket for operators alone, with one message a line: `mcp-workbench approve` finds it by its path, whatever
/// the listeners of the workbench are. The operating system reports the user of a connection; users other than the one
/// that runs the workbench are refused. [loop thread]
class OperatorSocket {
 public:
  using AcceptOperator = MoveOnlyFunction<void(std::unique_ptr<Connection> connection)>;

  /// Listens at `path`, where nothing else may listen. `host` must outlive the socket; `accept` gets each connection,
  /// never inside this call. Errors: see listen_at_socket().
  [[nodiscard]] static Result<std::unique_ptr<OperatorSocket>> open(Host& host, std::filesystem::path path,
                                                                    AcceptOperator accept);
  OperatorSocket(const OperatorSocket&) = delete;
  OperatorSocket& operator=(const OperatorSocket&) = delete;
  /// Whether the file is there, without which `mcp-workbench approve` does not find it.
  [[nodiscard]] bool can_be_found() const;
  /// Removes the file. Connections that were accepted stay.
  ~OperatorSocket();

 private:
  OperatorSocket(Host& host, std::filesystem::path path, FileDescriptor socket, AcceptOperator accept);
  void accept_waiting();

  Host& host_;
  const std::filesystem::path path_;
  const FileDescriptor socket_;
  AcceptOperator accept_;
  EventLoop::Watch accepting_;  // destroyed before the descriptor
};

}  // namespace workbench::app
