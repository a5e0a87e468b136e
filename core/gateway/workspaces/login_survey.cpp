#include "gateway/workspaces/login_survey.hpp"

#include <memory>
#include <utility>

namespace workbench::gateway {
namespace {

/// Shared by the callbacks of all servers. The last of them ends it, whether it was called or dropped.
class Survey {
 public:
  Survey(EventLoop& loop, std::chrono::milliseconds limit, MoveOnlyFunction<void()> done)
      : loop_(loop), done_(std::move(done)), limit_(loop.after(limit, [this] { finish(); })) {}
  Survey(const Survey&) = delete;
  Survey& operator=(const Survey&) = delete;
  ~Survey() { finish(); }

 private:
  void finish() {
    if (done_) loop_.post(std::exchange(done_, nullptr));
  }

  EventLoop& loop_;
  MoveOnlyFunction<void()> done_;  // empty: it has been posted
  const EventLoop::Timer limit_;
};

}  // namespace

void look_up_logins(EventLoop& loop, const std::vector<servers::Server*>& servers, std::chrono::milliseconds limit,
                    MoveOnlyFunction<void()> done) {
  const auto survey = std::make_shared<Survey>(loop, limit, std::move(done));
  for (servers::Server* const server : servers) server->login().look_up([survey] { static_cast<void>(survey); });
}

}  // namespace workbench::gateway
