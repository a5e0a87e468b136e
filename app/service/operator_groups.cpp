#include "service/operator_groups.hpp"

#include <filesystem>
#include <string>
#include <system_error>

#include "base/fingerprint.hpp"
#include "lock/lock_scheme.hpp"
#include "operator/overview_fingerprint.hpp"
#include "process/user_files.hpp"

namespace workbench::app {
namespace {

WhoRequest::Files files(const Startup& startup) {
  const std::filesystem::path& toolboxes = startup.settings().toolboxes_file;
  const std::filesystem::path lock = toolboxes.parent_path() / lock::kLockFileName;
  std::error_code unreadable;
  return {toolboxes.string(), std::filesystem::exists(lock, unreadable) ? lock.string() : ""};
}

/// The lock file has changed by a request of an operator, and may not be watched.
void review_again(Service& service) {
  if (service.refresh_reviews()) service.review_again();
}

}  // namespace

OperatorGroups::OperatorGroups(Startup& startup, Service& service, Reload& reload)
    : recent_calls_(startup.registry().extension<RecentCalls>()),
      approvals_(startup.registry().extension<ApprovalInbox>()),
      calls_(recent_calls_),
      who_([&startup] { return files(startup); }),
      topics_({startup.host().loop(), approvals_, recent_calls_,
               [&service] { return fingerprint_of(service.overview()); }}),
      status_(startup, service, reload, approvals_),
      reload_(service, reload),
      control_(startup.host(), service.workspaces()),
      logins_(startup.host(), service.workspaces(), startup.registry()),
      log_(startup.host().recent_log()),
      commands_(startup, [&service] { review_again(service); }),
      console_(startup, service),
      all_{&approvals_, &calls_, &who_,    &status_,   &reload_, &control_,
           &logins_,    &log_,   &advice_, &commands_, &console_} {
  reload.on_news([this] { topics_.handle_reload(); });
  keep_tool_uses(startup);
}

/// Beside the other files of this user's state, one for each toolboxes file.
void OperatorGroups::keep_tool_uses(const Startup& startup) const {
  const std::filesystem::path folder = state_folder_of_user(environment_of_process);
  if (recent_calls_ == nullptr || !recent_calls_->is_in_use() || folder.empty()) return;
  const std::filesystem::path& toolboxes = startup.settings().toolboxes_file;
  const std::string digits = base::fingerprint_digits(base::fingerprint(toolboxes.string()));
  recent_calls_->keep_uses((folder / "tool-uses" / (toolboxes.stem().string() + "-" + digits + ".json")).string());
}

void OperatorGroups::handle_ending() {
  topics_.end();
  console_.close();
}

}  // namespace workbench::app
