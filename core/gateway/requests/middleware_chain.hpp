#pragma once

#include <memory>
#include <string>
#include <vector>

#include <workbench/middleware.hpp>

#include "registry/registry.hpp"

namespace workbench::gateway {

/// The middleware between the requests of clients and their servers, in the order in which they see a request.
/// [loop thread]
class MiddlewareChain {
 public:
  /// An empty chain.
  MiddlewareChain() : MiddlewareChain(List()) {}

  /// The middleware registered as `names`. They belong to the registry, which must outlive the chain and all its calls.
  /// not_found or any other error: one of them cannot be made.
  [[nodiscard]] static Result<MiddlewareChain> from(const std::vector<std::string>& names,
                                                    const registry::Registry& registry);

  [[nodiscard]] bool empty() const { return middleware_->empty(); }

  /// Whether one of them sees requests that are not tool calls (Middleware::sees_requests); if not, run() with one
  /// passes it on as it is.
  [[nodiscard]] bool sees_requests() const { return !seeing_requests_->empty(); }

  /// Gives `call` to the first. `passed_on` is called with it when the last one has passed it on: once, perhaps later,
  /// and not at all if one of them has answered it.
  void run(ToolIdentifier tool, ToolCall call, Middleware::Next passed_on) const;

  /// The same for another request, with those that see them.
  void run(MethodCall call, Middleware::NextRequest passed_on) const;

 private:
  using List = std::vector<Middleware*>;

  explicit MiddlewareChain(List middleware);

  // shared with the calls that are passing
  std::shared_ptr<const List> middleware_;
  std::shared_ptr<const List> seeing_requests_;
};

}  // namespace workbench::gateway
