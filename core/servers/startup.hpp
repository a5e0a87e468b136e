#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/result.hpp>

#include "protocol/revision.hpp"
#include "servers/connection.hpp"
#include "servers/era_cache.hpp"
#include "servers/list_pages.hpp"

namespace workbench::servers {

/// How a server is to be opened.
struct StartupPlan {
  std::optional<Era> era;  ///< known already, or pinned by the configuration; absent: find out
  protocol::Revision legacy_revision = protocol::kLatestLegacyRevision;  ///< to ask for in `initialize`
  Json client_capabilities;                 ///< of the client that it is opened for; an object
  bool lists_everything = false;            ///< prompts, resources and templates too, or tools alone
  std::chrono::milliseconds limit{};        ///< for all of it together
  std::chrono::milliseconds probe_limit{};  ///< a server that has not answered the probe by then is greeted as well
};

/// What a server told of itself when it was opened.
struct StartupResult {
  protocol::Revision revision = protocol::kLatestLegacyRevision;
  Json capabilities;                                       ///< ServerCapabilities; an object
  std::string instructions;                                ///< how to use it, in its own words; empty: none
  std::array<std::vector<protocol::ListedItem>, 4> lists;  ///< by ListKind
};

/// Finds out of which era a server is, greets it in the way of that era, and asks for its lists. `server/discover` goes
/// first, because legacy servers refuse it and stay usable; anything but a discover result or an error of
/// the modern era means that it is of the legacy era ("basic/transports/stdio", section Backward Compatibility).
/// The steps follow each other from top to bottom; `opened` is called once, unless the opening is dropped before.
class Startup : public std::enable_shared_from_this<Startup> {
 public:
  using Opened = MoveOnlyFunction<void(Result<StartupResult>)>;

  /// `host` and `connection` (started) must outlive the opening.
  Startup(Host& host, std::string source, ServerConnection& connection, StartupPlan plan, Opened opened);

  void start();

  /// Whether the server has been sent nothing but the probe so far: if it ends now, it may have died of it.
  [[nodiscard]] bool is_probing() const { return is_probing_; }

 private:
  void discover();
  void handle_discover_response(Response answer);
  void handle_discover_result(const Json& result);
  void handle_discover_error(const PeerError& error);
  void handle_versions(const Json& versions, bool is_error);
  void begin_modern(const Json& capabilities, const Json& instructions);

  void initialize();
  void handle_initialize_response(Response answer);

  void plan_lists();
  void list_next();
  void handle_list(protocol::ListKind kind, Result<std::vector<protocol::ListedItem>> items);
  void finish(Result<StartupResult> outcome);

  [[nodiscard]] std::string meta() const;
  /// The error with the step it happened in, and with the whole limit where what was left of it ran out, and what the
  /// server said on stderr then.
  [[nodiscard]] Error explained(const Error& error, std::string_view step) const;
  [[nodiscard]] MoveOnlyFunction<void(Response)> later(void (Startup::*step)(Response));

  Host& host_;
  const std::string source_;
  ServerConnection& connection_;
  const StartupPlan plan_;
  const std::chrono::steady_clock::time_point deadline_;
  Opened opened_;

  bool is_probing_ = false;
  bool is_settled_ = false;  // which era it is; a late answer to the other greeting is of no interest
  bool has_greeted_ = false;
  int discoveries_ = 0;
  EventLoop::Timer greet_later_;

  StartupResult outcome_;
  std::vector<protocol::ListKind> to_list_;
  std::shared_ptr<ListPages> listing_;
};

}  // namespace workbench::servers
