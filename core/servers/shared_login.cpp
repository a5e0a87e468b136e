#include "servers/shared_login.hpp"

#include <algorithm>
#include <utility>

namespace workbench::servers {

class SharedLogin::Membership final : public EventLoop::Subscription {
 public:
  Membership(SharedLogin& login, std::shared_ptr<Member> member) : login_(login), member_(std::move(member)) {}
  ~Membership() override {
    member_.reset();
    login_.leave();
  }

 private:
  SharedLogin& login_;
  std::shared_ptr<Member> member_;
};

SharedLogin::Place SharedLogin::join(ServerLogins::Visit visit, ServerLogins::Done done) {
  const bool is_first = login_ == nullptr;
  if (is_first) {
    url_.clear();
    login_ = begin_([this](const std::string& url) { handle_url(url); },
                    [this](const Result<void>& outcome) { finish(outcome); });
    if (login_ == nullptr) return nullptr;
  }
  auto member = std::make_shared<Member>(Member{std::move(visit), std::move(done)});
  members_.push_back(member);
  auto place = std::make_unique<Membership>(*this, member);
  if (!url_.empty()) member->visit(url_);
  return place;
}

void SharedLogin::handle_url(const std::string& url) {
  url_ = url;
  const Members present = members_;
  for (const auto& weak : present) {
    if (const auto member = weak.lock()) member->visit(url);
  }
}

void SharedLogin::finish(const Result<void>& outcome) {
  const auto ended = std::exchange(login_, nullptr);  // its callback is on the stack, which may destroy it
  for (const auto& weak : std::exchange(members_, {})) {
    if (const auto member = weak.lock()) member->done(outcome);
  }
}

void SharedLogin::leave() {
  std::erase_if(members_, [](const auto& member) { return member.expired(); });
  if (members_.empty()) login_.reset();
}

}  // namespace workbench::servers
