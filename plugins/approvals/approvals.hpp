#pragma once

#include <memory>
#include <optional>
#include <string>

#include <workbench/host.hpp>
#include <workbench/middleware.hpp>
#include <workbench/options.hpp>

#include "approval_desk.hpp"

namespace workbench::approvals {

/// The middleware: passes a request on once a person has agreed, if the configuration demands that (ToolPolicy), and
/// keeps account of the labels of what it passes on. A person is asked through the client, if it can (elicitation), and
/// at the same time through the inbox; the first answer counts. Unanswered means no.
class Approvals final : public Middleware {
 public:
  /// `desk` must outlive it.
  Approvals(const Options& options, Host& host, ApprovalDesk& desk);
  ~Approvals() override;

  void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) override;
  void on_request(MethodCall call, NextRequest next) override;
  [[nodiscard]] bool sees_requests() const override { return true; }
  [[nodiscard]] bool needs_policy() const override { return true; }
  void on_ending() override;

 private:
  using Held = std::unique_ptr<HeldRequest>;
  using WorkspacePointer = std::shared_ptr<ApprovalWorkspace>;

  void handle(Held request);
  void judge(Held request, const ToolPolicy& policy, const WorkspacePointer& workspace);
  /// `yes`: what a person has agreed to, for this request alone; it holds again when the client repeats the request
  /// with the input that a modern server has asked it for (InputRequiredResult). Absent: a person need not, or has
  /// agreed to more.
  void pass(Held request, const FlowLabels& labels, const WorkspacePointer& workspace,
            std::optional<KeptAnswer> yes = {});
  void ask(Held request, CallKey key, const ToolPolicy& policy, const WorkspacePointer& workspace, bool is_flow);
  void ask_client(const std::string& id);
  void handle_response(const std::string& id, const InputResponse& response);
  void finish(Held request, const Verdict& verdict, const ContentDigest& definition);
  void resume(Held request, const Verdict& verdict, const ContentDigest& definition);

  Host& host_;
  ApprovalDesk& desk_;
  bool is_ending_ = false;  // no question would be answered any more
};

}  // namespace workbench::approvals
