#pragma once

#include <memory>
#include <string>
#include <vector>

#include <workbench/middleware.hpp>

#include "registry/registry.hpp"

namespace workbench::gateway {

/// The middleware between tool calls and their tools, in the order in which they see a call. [loop thread]
class MiddlewareChain {
 public:
  /// None.
  MiddlewareChain() : middleware_(std::make_shared<const List>()) {}

  /// Those registered as `names`. They belong to the registry, which must outlive the chain and all its calls.
  /// not_found or any other error: one of them cannot be made.
  [[nodiscard]] static Result<MiddlewareChain> from(const std::vector<std::string>& names,
                                                    const registry::Registry& registry);

  [[nodiscard]] bool empty() const { return middleware_->empty(); }

  /// Gives `call` to the first. `passed_on` is called with it when the last one has passed it on: once, perhaps later,
  /// and not at all if one of them has answered it.
  void run(ToolIdentifier tool, ToolCall call, Middleware::Next passed_on) const;

 private:
  using List = std::vector<Middleware*>;

  explicit MiddlewareChain(List middleware) : middleware_(std::make_shared<const List>(std::move(middleware))) {}

  std::shared_ptr<const List> middleware_;  // shared with the calls that are passing
};

}  // namespace workbench::gateway
