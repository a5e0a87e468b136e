#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcp/client_offer.hpp"
#include "registry/registry.hpp"
#include "workbench/bench.hpp"

namespace workbench {

/// What one client is offered: the meta-tools that plugins registered, over a bench. [loop thread]
class Offer final : public mcp::ClientOffer {
 public:
  /// Offers the meta-tools `names`, in this order. not_found: no plugin registered one of them. protocol: a definition
  /// is not what its plugin promised. The others must outlive the offer.
  [[nodiscard]] static Result<Offer> from(const std::vector<std::string>& names, const Registry& registry, Bench& bench,
                                          const JsonAccess& json);

  [[nodiscard]] std::string instructions() const override;
  [[nodiscard]] Json capabilities(mcp::Revision revision) const override;
  void list(mcp::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) override;
  void forward(std::string_view method, const Json& params, mcp::PendingRequest request) override;
  void watch_resources(const std::set<std::string>&) override {}
  [[nodiscard]] MetaTool* find_tool(std::string_view name) override;
  [[nodiscard]] Workbench& workbench() override { return *bench_; }
  void pause_servers(bool paused) override { bench_->pause_servers(paused); }

 private:
  explicit Offer(Bench& bench) : bench_(&bench) {}

  Bench* bench_;
  std::vector<std::pair<std::string, MetaTool*>> meta_tools_;
  Json tools_;
};

}  // namespace workbench
