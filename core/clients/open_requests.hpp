#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <workbench/listener.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "base/node_recycler.hpp"
#include "clients/outgoing.hpp"
#include "clients/request.hpp"
#include "clients/request_quota.hpp"
#include "jsonrpc/id.hpp"

namespace workbench::clients {

/// The requests of one session that have not been answered, by the client's ids. [loop thread]
class OpenRequests final : public RequestOrigin {
 public:
  /// `check` may be empty. `removed` is called after each removal. `outgoing` and `quota` must outlive it.
  OpenRequests(Outgoing& outgoing, RequestQuota& quota, ArgumentCheck check, MoveOnlyFunction<void(Request&)> removed)
      : outgoing_(outgoing), quota_(quota), check_(std::move(check)), removed_(std::move(removed)) {}

  /// busy: no room for another request of `size` bytes; see RequestQuota.
  [[nodiscard]] Result<void> admit(std::size_t size) { return quota_.admit_request(size); }

  [[nodiscard]] OwnedRequest add(std::unique_ptr<Request> request);
  /// A request that was suspended and has an owner already.
  void add(Request& request);

  /// The request that a cancellation means: the one with this id and this number (ReplyTarget::number), or with 0 the
  /// only one with this id. Null: there is none, or there are several, of which none may be ended in place of another.
  [[nodiscard]] Request* extract(const jsonrpc::Id& id, std::uint64_t number);

  /// Cancels all of them; `reason` is a sentence.
  void cancel_all(std::string_view reason);

  [[nodiscard]] std::size_t size() const { return requests_.size(); }

  // RequestOrigin
  void finish(Request& request, Message&& response) override;
  void notify(const Request& request, Message&& notification) override;
  [[nodiscard]] Result<void> check_arguments(const Json& definition, const Json& arguments) override {
    return check_ ? check_(definition, arguments) : Result<void>();
  }

 private:
  using Map = std::unordered_multimap<jsonrpc::Id, Request*, jsonrpc::Id::Hash>;

  Request* erase(Map::iterator entry);
  void remove(Request& request);

  Outgoing& outgoing_;
  RequestQuota& quota_;
  ArgumentCheck check_;  // empty: nothing is checked
  MoveOnlyFunction<void(Request&)> removed_;
  Map requests_;  // multi: a client that uses an id twice at once receives both responses
  base::NodeRecycler<Map> nodes_;
};

}  // namespace workbench::clients
