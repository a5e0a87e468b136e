#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "mcp/server_connection.hpp"
#include "mcp/server_opening.hpp"
#include "mcp/tool_listing.hpp"
#include "workbench/tool.hpp"

namespace workbench {

class ServerRun;

/// What a server hears of one of its runs. [loop thread]
class ServerRunEvents {
 public:
  virtual void on_ready(ServerRun& run) = 0;
  /// It did not come up. on_ended follows when the transport has tidied up.
  virtual void on_failed(ServerRun& run, const Error& reason) = 0;
  virtual void on_tools_changed(ServerRun& run) = 0;
  /// The last call; the run may be destroyed in it.
  virtual void on_ended(ServerRun& run, const Error& reason) = 0;

 protected:
  ~ServerRunEvents() = default;
};

/// One run of a server, from the connection to its end: opens it, knows its tools, lists them again when the server
/// says that they have changed. [loop thread]
class ServerRun final : private mcp::ServerEvents {
 public:
  ServerRun(Host& host, const std::string& source, std::unique_ptr<Connection> connection,
            std::chrono::milliseconds start_limit, ServerRunEvents& events);

  void start();

  [[nodiscard]] bool is_ready() const { return is_ready_; }
  [[nodiscard]] mcp::Revision revision() const { return revision_; }
  [[nodiscard]] const std::vector<Tool>& tools() const { return tools_; }  ///< unfiltered
  [[nodiscard]] mcp::ServerConnection& connection() { return connection_; }

  /// Begins the orderly end; on_ended follows.
  void close() { connection_.close(); }

 private:
  void on_list_changed(mcp::ListKind kind) override;
  void on_question(Question question, MoveOnlyFunction<void(PeerAnswer)> answer) override;
  void on_log(const Json&) override {}
  void on_resource_updated(const Json&) override {}
  void on_ended(const Error& reason) override;

  void take_opening(Result<mcp::OpenedConnection> outcome);
  void list_again();
  void take_listing(Result<std::vector<Tool>> tools);

  Host& host_;
  const std::string source_;
  const std::chrono::milliseconds start_limit_;
  ServerRunEvents& events_;
  mcp::Revision revision_ = mcp::kNewestRevision;
  std::vector<Tool> tools_;
  bool is_ready_ = false;
  bool has_changed_again_ = false;  // while a listing was under way
  mcp::ServerConnection connection_;
  std::shared_ptr<mcp::ServerOpening> opening_;
  std::shared_ptr<mcp::ToolListing> listing_;
};

}  // namespace workbench
