#pragma once

#include <sys/types.h>

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include <workbench/listener.hpp>
#include <workbench/options.hpp>

#include "first_line.hpp"

namespace workbench::local {

[[nodiscard]] std::vector<OptionDescription> describe_options();
[[nodiscard]] std::vector<OptionError> check_options(const Options& options);

/// Accepts programs of the user that runs the workbench, over a Unix socket. The operating system reports the user of
/// the program (SO_PEERCRED); other users are refused. The first line of a connection is one of:
///
///   {"jsonrpc":"2.0","method":"workbench/join","params":{"workingDirectory":"/home/me/project","isRejoining":false}}
///   {"jsonrpc":"2.0","method":"workbench/operate"}
///
/// After `workbench/join`, the peer is an MCP client, one message a line as over stdio; after `workbench/operate`, it
/// is an operator (AcceptedClient::operator_view). [loop thread]
class LocalListener final : public Listener {
 public:
  /// `host` must outlive it.
  LocalListener(const Options& options, Host& host);

  [[nodiscard]] Result<void> open(Accept accept) override;
  void close() noexcept override;
  [[nodiscard]] bool ends_with_its_client() const noexcept override { return false; }

 private:
  [[nodiscard]] Result<FileDescriptor> listening_socket() const;
  void accept_all();
  void add(FileDescriptor socket);
  void handle_first_line(const Result<std::string>& line, FileDescriptor socket);
  [[nodiscard]] Result<AcceptedClient> read_purpose(const std::string& line) const;

  Host& host_;
  const std::string path_;
  const std::int64_t inherited_;  // the descriptor of a socket that listens already; negative: none
  Accept accept_;
  FileDescriptor socket_;
  EventLoop::Watch accepting_;
  std::list<std::unique_ptr<FirstLine>> waiting_;  // for their first line
};

}  // namespace workbench::local
