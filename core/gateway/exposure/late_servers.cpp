#include "gateway/exposure/late_servers.hpp"

#include <utility>
#include <vector>

#include "base/callback_latch.hpp"
#include "base/process_limits.hpp"

namespace workbench::gateway {
namespace {

/// In limits.openPatience. With the time that each list waits: less than the minute after which clients give up.
constexpr int kLatePatience = 3;

}  // namespace

void LateServers::wait(const NativeServers& servers, const std::function<void()>& done) {
  std::vector<std::pair<Toolbox*, servers::Server*>> late;
  servers.for_each([&](Toolbox& toolbox, servers::Server& server) {
    if (server.status().is_starting()) late.emplace_back(&toolbox, &server);
  });
  if (late.empty()) return done();
  const auto end = limits_.after(kLatePatience * base::process_limits(host_).open_patience, done);
  const base::CallbackLatch one_started(late.size(), end);
  for (const auto& [toolbox, server] : late) {
    toolbox->when_started(*server, [one_started](const Result<void>&) { one_started(); });
  }
}

}  // namespace workbench::gateway
