#include <memory>

#include <workbench/plugin.hpp>

#include "approval_desk.hpp"
#include "approval_settings.hpp"
#include "approvals.hpp"

namespace {

using namespace workbench;

/// The desk is the extension that this plugin provides, made when it is asked for first: by the middleware, or by a
/// surface that shows it.
Result<std::unique_ptr<Middleware>> make_middleware(const Options& options, Host& host) {
  auto* const inbox = host.extension<ApprovalInbox>();
  if (inbox == nullptr) return Error{ErrorKind::internal, "the inbox of the plugin approvals could not be made"};
  auto& desk = static_cast<approvals::ApprovalDesk&>(*inbox);
  return std::unique_ptr<Middleware>(std::make_unique<approvals::Approvals>(options, host, desk));
}

void register_plugin(Registrar& registrar) {
  registrar.add_middleware(
      "approvals", {.options = approvals::approval_options(),
                    .check = [](const Options& options, Host&) { return approvals::check_approval_options(options); },
                    .make = make_middleware});
  registrar.provide<ApprovalInbox>(
      [](Host& host) -> std::shared_ptr<ApprovalInbox> { return std::make_shared<approvals::ApprovalDesk>(host); });
}

}  // namespace

WORKBENCH_PLUGIN("approvals", "0.1.0", register_plugin);
