#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gateway/workspaces/workspace.hpp"
#include "servers/server.hpp"
#include "servers/start_queue.hpp"

namespace workbench::gateway {

/// The state of all workspaces at one moment for an operator, line by line: who is connected, which toolboxes are
/// open, the state of their servers, and what is queued. It names principals, and quotes what servers wrote to stderr:
/// it is for the log alone. [loop thread]
class StatusReport {
 public:
  void add(const Workspace& workspace);
  /// A server that all workspaces share.
  void add_shared(servers::Server& server);
  void add(const servers::StartQueue& starts);

  /// The whole report. If there are very many workspaces and servers, the last ones are only counted.
  [[nodiscard]] std::vector<std::string> lines() &&;

 private:
  static constexpr std::size_t kMaxLines = 200;

  void add_line(std::string line);
  void add_server(servers::Server& server);

  std::size_t workspaces_ = 0;
  std::size_t clients_ = 0;
  std::size_t servers_ = 0;  // that are not merely stopped
  std::size_t backlog_bytes_ = 0;
  std::size_t left_out_ = 0;
  std::string starts_;
  std::vector<std::string> lines_;
};

}  // namespace workbench::gateway
