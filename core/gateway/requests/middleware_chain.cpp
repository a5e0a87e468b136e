#include "gateway/requests/middleware_chain.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace workbench::gateway {
namespace {

void run_from(std::size_t index, const std::shared_ptr<const std::vector<Middleware*>>& middleware, ToolIdentifier tool,
              ToolCall call, Middleware::Next passed_on) {
  if (index == middleware->size()) return passed_on(std::move(call));
  const ToolIdentifier named = tool;
  (*middleware)[index]->on_tool_call(
      named, std::move(call),
      [index, middleware, tool = std::move(tool), passed_on = std::move(passed_on)](ToolCall passed) mutable {
        run_from(index + 1, middleware, std::move(tool), std::move(passed), std::move(passed_on));
      });
}

void run_from(std::size_t index, const std::shared_ptr<const std::vector<Middleware*>>& middleware, MethodCall call,
              Middleware::NextRequest passed_on) {
  if (index == middleware->size()) return passed_on(std::move(call));
  (*middleware)[index]->on_request(std::move(call),
                                   [index, middleware, passed_on = std::move(passed_on)](MethodCall passed) mutable {
                                     run_from(index + 1, middleware, std::move(passed), std::move(passed_on));
                                   });
}

}  // namespace

MiddlewareChain::Lists MiddlewareChain::lists_of(List middleware) {
  List seeing;
  for (Middleware* const one : middleware) {
    if (one->sees_requests()) seeing.push_back(one);
  }
  return {std::make_shared<const List>(std::move(middleware)), std::make_shared<const List>(std::move(seeing))};
}

MiddlewareChain::MiddlewareChain(List middleware) {
  const auto policed =
      std::stable_partition(middleware.begin(), middleware.end(), [](Middleware* one) { return !one->needs_policy(); });
  plain_ = lists_of(List(middleware.begin(), policed));
  policed_ = lists_of(std::move(middleware));
}

Result<MiddlewareChain> MiddlewareChain::from(const std::vector<std::string>& names,
                                              const registry::Registry& registry) {
  List middleware;
  for (const std::string& name : names) {
    const auto made = registry.of<Middleware>().object(name);
    if (!made) return made.error().within("middleware");
    middleware.push_back(*made);
  }
  return MiddlewareChain(std::move(middleware));
}

void MiddlewareChain::run(ToolIdentifier tool, ToolCall call, Middleware::Next passed_on, HasPolicy policy) const {
  run_from(0, lists(policy).all, std::move(tool), std::move(call), std::move(passed_on));
}

void MiddlewareChain::run(MethodCall call, Middleware::NextRequest passed_on, HasPolicy policy) const {
  run_from(0, lists(policy).seeing_requests, std::move(call), std::move(passed_on));
}

}  // namespace workbench::gateway
