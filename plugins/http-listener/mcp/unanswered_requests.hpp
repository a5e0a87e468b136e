#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json.hpp>

namespace workbench::http {

class SessionStream;

/// The requests of one session that are not answered yet, and the stream of each. "The request ID MUST NOT have been
/// previously used by the requestor within the same session", but clients pool one session for several conversations,
/// or use one id for all requests. Each POST has a response of its own, so a request is named by a number of ours,
/// which the host sends back with all that belongs to it (CheckedMessage::related_request). [loop thread]
class UnansweredRequests {
 public:
  struct Request {
    std::string id;  ///< the client's; see normalize_id()
    std::shared_ptr<SessionStream> stream;
  };

  /// `json` must outlive it.
  explicit UnansweredRequests(const JsonAccess& json) : json_(json) {}

  /// Returns the number of the request, which is never 0 and never given twice.
  [[nodiscard]] std::uint64_t add(const Json& id, std::shared_ptr<SessionStream> stream);

  /// Null: it is answered, or there was none.
  [[nodiscard]] const Request* find(std::uint64_t number) const;
  [[nodiscard]] std::optional<Request> extract(std::uint64_t number);
  [[nodiscard]] std::vector<Request> extract_all();

  /// The number of the only request with this id, however it is escaped. 0: there is none, or there are several.
  [[nodiscard]] std::uint64_t only_one_of(const Json& id) const;
  /// Whether there have ever been several with one id.
  [[nodiscard]] bool has_had_equal_ids() const { return has_had_equal_ids_; }

  [[nodiscard]] bool is_empty() const { return requests_.empty(); }

 private:
  const JsonAccess& json_;
  std::uint64_t last_number_ = 0;
  bool has_had_equal_ids_ = false;
  std::map<std::uint64_t, Request> requests_;                   // by number
  std::set<std::pair<std::string_view, std::uint64_t>> named_;  // id and number; the ids are those of requests_
};

}  // namespace workbench::http
