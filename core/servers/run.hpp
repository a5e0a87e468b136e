#pragma once

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "servers/connection.hpp"
#include "servers/list_pages.hpp"
#include "servers/startup.hpp"
#include "servers/subscriptions.hpp"

namespace workbench::servers {

class ServerRun;

/// What a server hears of one of its runs. [loop thread]
class ServerRunEvents {
 public:
  virtual void on_ready(ServerRun& run) = 0;
  /// It did not come up. on_ended follows when the transport has tidied up.
  virtual void on_failed(ServerRun& run, const Error& reason) = 0;
  /// One of its lists is another now.
  virtual void on_list_changed(ServerRun& run, protocol::ListKind kind) = 0;
  virtual void on_input_request(InputRequest input_request, MoveOnlyFunction<void(Response)> answer) = 0;
  virtual void on_log(const Json& params) = 0;
  virtual void on_resource_updated(const Json& params) = 0;
  virtual void on_elicitation_complete(const Json& params) = 0;
  /// The last call; the run may be destroyed in it.
  virtual void on_ended(ServerRun& run, const Error& reason) = 0;

 protected:
  ~ServerRunEvents() = default;
};

/// One run of a server, from the connection to its end: opens it, knows its lists, lists again what the server says has
/// changed. [loop thread]
class ServerRun final : private ServerEvents {
 public:
  ServerRun(Host& host, const std::string& source, std::unique_ptr<Connection> connection, StartupPlan plan,
            ServerRunEvents& events);

  void start();

  [[nodiscard]] bool is_ready() const { return is_ready_; }
  /// Whether it ended, or failed, with nothing but the probe sent to it.
  [[nodiscard]] bool has_died_of_the_probe() const { return has_died_of_the_probe_; }
  [[nodiscard]] protocol::Revision revision() const { return opened_.revision; }
  [[nodiscard]] const Json& capabilities() const { return opened_.capabilities; }
  /// How to use it, in its own words; empty: none.
  [[nodiscard]] const std::string& instructions() const { return opened_.instructions; }
  /// The ClientCapabilities that it was opened with.
  [[nodiscard]] const Json& client_capabilities() const { return plan_.client_capabilities; }
  /// What it lists, unfiltered.
  [[nodiscard]] const std::vector<protocol::ListedItem>& items(protocol::ListKind kind) const {
    return opened_.lists[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] ServerConnection& connection() { return connection_; }

  /// Whether one of its lists is asked for again, because the server said that it has changed.
  [[nodiscard]] bool is_listing(protocol::ListKind kind) const { return refresh_of(kind).listing != nullptr; }
  /// Calls `listed` once, when that is no longer so: the list has come, or is not to be had, or the run has ended.
  void when_listed(protocol::ListKind kind, MoveOnlyFunction<void()> listed);

  /// The resources of whose changes the server should tell from now on. Ready runs only.
  void watch_resources(std::set<std::string> uris);

  /// Lets a legacy server send log messages of this level and above, if it sends fewer so far. Ready runs
  /// only.
  void want_log_level(std::string_view level);

  /// Begins the orderly end; on_ended follows.
  void close() { connection_.close(); }

 private:
  void on_list_changed(protocol::ListKind kind) override;
  void on_input_request(InputRequest input_request, MoveOnlyFunction<void(Response)> answer) override;
  void on_log(const Json& params) override { events_.on_log(params); }
  void on_resource_updated(const Json& params) override { events_.on_resource_updated(params); }
  void on_elicitation_complete(const Json& params) override { events_.on_elicitation_complete(params); }
  void on_ended(const Error& reason) override;

  void handle_startup(Result<StartupResult> outcome);
  void list_again(protocol::ListKind kind);
  void report_missed_changes();
  void handle_listing(protocol::ListKind kind, Result<std::vector<protocol::ListedItem>> items);

  /// One of the four lists while it is asked for again.
  struct Refresh {
    std::shared_ptr<ListPages> listing;
    bool has_changed_again = false;  // while a listing was under way
    std::vector<MoveOnlyFunction<void()>> waiting;
  };

  [[nodiscard]] Refresh& refresh_of(protocol::ListKind kind) { return refreshes_[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] const Refresh& refresh_of(protocol::ListKind kind) const {
    return refreshes_[static_cast<std::size_t>(kind)];
  }

  Host& host_;
  const std::string source_;
  const StartupPlan plan_;
  ServerRunEvents& events_;
  StartupResult opened_;
  bool is_ready_ = false;
  bool has_died_of_the_probe_ = false;
  std::string log_level_;
  std::array<Refresh, 4> refreshes_;
  ServerConnection connection_;
  std::shared_ptr<Startup> opening_;
  std::optional<ServerListen> listen_;
};

}  // namespace workbench::servers
