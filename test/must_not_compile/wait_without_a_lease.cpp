#include "gateway/requests/login_round.hpp"

void log_in(workbench::servers::Server& server, workbench::Caller& caller) {
#ifdef FIXED
  workbench::gateway::LoginRound::run(server.lease(), caller, [](const workbench::Result<void>&) {});
#else
  // The server may be destroyed before a person has logged in.
  workbench::gateway::LoginRound::run(server, caller, [](const workbench::Result<void>&) {});
#endif
}
