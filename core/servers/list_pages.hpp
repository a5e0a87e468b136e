#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include <workbench/result.hpp>

#include "protocol/list_kind.hpp"
#include "protocol/listed_item.hpp"
#include "servers/connection.hpp"

namespace workbench::servers {

/// Asks a server for all pages of one list. The steps follow each other from top to bottom; `listed` is called once,
/// unless the listing is dropped before. Held by a shared_ptr: an answer that comes after it was dropped finds nobody.
class ListPages : public std::enable_shared_from_this<ListPages> {
 public:
  using Listed = MoveOnlyFunction<void(Result<std::vector<protocol::ListedItem>>)>;

  /// `connection` and `host` must outlive the listing; all pages must have come before `deadline`. `meta` are the
  /// members of the `_meta` that each request carries; empty: none.
  ListPages(Host& host, std::string source, ServerConnection& connection, protocol::ListKind kind, std::string meta,
            std::chrono::steady_clock::time_point deadline, Listed listed);

  void start() { ask_for_page({}); }

 private:
  void ask_for_page(const Json& cursor);
  void handle_response(Response answer);
  void handle_page(const Json& result);
  void handle_item(const Json& definition);
  void finish(Result<std::vector<protocol::ListedItem>> outcome);
  void warn(std::string_view text) { host_.log(LogLevel::warning, source_, text); }

  Host& host_;
  const std::string source_;
  ServerConnection& connection_;
  const protocol::ListKind kind_;
  const std::string method_;
  const std::string meta_;
  const std::chrono::steady_clock::time_point deadline_;
  Listed listed_;

  std::vector<protocol::ListedItem> items_;
  std::unordered_set<std::string> names_;
  std::unordered_set<std::string> cursors_;  // raw; one that comes twice would go on for ever
  std::size_t pages_ = 0;
};

/// What is left until `deadline`, and never less than a millisecond, so that a limit that has passed is still told by
/// the request that ran into it.
[[nodiscard]] std::chrono::milliseconds time_left(std::chrono::steady_clock::time_point deadline);

}  // namespace workbench::servers
