#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "mcp/revision.hpp"
#include "mcp/server_connection.hpp"
#include "mcp/tool_listing.hpp"
#include "workbench/result.hpp"
#include "workbench/tool.hpp"

namespace workbench::mcp {

/// What a server told of itself when it was opened.
struct OpenedConnection {
  Revision revision = kNewestRevision;
  std::vector<Tool> tools;
};

/// The handshake with a server and the first list of its tools ("basic/lifecycle", section Initialization). The steps
/// follow each other from top to bottom; `opened` is called once, unless the opening is dropped before.
class ServerOpening : public std::enable_shared_from_this<ServerOpening> {
 public:
  using Opened = MoveOnlyFunction<void(Result<OpenedConnection>)>;

  /// `host` and `connection` (started) must outlive the opening. All of it has to happen within `limit`.
  ServerOpening(Host& host, std::string source, ServerConnection& connection, std::chrono::milliseconds limit,
                Opened opened);

  void start() { initialize(); }

 private:
  void initialize();
  void take_initialize_answer(PeerAnswer answer);
  void list_tools();
  void finish(Result<OpenedConnection> outcome);
  /// The error with the step it happened in, and with the whole limit where what was left of it ran out.
  [[nodiscard]] Error explained(const Error& error, std::string_view step) const;

  Host& host_;
  const std::string source_;
  ServerConnection& connection_;
  const std::chrono::milliseconds limit_;
  const std::chrono::steady_clock::time_point deadline_;
  Opened opened_;

  OpenedConnection outcome_;
  std::shared_ptr<ToolListing> listing_;
};

}  // namespace workbench::mcp
