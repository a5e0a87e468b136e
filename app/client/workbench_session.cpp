#include "client/workbench_session.hpp"

#include <csignal>
#include <sstream>
#include <utility>

#include "base/process_limits.hpp"
#include "json/lookup.hpp"
#include "process/output.hpp"

namespace workbench::app {
namespace {

/// A workbench needs limits.shutdown, or somewhat more if it is set higher than that.
constexpr std::chrono::seconds kTimeToEnd{20};

/// How long a call may take before a person is told what is waited for.
constexpr std::chrono::seconds kPatienceOfPerson{1};

/// The log of a workbench names the files that it has found and does not use; this command does not show that log.
ExitStatus report_found_file(const Sources& sources, Output& errors) {
  std::ostringstream unread;  // the workbench reports the same
  Output not_shown(unread);
  Startup startup(sources, not_shown);
  if (startup.read_settings() != ExitStatus::ok) return ExitStatus::ok;
  const ToolboxesChoice& choice = startup.choice();
  if (!choice.remark.empty()) errors << choice.remark << '\n';
  return choice.is_waiting ? ExitStatus::bad_configuration : ExitStatus::ok;
}

}  // namespace

WorkbenchSession::WorkbenchSession() : host_(LogLevel::error, base::ProcessLimits{}) {
  host_.loop().on_signals({SIGINT, SIGTERM, SIGHUP}, [this](int) {
    was_interrupted_ = true;
    host_.loop().stop();
  });
}

WorkbenchSession::~WorkbenchSession() {
  close();
}

ExitStatus WorkbenchSession::open(const Sources& sources, const CommandSettings& settings, Output& errors) {
  if (const ExitStatus found = report_found_file(sources, errors); found != ExitStatus::ok) return found;
  if (auto shared = join_shared_workbench(host_, sources, settings)) {
    use(*std::move(shared));
    if (std::holds_alternative<Json>(initialize())) return ExitStatus::ok;
    if (was_interrupted_) return ExitStatus::interrupted;
    close();
  }
  auto own = start_own_workbench(host_, sources, settings);
  if (!own) {
    errors << "mcp-workbench: " << own.error().message << '\n';
    return ExitStatus::server_unreachable;
  }
  use(*std::move(own));
  const Response initialized = initialize();
  if (std::holds_alternative<Json>(initialized)) return ExitStatus::ok;
  return report_failed_start(initialized, errors);
}

void WorkbenchSession::use(OpenedWorkbench opened) {
  workbench_ = std::move(opened);
  has_ended_ = false;
  client_.emplace(host_, std::move(workbench_.connection));
  client_->on_closed([this] {
    has_ended_ = true;
    host_.loop().stop();
  });
}

/// A shared workbench runs already, so it answers at once.
Response WorkbenchSession::initialize() {
  std::optional<Response> response;
  client_->initialize([this, &response](Response initialized) {
    response = std::move(initialized);
    host_.loop().stop();
  });
  EventLoop::Timer limit;
  if (!workbench_.own) {
    limit = host_.loop().after(base::process_limits(host_).probe, [this, &response] {
      if (!response) response = Error{ErrorKind::timed_out, "the shared workbench does not answer"};
      host_.loop().stop();
    });
  }
  return wait_for(response);
}

Response WorkbenchSession::wait_for(std::optional<Response>& response) {
  if (!response && !was_interrupted_ && !has_ended_) host_.loop().run();
  if (response) return *std::move(response);
  if (was_interrupted_) return Error{ErrorKind::cancelled, "interrupted"};
  return Error{ErrorKind::unavailable, "the workbench has ended"};
}

/// A workbench that has ended has written the reason, and its exit code becomes the exit code of this command.
ExitStatus WorkbenchSession::report_failed_start(const Response& response, Output& errors) {
  if (was_interrupted_) return ExitStatus::interrupted;
  close();
  const std::optional<int> code = workbench_.own ? workbench_.own->exit_code() : std::nullopt;
  if (workbench_.own && !workbench_.own->errors().empty()) {
    errors << Lines{workbench_.own->errors()};
  } else {
    errors << "mcp-workbench: " << as_error(response).message << '\n';
  }
  return code && *code != 0 && *code < 128 ? static_cast<ExitStatus>(*code) : ExitStatus::internal;
}

Response WorkbenchSession::call(Call call) {
  std::optional<Response> response;
  const std::uint64_t id =
      client_->call_tool(call.tool, call.arguments, std::move(call.progress), [this, &response](Response answer) {
        response = std::move(answer);
        host_.loop().stop();
      });
  EventLoop::Timer limit;
  bool is_too_late = false;
  if (call.limit) {
    limit = host_.loop().after(*call.limit, [this, &is_too_late] {
      is_too_late = true;
      host_.loop().stop();
    });
  }
  EventLoop::Timer silence;
  if (call.slow) silence = host_.loop().after(kPatienceOfPerson, [&call] { call.slow(); });
  if (!response && !was_interrupted_) host_.loop().run();
  if (!response && is_too_late) {
    client_->cancel(id, "the time limit of the caller has passed");
    return Error{ErrorKind::timed_out, "no answer in time"};
  }
  if (!response && was_interrupted_) client_->cancel(id, "the user has cancelled the call");
  return wait_for(response);
}

void WorkbenchSession::wait(std::chrono::milliseconds time) {
  const EventLoop::Timer timer = host_.loop().after(time, [this] { host_.loop().stop(); });
  host_.loop().run();
}

void WorkbenchSession::close() {
  if (!client_) return;
  if (!has_ended_) {
    client_->close();
    while (!has_ended_) host_.loop().run();
  }
  client_.reset();
  if (!workbench_.own) return;
  bool is_over = false;
  workbench_.own->when_ended(kTimeToEnd, [this, &is_over] {
    is_over = true;
    host_.loop().stop();
  });
  // Interrupted a second time: it is ended by force, see OwnWorkbench.
  while (!is_over) {
    const bool was_interrupted = std::exchange(was_interrupted_, false);
    host_.loop().run();
    const bool is_interrupted_again = std::exchange(was_interrupted_, was_interrupted || was_interrupted_);
    if (is_interrupted_again && was_interrupted) break;
  }
}

std::string first_text_of(const Json& result) {
  for (const Json& block : json::elements(json::member(result, "content"))) {
    const Json text = json::member(block, "text");
    if (!text.is_absent()) return json::characters(text);
  }
  return {};
}

bool is_error_result(const Json& result) {
  const Json flag = json::member(result, "isError");
  return flag.text() == "true";
}

}  // namespace workbench::app
