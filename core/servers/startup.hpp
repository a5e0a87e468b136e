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
struct OpeningPlan {
  std::optional<Era> era;  ///< known already, or pinned by the configuration; absent: find out
  protocol::Revision handshake_revision = protocol::kNewestRevision;  ///< to ask for in `initialize`
  Json client_capabilities;                 ///< of the client that it is opened for; an object
  bool lists_everything = false;            ///< prompts, resources and templates too, or tools alone
  std::chrono::milliseconds limit{};        ///< for all of it together
  std::chrono::milliseconds probe_limit{};  ///< a server that has not answered the probe by then is greeted as well
};

/// What a server told of itself when it was opened.
struct OpenedConnection {
  protocol::Revision revision = protocol::kNewestRevision;
  Json capabilities;                                       ///< ServerCapabilities; an object
  std::string instructions;                                ///< how to use it, in its own words; empty: none
  std::array<std::vector<protocol::ListedItem>, 4> lists;  ///< by ListKind
};

/// Finds out of which era a server is, greets it in the way of that era, and asks for its lists. `server/discover` goes
/// first, because servers of the handshake era refuse it and stay usable; anything but a discover result or an error of
/// the stateless era means that it is of the handshake era ("basic/transports/stdio", section Backward Compatibility).
/// The steps follow each other from top to bottom; `opened` is called once, unless the opening is dropped before.
class ServerOpening : public std::enable_shared_from_this<ServerOpening> {
 public:
  using Opened = MoveOnlyFunction<void(Result<OpenedConnection>)>;

  /// `host` and `connection` (started) must outlive the opening.
  ServerOpening(Host& host, std::string source, ServerConnection& connection, OpeningPlan plan, Opened opened);

  void start();

  /// Whether the server has been sent nothing but the probe so far: if it ends now, it may have died of it.
  [[nodiscard]] bool is_probing() const { return is_probing_; }

 private:
  void discover();
  void take_discover_answer(PeerAnswer answer);
  void take_discover_result(const Json& result);
  void take_discover_error(const PeerError& error);
  void take_versions(const Json& versions, bool is_error);
  void begin_stateless(const Json& capabilities, const Json& instructions);

  void initialize();
  void take_initialize_answer(PeerAnswer answer);

  void plan_lists();
  void list_next();
  void take_list(protocol::ListKind kind, Result<std::vector<protocol::ListedItem>> items);
  void finish(Result<OpenedConnection> outcome);

  [[nodiscard]] std::string meta() const;
  /// The error with the step it happened in, and with the whole limit where what was left of it ran out, and what the
  /// server said on stderr then.
  [[nodiscard]] Error explained(const Error& error, std::string_view step) const;
  [[nodiscard]] MoveOnlyFunction<void(PeerAnswer)> later(void (ServerOpening::*step)(PeerAnswer));

  Host& host_;
  const std::string source_;
  ServerConnection& connection_;
  const OpeningPlan plan_;
  const std::chrono::steady_clock::time_point deadline_;
  Opened opened_;

  bool is_probing_ = false;
  bool is_settled_ = false;  // which era it is; a late answer to the other greeting is of no interest
  bool has_greeted_ = false;
  int discoveries_ = 0;
  EventLoop::Timer greet_later_;

  OpenedConnection outcome_;
  std::vector<protocol::ListKind> to_list_;
  std::shared_ptr<Listing> listing_;
};

}  // namespace workbench::servers
