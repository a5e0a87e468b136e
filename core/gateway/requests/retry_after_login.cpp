#include "gateway/requests/retry_after_login.hpp"

#include <utility>

#include "gateway/requests/login_round.hpp"

namespace workbench::gateway {

void retry_after_login(servers::ServerLease server, Caller& caller, int earlier_logins, Error reason,
                       MoveOnlyFunction<void(const Result<void>&)> done) {
  const bool is_worth_a_login = reason.kind == ErrorKind::login_required && LoginRound::is_possible(*server, caller) &&
                                earlier_logins < LoginRound::kMaxRounds;
  if (!is_worth_a_login) return done(LoginRound::with_advice(std::move(reason), caller));
  LoginRound::run(std::move(server), caller,
                  [reason = std::move(reason), done = std::move(done)](const Result<void>& outcome) mutable {
                    if (!outcome) reason.message.append(" (" + outcome.error().message + ")");
                    done(outcome ? Result<void>() : Result<void>(std::move(reason)));
                  });
}

}  // namespace workbench::gateway
