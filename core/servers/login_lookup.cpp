#include "servers/login_lookup.hpp"

#include <utility>

namespace workbench::servers {

void LoginLookup::look_up(Find find, MoveOnlyFunction<void()> done) {
  waiting_.push_back(std::move(done));
  if (waiting_.size() > 1) return;
  finding_ = find([this](Result<LoginState> state) {
    latest_ = std::move(state);
    finish();
  });
  if (finding_ == nullptr) finish();
}

void LoginLookup::finish() {
  for (MoveOnlyFunction<void()>& done : std::exchange(waiting_, {})) done();
}

}  // namespace workbench::servers
