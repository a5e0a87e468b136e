#pragma once

#include <string>
#include <utility>

#include <workbench/tool_call.hpp>

#include "clients/request.hpp"

namespace workbench::clients {

/// The host's end of a client's call of a meta-tool: writes the tool's result down for the revision that the client
/// speaks. [loop thread]
class ClientCall final : public ToolCallEnd {
 public:
  /// `workbench` must outlive the call.
  ClientCall(PendingRequest request, Toolboxes& toolboxes) : request_(std::move(request)), toolboxes_(toolboxes) {}

  void reply(ToolResult result) override;
  void fail(const Error& error) override { request_.fail(error); }
  void relay(const PeerError& error) override { request_.error(error); }
  [[nodiscard]] Caller& caller() override { return request_.client(); }
  [[nodiscard]] Toolboxes& toolboxes() override { return toolboxes_; }

 private:
  /// The beginning of an error that is too long for a model; the whole is logged.
  [[nodiscard]] std::string for_a_model(const std::string& error);

  PendingRequest request_;
  Toolboxes& toolboxes_;
};

}  // namespace workbench::clients
