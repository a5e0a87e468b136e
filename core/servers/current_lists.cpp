#include "servers/current_lists.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <memory>
#include <utility>

namespace workbench::servers {
namespace {

/// Calls `done` in a task of the loop when its last holder has been destroyed: a server that is removed drops the
/// callbacks that wait for it.
class LastListing {
 public:
  LastListing(EventLoop& loop, MoveOnlyFunction<void()> done) : loop_(loop), done_(std::move(done)) {}
  LastListing(const LastListing&) = delete;
  LastListing& operator=(const LastListing&) = delete;
  ~LastListing() {
    try {
      loop_.post(std::move(done_));
    } catch (const std::exception&) {  // no memory: the request that waits is dropped, and so answered with an error
    }
  }

 private:
  EventLoop& loop_;
  MoveOnlyFunction<void()> done_;
};

}  // namespace

void when_current(const std::vector<Server*>& servers, protocol::ListKind kind, MoveOnlyFunction<void()> done) {
  std::vector<Server*> outdated;
  std::copy_if(servers.begin(), servers.end(), std::back_inserter(outdated),
               [&](const Server* server) { return server->status().is_outdated(kind); });
  if (outdated.empty()) return done();
  const auto last = std::make_shared<LastListing>(outdated.front()->host().loop(), std::move(done));
  for (Server* const server : outdated) {
    ServerRun* const run = server->ready_run();  // a callback of one server may end another
    if (run != nullptr) run->when_current(kind, [last] {});
  }
}

}  // namespace workbench::servers
