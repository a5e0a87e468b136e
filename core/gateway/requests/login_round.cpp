#include "gateway/requests/login_round.hpp"

#include <chrono>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "base/ascii.hpp"
#include "base/process_limits.hpp"
#include "base/secure_random.hpp"
#include "base/text.hpp"
#include "gateway/pool/user_principal.hpp"
#include "json/lookup.hpp"
#include "protocol/input_requests.hpp"

namespace workbench::gateway {
namespace {

/// Interval of the signs that a request still waits, for clients that want progress: each extends their time limit.
constexpr std::chrono::seconds kBetweenReports{5};

}  // namespace

bool LoginRound::is_possible(const servers::Server& server, const Caller& caller) {
  const std::shared_ptr<const Principal>& principal = caller.identity().principal;
  const bool is_own = server.configured().principal() == (principal == nullptr ? std::string() : principal->name);
  return !server.configured().is_shared() && is_own && may_log_in(principal) &&
         protocol::visits_urls(caller.identity().capabilities);
}

Error LoginRound::with_advice(Error reason, const Caller& caller) {
  const bool is_anybody = reason.kind == ErrorKind::login_required && !may_log_in(caller.identity().principal);
  if (is_anybody)
    reason.message += "; a user has to log in on the workbench's machine, because this client has no name";
  return reason;
}

void LoginRound::run(servers::ServerLease server, Caller& caller, Done done) {
  std::make_shared<LoginRound>(std::move(server), caller, std::move(done))->begin();
}

LoginRound::LoginRound(servers::ServerLease server, Caller& caller, Done done)
    : server_(std::move(server)), caller_(caller), done_(std::move(done)) {}

// The functions that wait keep this alive, until stop().
void LoginRound::begin() {
  const auto self = shared_from_this();
  caller_.on_cancel([self](const Json&) {
    const Done dropped = std::exchange(self->done_, {});
    self->stop();
  });
  if (!done_) return;
  EventLoop& loop = server_->host().loop();
  const auto limit = base::process_limits(server_->host()).suspended;
  limit_ = loop.after(limit, [self, limit] {
    self->finish(Error{ErrorKind::timed_out, "no login within " + base::format_duration(limit)});
  });
  report_progress();
  auto place = server_->login().join([self](const std::string& url) { self->ask(url); },
                                     [self](Result<void> outcome) { self->finish(std::move(outcome)); });
  if (place == nullptr) return finish(Error{ErrorKind::invalid_argument, "logins to this server are not possible"});
  if (done_) login_ = std::move(place);  // else it has ended inside the call
}

void LoginRound::ask(const std::string& url) {
  if (!done_) return;
  const std::string name = server_->toolbox() + "/" + server_->name();
  JsonWriter params;
  params.object().member("mode", "url").member("message", "Log in to the MCP server " + name + " in your browser.");
  params.member("url", url);
  // The modern era has no notification of the end, and no id for it.
  if (!caller_.identity().is_modern) params.member("elicitationId", base::hex(base::random_bytes(16)));
  params.end();
  question_ = std::make_shared<CancellationHandle>();
  caller_.ask({"elicitation/create", std::move(params).json(), question_, nullptr},
              [self = shared_from_this()](const InputResponse& response) { self->handle_response(response); });
}

/// "Accept" says that the person agrees to visit the URL, not that the login has succeeded.
void LoginRound::handle_response(const InputResponse& response) {
  question_ = nullptr;
  if (!done_) return;
  const auto* const result = std::get_if<Json>(&response);
  if (result == nullptr) return finish(as_error(response).within("the client did not show the login"));
  const std::string action = json::characters(json::member(*result, "action"));
  if (action != "accept") finish(Error{ErrorKind::cancelled, "the login was refused"});
}

void LoginRound::report_progress() {
  const double number = reports_++;
  caller_.report_progress({number, {}, "waiting for a login to " + server_->toolbox() + "/" + server_->name()});
  progress_ = server_->host().loop().after(kBetweenReports, [this] { report_progress(); });
}

void LoginRound::finish(Result<void> outcome) {
  if (!done_) return;
  const auto self = shared_from_this();
  Done done = std::exchange(done_, {});
  caller_.on_cancel({});
  stop();
  done(std::move(outcome));
}

void LoginRound::stop() {
  limit_.reset();
  progress_.reset();
  login_.reset();
  if (const auto question = std::exchange(question_, nullptr)) question->cancel();
}

}  // namespace workbench::gateway
