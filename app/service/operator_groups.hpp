#pragma once

#include <vector>

#include "operator/operator_topics.hpp"
#include "requests/advice_requests.hpp"
#include "requests/approval_requests.hpp"
#include "requests/call_requests.hpp"
#include "requests/log_requests.hpp"
#include "requests/who_request.hpp"
#include "service/command_requests.hpp"
#include "service/console_address.hpp"
#include "service/login_requests.hpp"
#include "service/reload.hpp"
#include "service/reload_request.hpp"
#include "service/server_control.hpp"
#include "service/service.hpp"
#include "service/status_requests.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// All that operators may request of this workbench, and subscribe to. A new group of methods is a member here, and an
/// element of the list. [loop thread]
class OperatorGroups {
 public:
  /// All must outlive it.
  OperatorGroups(Startup& startup, Service& service, Reload& reload);
  OperatorGroups(const OperatorGroups&) = delete;
  OperatorGroups& operator=(const OperatorGroups&) = delete;

  /// Valid as long as this object.
  [[nodiscard]] const std::vector<OperatorMethods*>& all() const { return all_; }
  [[nodiscard]] ApprovalRequests& approvals() { return approvals_; }
  [[nodiscard]] OperatorTopics& topics() { return topics_; }

  /// The workbench is ending: subscriptions end, and no console is opened any more.
  void handle_ending();

 private:
  void keep_tool_uses(const Startup& startup) const;

  RecentCalls* const recent_calls_;  // null: no plugin provides it
  ApprovalRequests approvals_;
  CallRequests calls_;
  WhoRequest who_;
  OperatorTopics topics_;
  StatusRequests status_;
  ReloadRequest reload_;
  ServerControl control_;
  LoginRequests logins_;
  LogRequests log_;
  AdviceRequests advice_;
  CommandRequests commands_;
  ConsoleAddress console_;
  const std::vector<OperatorMethods*> all_;
};

}  // namespace workbench::app
