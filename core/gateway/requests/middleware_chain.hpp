#pragma once

#include <memory>
#include <string>
#include <vector>

#include <workbench/middleware.hpp>

#include "registry/registry.hpp"

namespace workbench::gateway {

/// Whether the configuration demands something of a request (`approve` or `labels`).
enum class HasPolicy { no, yes };

/// The middleware between the requests of clients and their servers, in the order in which they see a request.
/// Requests without a policy do not pass those that need one (Middleware::needs_policy). [loop thread]
class MiddlewareChain {
 public:
  /// An empty chain.
  MiddlewareChain() : MiddlewareChain(List()) {}

  /// The middleware registered as `names`, those that need a policy after the others. They belong to the registry,
  /// which must outlive the chain and all its calls. not_found or any other error: one of them cannot be made.
  [[nodiscard]] static Result<MiddlewareChain> from(const std::vector<std::string>& names,
                                                    const registry::Registry& registry);

  [[nodiscard]] bool empty(HasPolicy policy = HasPolicy::no) const { return lists(policy).all->empty(); }

  /// Whether one of them sees requests that are not tool calls (Middleware::sees_requests); if not, run() with one
  /// passes it on as it is.
  [[nodiscard]] bool sees_requests(HasPolicy policy = HasPolicy::no) const {
    return !lists(policy).seeing_requests->empty();
  }

  /// Whether one of them needs a policy.
  [[nodiscard]] bool needs_policy() const { return plain_.all->size() != policed_.all->size(); }

  /// Gives `call` to the first. `passed_on` is called with it when the last one has passed it on: once, perhaps later,
  /// and not at all if one of them has answered it.
  void run(ToolIdentifier tool, ToolCall call, Middleware::Next passed_on, HasPolicy policy = HasPolicy::no) const;

  /// The same for another request, with those that see them.
  void run(MethodCall call, Middleware::NextRequest passed_on, HasPolicy policy = HasPolicy::no) const;

 private:
  using List = std::vector<Middleware*>;

  /// Shared with the calls that are passing.
  struct Lists {
    std::shared_ptr<const List> all;
    std::shared_ptr<const List> seeing_requests;
  };

  explicit MiddlewareChain(List middleware);
  [[nodiscard]] static Lists lists_of(List middleware);
  [[nodiscard]] const Lists& lists(HasPolicy policy) const { return policy == HasPolicy::no ? plain_ : policed_; }

  Lists plain_;    // those that need no policy
  Lists policed_;  // all; those that need a policy come last, so that nothing changes what they have judged
};

}  // namespace workbench::gateway
