#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <workbench/result.hpp>

#include "protocol/cache_hint.hpp"
#include "protocol/implementation.hpp"
#include "protocol/revision.hpp"
#include "servers/connection.hpp"
#include "servers/era_cache.hpp"
#include "servers/list_pages.hpp"

namespace workbench::servers {

/// How a server is to be opened.
struct StartupPlan {
  std::optional<Era> era;  ///< known already, or pinned by the configuration; absent: find out
  std::optional<protocol::Revision> legacy_revision;  ///< pinned by the configuration: no other is asked for
  Json client_capabilities;                           ///< of the client that it is started for; an object
  protocol::Introduction introduction;                ///< of that client
  bool lists_everything = false;                      ///< prompts, resources and templates too, or tools alone
  std::chrono::milliseconds limit{};                  ///< for all of it together
  std::chrono::milliseconds probe_limit{};  ///< after which `initialize` is sent, whether or not the probe is answered
  LastWordsPlace last_words = LastWordsPlace::in_errors;
};

/// What a server has reported about itself at its start.
struct StartupResult {
  protocol::Revision revision = protocol::kLatestLegacyRevision;
  Json capabilities;                                       ///< ServerCapabilities; an object
  std::string instructions;                                ///< its own, for its use; empty: none
  std::array<std::vector<protocol::ListedItem>, 4> lists;  ///< by ListKind
  /// Its Implementation, which clients do not see; an object, or absent: there is none.
  Json server_info = {};
  std::array<std::optional<protocol::CacheHint>, 4> cache_hints = {};  ///< of the lists, by ListKind
  std::array<std::string, 4> early_ends = {};                          ///< of the lists; see ListPages::early_end()
};

/// Finds out of which era a server is, initializes it in the way of that era, and requests its lists.
/// `server/discover` goes first, because legacy servers refuse it and stay usable; anything but a discover result or an
/// error of the modern era means that the server is a legacy one ("basic/transports/stdio", section Backward
/// Compatibility). The steps follow each other from top to bottom; `done` is called once, unless this is dropped
/// before. [loop thread]
class ConnectionStartup : public std::enable_shared_from_this<ConnectionStartup> {
 public:
  /// `host` and `connection` (started) must outlive it.
  ConnectionStartup(Host& host, std::string source, ServerConnection& connection, StartupPlan plan,
                    MoveOnlyFunction<void(Result<StartupResult>)> done);

  void start();

  /// Whether the server has been sent nothing but the probe so far: if it ends now, the probe may be the reason.
  [[nodiscard]] bool is_probing() const { return is_probing_; }

 private:
  void discover();
  void handle_discover_response(Response response);
  void handle_discover_result(const Json& result);
  void handle_discover_error(const PeerError& error);
  void handle_versions(const Json& versions, bool is_error);
  void begin_modern(const Json& discovered);
  void read_description(const Json& result);

  void initialize();
  void initialize_as(protocol::Revision revision);
  void handle_initialize_response(Response response);
  void handle_initialize_refusal(const Response& refusal);

  void plan_lists();
  void list_next();
  void handle_list(protocol::ListKind kind, ListedItems items);
  void handle_missing_list(protocol::ListKind kind, const Error& why);
  [[nodiscard]] bool declares(std::string_view capability) const;
  [[nodiscard]] bool has_ended_early() const;  // any list
  void finish(Result<StartupResult> outcome);

  void fail(const Error& error);
  [[nodiscard]] std::string meta() const;
  /// The error with the step that it occurred in. When the time limit has passed: with the whole limit, and with the
  /// last words of the server.
  [[nodiscard]] Error explain(const Error& error, std::string_view step) const;
  [[nodiscard]] MoveOnlyFunction<void(Response)> unless_dropped(void (ConnectionStartup::*step)(Response));

  Host& host_;
  const std::string source_;
  ServerConnection& connection_;
  const StartupPlan plan_;
  const std::chrono::steady_clock::time_point deadline_;
  MoveOnlyFunction<void(Result<StartupResult>)> done_;

  bool is_probing_ = false;      // the server has been sent nothing but `server/discover`
  bool is_era_known_ = false;    // a late response in the other era is dropped then
  bool is_discovering_ = false;  // `server/discover` is pending
  int discoveries_ = 0;
  std::vector<protocol::Revision> asked_for_;  // in `initialize`, one after the other
  std::optional<Error> initialize_error_;      // kept while the response to `server/discover` may still arrive
  EventLoop::Timer probe_timer_;

  StartupResult result_;
  std::vector<protocol::ListKind> to_list_;  // the next one last
  std::shared_ptr<ListPages> listing_;
};

}  // namespace workbench::servers
