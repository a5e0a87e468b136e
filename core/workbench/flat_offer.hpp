#pragma once

#include <set>
#include <string>

#include "workbench/flat_catalogue.hpp"
#include "workbench/offer.hpp"

namespace workbench {

/// Everything that the servers have, natively: tools, prompts, resources, templates, completions, subscriptions. The
/// servers are started by the first request that needs them. [loop thread]
class FlatOffer final : public Offer {
 public:
  FlatOffer(Bench& bench, Host& host);
  ~FlatOffer() override;

  [[nodiscard]] std::string instructions(const ClientInfo& client) const override;
  [[nodiscard]] Json capabilities(mcp::Revision revision) const override;
  void list(mcp::ListKind kind, Caller& caller, MoveOnlyFunction<void(Result<Json>)> listed) override;
  void forward(std::string_view method, const Json& params, mcp::PendingRequest request) override;
  void watch_resources(const std::set<std::string>& uris) override;
  void note_changed(Server& server, mcp::ListKind kind, bool is_first) override;

 private:
  [[nodiscard]] bool instructs_on_toolboxes() const override { return false; }
  void route(const std::string& method, const Json& params, mcp::PendingRequest request);
  void call_tool(const Json& params, mcp::PendingRequest request);
  void get_prompt(const Json& params, mcp::PendingRequest request);
  void read_resource(const Json& params, mcp::PendingRequest request);
  void complete(const Json& params, mcp::PendingRequest request);
  [[nodiscard]] std::optional<FlatSource> find_reference(const Json& reference, std::string& own_reference);
  void pass_watched_on();

  FlatCatalogue catalogue_;
  std::set<mcp::ListKind> shown_;  // the lists that the client has seen
  std::set<std::string> watched_;
};

}  // namespace workbench
