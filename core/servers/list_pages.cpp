#include "servers/list_pages.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>
#include <variant>

#include "base/counted.hpp"
#include "base/process_limits.hpp"
#include "json/empty_containers.hpp"
#include "json/lookup.hpp"
#include "json/reader.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/listing.hpp"

namespace workbench::servers {
namespace {

constexpr std::size_t kMaxLogged = 3;

/// Pages without anything new before the list ends: a server that filters what it lists may have some, and others have
/// only what is left out, but not for ever.
constexpr std::size_t kMaxIdlePages = 20;

}  // namespace

ListPages::ListPages(Host& host, std::string source, ServerConnection& connection, protocol::ListKind kind,
                     std::string meta, std::chrono::steady_clock::time_point deadline, Incomplete incomplete,
                     MoveOnlyFunction<void(ListedItems)> done)
    : host_(host),
      source_(std::move(source)),
      connection_(connection),
      kind_(kind),
      method_(protocol::list_method(kind)),
      meta_(std::move(meta)),
      deadline_(deadline),
      incomplete_(incomplete),
      done_(std::move(done)) {}

void ListPages::request_page(const Json& cursor) {
  cursor_ = cursor;
  const std::uint64_t id = connection_.next_id();
  Message message = jsonrpc::begin_request(jsonrpc::Id(id), method_);
  message.append("{");
  if (!cursor.is_absent()) message.append("\"cursor\":").append(cursor);
  if (!meta_.empty()) message.append(cursor.is_absent() ? "" : ",").append("\"_meta\":{").append(meta_).append("}");
  connection_.request(id, std::move(message.append("}}")), time_left(deadline_),
                      std::make_unique<jsonrpc::CallbackRequest>([weak = weak_from_this()](Response response) {
                        if (const auto self = weak.lock()) self->handle_response(std::move(response));
                      }));
}

void ListPages::handle_response(Response response) {
  if (const Json* result = std::get_if<Json>(&response)) return handle_page(*result);
  handle_failed_page(as_error(response).within(method_), std::holds_alternative<PeerError>(response));
}

// "Clients SHOULD treat cursors as opaque tokens ... Don't persist cursors across sessions", and servers let them
// expire: "Invalid cursors SHOULD result in an error with code -32602" ("server/utilities/pagination"), or with any
// other. An empty cursor is refused by servers that mean the end of the list by it.
void ListPages::handle_failed_page(const Error& why, bool was_refused) {
  const bool is_first = cursor_.is_absent();
  if (connection_.has_ended() || (is_first && !has_begun_again_)) return finish(why);
  if (cursor_.text() == R"("")") return finish(std::move(items_));
  if (was_refused && !std::exchange(has_begun_again_, true)) return begin_again();
  if (incomplete_ == Incomplete::is_refused) return finish(why);
  if (is_first) items_ = std::move(former_);
  end_early(why.message);
}

void ListPages::begin_again() {
  host_.log(LogLevel::debug, source_, method_ + ": a cursor was refused; the list is begun again");
  names_.clear();
  cursors_.clear();
  seen_.clear();
  elements_ = 0;
  bytes_ = 0;
  idle_pages_ = 0;
  former_ = std::exchange(items_, {});
  request_page({});
}

void ListPages::end_early(const std::string& why) {
  early_end_ = "the list of " + std::string(protocol::list_member(kind_)) + " ends after " +
               base::counted(pages_, "page") + ", with " + std::to_string(items_.size()) +
               " of them, and may have more: " + why;
  warn(early_end_);
  finish(std::move(items_));
}

void ListPages::handle_page(const Json& result) {
  const std::array<std::string_view, 2> names{protocol::list_member(kind_), "nextCursor"};
  std::array<Json, 2> found;
  if (result.kind() == JsonKind::object) json::pick_members(result, names, found);
  if (json::is_empty_object(found[0].text())) found[0] = Json("[]");
  if (found[0].kind() != JsonKind::array) {
    const Error why{ErrorKind::protocol, method_ + ": the server's result has no array \"" +
                                             std::string(protocol::list_member(kind_)) + "\""};
    return handle_failed_page(why, false);
  }
  const base::ProcessLimits& limits = base::process_limits(host_);
  bytes_ += found[0].text().size() + found[1].text().size();
  if (bytes_ > limits.message_bytes && !cursor_.is_absent()) {
    return end_early(method_ + ": the pages are together larger than " + std::to_string(limits.message_bytes) +
                     " bytes (limits.messageBytes)");
  }
  const std::size_t names_before = names_.size();
  // Copied, because the definitions are kept, and with them the text that contains them.
  const Json list(std::string(found[0].text()));
  const Json& next_cursor = found[1];
  json::ElementReader element(list.text());
  bool has_element = element.next();
  for (; has_element && elements_ < limits.tools_per_server; has_element = element.next()) {
    handle_item(list.part(element.value()));
    ++elements_;
  }
  add_cache_hint(result);
  ++pages_;

  if (has_element) {
    return end_early(method_ + ": more than " + std::to_string(limits.tools_per_server) + " " +
                     std::string(protocol::list_member(kind_)) + " (limits.toolsPerServer)");
  }
  // An empty string is a cursor like any other; its absence ends the list, and null, as some write that.
  if (next_cursor.kind() != JsonKind::string) return finish(std::move(items_));
  // Cursors are opaque ("server/utilities/pagination"): a server may keep the position itself and give the same one
  // with every page. A page without anything new has not advanced the position.
  const bool is_repeated = !cursors_.insert(std::string(next_cursor.text())).second;
  if (is_repeated && names_.size() == names_before) {
    warn(method_ + " repeats a cursor after " + std::to_string(pages_) + " pages; the list ends there");
    return finish(std::move(items_));
  }
  // Others give a new cursor with the same page for ever.
  const bool is_new_page =
      json::is_empty_array(list.text()) || seen_.insert(std::hash<std::string_view>()(list.text())).second;
  idle_pages_ = names_.size() > names_before ? 0 : idle_pages_ + 1;
  if (idle_pages_ > (is_new_page ? kMaxIdlePages : 0)) {
    warn(method_ + " repeats what it has listed after " + std::to_string(pages_) + " pages; the list ends there");
    return finish(std::move(items_));
  }
  if (pages_ >= limits.pages_per_list) {
    return end_early(method_ + ": more than " + std::to_string(limits.pages_per_list) + " pages (limits.pagesPerList)");
  }
  request_page(next_cursor);
}

// "Each page has its own TTL" ("server/utilities/caching"), and the list is kept whole.
void ListPages::add_cache_hint(const Json& result) {
  const auto of_page = protocol::read_cache_hint(result);
  const bool is_first = cursor_.is_absent();
  const bool are_both_known = cache_hint_ && of_page;
  if (is_first) cache_hint_ = of_page;
  if (!is_first) cache_hint_ = are_both_known ? std::optional(least_of(*cache_hint_, *of_page)) : std::nullopt;
}

void ListPages::handle_item(const Json& definition) {
  auto name = name_in(definition, kind_);
  if (!name) return leave_out(": " + name.error().message);
  if (!names_.insert(*name).second) return leave_out(" a second one named '" + *name + "'");
  items_.push_back({*std::move(name), definition});
}

/// Only the first few are logged, because a list may consist of nothing else.
void ListPages::leave_out(const std::string& what) {
  if (++left_out_ <= kMaxLogged) warn("left out of " + method_ + what);
}

void ListPages::finish(ListedItems outcome) {
  if (left_out_ > kMaxLogged) warn("left out of " + method_ + ": " + std::to_string(left_out_ - kMaxLogged) + " more");
  std::exchange(done_, {})(std::move(outcome));
}

Result<std::string> name_in(const Json& definition, protocol::ListKind kind) {
  if (kind == protocol::ListKind::tools) return protocol::tool_name_in(definition);
  std::string name = json::characters(json::member(definition, protocol::naming_member(kind)));
  if (name.empty()) {
    return Error{ErrorKind::protocol, "a definition has no " + std::string(protocol::naming_member(kind))};
  }
  return name;
}

std::chrono::milliseconds time_left(std::chrono::steady_clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return std::max(left, std::chrono::milliseconds(1));
}

}  // namespace workbench::servers
