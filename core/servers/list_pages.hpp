#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include <workbench/result.hpp>

#include "protocol/cache_hint.hpp"
#include "protocol/listing.hpp"
#include "servers/connection.hpp"

namespace workbench::servers {

using ListedItems = Result<std::vector<protocol::ListedItem>>;

/// Requests all pages of one list of a server. The steps follow each other from top to bottom; `done` is called once,
/// unless this is dropped before. What has been read is never lost: a page that fails or does not arrive in time, and a
/// limit, end the list early, which the log and early_end() say. Only the first page can fail it, unless an incomplete
/// list is refused. Before, if a cursor was refused, the list is begun again, once: it may have expired. Held by a
/// shared_ptr: a response after it was dropped does nothing. [loop thread]
class ListPages : public std::enable_shared_from_this<ListPages> {
 public:
  /// What becomes of a list of which a later page has failed; limits end it in any case. Refused: where a former list
  /// is better than a part of the new one.
  enum class Incomplete { is_kept, is_refused };

  /// `connection` and `host` must outlive it; the last page must arrive before `deadline`. `meta` are the members of
  /// the `_meta` that each request carries; empty: none.
  ListPages(Host& host, std::string source, ServerConnection& connection, protocol::ListKind kind, std::string meta,
            std::chrono::steady_clock::time_point deadline, Incomplete incomplete,
            MoveOnlyFunction<void(ListedItems)> done);

  void start() { request_page({}); }

  /// For how long the whole list may be kept: the least of what its pages say. Absent: one of them does not say.
  [[nodiscard]] const std::optional<protocol::CacheHint>& cache_hint() const { return cache_hint_; }

  /// Why the list may lack items of the server, in a sentence; empty: it is whole. After `done` was called with items.
  [[nodiscard]] const std::string& early_end() const { return early_end_; }

 private:
  void request_page(const Json& cursor);
  void handle_response(Response response);
  void handle_page(const Json& result);
  void handle_failed_page(const Error& why, bool was_refused);
  void begin_again();
  void end_early(const std::string& why);
  void add_cache_hint(const Json& result);
  void handle_item(const Json& definition);
  void leave_out(const std::string& what);
  void finish(ListedItems outcome);
  void warn(std::string_view text) { host_.log(LogLevel::warning, source_, text); }

  Host& host_;
  const std::string source_;
  ServerConnection& connection_;
  const protocol::ListKind kind_;
  const std::string method_;
  const std::string meta_;
  const std::chrono::steady_clock::time_point deadline_;
  const Incomplete incomplete_;
  MoveOnlyFunction<void(ListedItems)> done_;

  std::vector<protocol::ListedItem> items_;
  std::vector<protocol::ListedItem> former_;  // what was listed before it was begun again
  std::size_t elements_ = 0;                  // of all pages, with those that are left out
  std::size_t left_out_ = 0;
  std::size_t bytes_ = 0;  // of all pages
  std::unordered_set<std::string> names_;
  std::unordered_set<std::string> cursors_;  // as they are written
  std::size_t pages_ = 0;
  std::optional<protocol::CacheHint> cache_hint_;  // of the pages so far
  std::string early_end_;
  Json cursor_;  // of the requested page; absent: the first
  bool has_begun_again_ = false;
  std::unordered_set<std::size_t> seen_;  // hashes of the pages
  std::size_t idle_pages_ = 0;            // without anything new, one after the other
};

/// The name of a listed definition; see ListedItem. protocol: it has none, or read_tool() does not accept it as a tool.
[[nodiscard]] Result<std::string> name_in(const Json& definition, protocol::ListKind kind);

/// The time left until `deadline`, and never less than a millisecond, so that an expired limit is reported by the
/// request that exceeded it.
[[nodiscard]] std::chrono::milliseconds time_left(std::chrono::steady_clock::time_point deadline);

}  // namespace workbench::servers
