#include "gateway/requests/retry_after_login.hpp"

#include <utility>

#include <workbench/trace_span.hpp>

#include "base/trace_scope.hpp"
#include "gateway/requests/login_round.hpp"

namespace workbench::gateway {
namespace {

/// From the refusal to the end of the login, whichever request has begun it.
Span begin_login_span(const servers::Server& server) {
  Span span(server.host().extension<TraceSink>(), SpanKind::client, "login " + server.configured().source(),
            base::TraceScope::current());
  span.set("mcp_workbench.toolbox", server.toolbox());
  span.set("mcp_workbench.server", server.name());
  return span;
}

}  // namespace

void retry_after_login(servers::ServerLease server, Caller& caller, int earlier_logins, Error reason,
                       MoveOnlyFunction<void(const Result<void>&)> done) {
  const bool is_worth_a_login = reason.kind == ErrorKind::login_required && LoginRound::is_possible(*server, caller) &&
                                earlier_logins < LoginRound::kMaxRounds;
  if (!is_worth_a_login) return done(LoginRound::with_advice(std::move(reason), caller));
  Span span = begin_login_span(*server);
  LoginRound::run(std::move(server), caller,
                  [reason = std::move(reason), done = std::move(done),
                   span = std::move(span)](const Result<void>& outcome) mutable {
                    if (!outcome) span.fail("login_failed");
                    span.end();
                    if (!outcome) reason.message.append(" (" + outcome.error().message + ")");
                    done(outcome ? Result<void>() : Result<void>(std::move(reason)));
                  });
}

}  // namespace workbench::gateway
