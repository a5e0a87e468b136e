#include "access/authentication_chain.hpp"

#include <chrono>
#include <utility>

namespace workbench::http {
namespace {

/// How long a request waits for all of them.
constexpr std::chrono::milliseconds kMaxChainTime{5'000};

RequestHead head_of(const ReceivedRequest& request) {
  RequestHead head;
  head.method = request.method;
  head.target = request.target;
  head.address = request.source->address;
  head.is_secure = request.source->is_secure;
  if (request.source->certificate_subject) head.certificate_subject = *request.source->certificate_subject;
  head.headers = request.headers.all();
  return head;
}

}  // namespace

/// One request, from one authenticator to the next.
class AuthenticationChain::Inquiry final : public EventLoop::Subscription {
 public:
  Inquiry(const AuthenticationChain& chain, ReceivedRequest& request, MoveOnlyFunction<void()> done)
      : chain_(chain), request_(request), done_(std::move(done)) {
    limit_ = chain.loop_.after(kMaxChainTime, [this] {
      finish(AuthenticationRefused{"no authenticator has decided in time", {}, true});
    });
    ask_next();
  }

 private:
  // Whatever is said inside the call is handled later: this is not complete before its constructor has returned.
  void ask_next() {
    const NamedAuthenticator& next = chain_.authenticators_[index_];
    asked_ = next.authenticator->authenticate(head_of(request_), [this](Authentication authentication) {
      said_ = chain_.loop_.after(
          std::chrono::milliseconds(0),
          [this, authentication = std::move(authentication)]() mutable { handle(std::move(authentication)); });
    });
  }

  void handle(Authentication authentication) {
    const auto timer = std::move(said_);
    const auto asked = std::move(asked_);
    if (std::holds_alternative<NotRecognized>(authentication) && index_ + 1 != chain_.authenticators_.size()) {
      ++index_;
      return ask_next();
    }
    const NamedAuthenticator& by = chain_.authenticators_[index_];
    if (auto* const accepted = std::get_if<Authenticated>(&authentication)) {
      accepted->principal.name.insert(0, principal_prefix(by));
    } else if (auto* const refused = std::get_if<AuthenticationRefused>(&authentication)) {
      if (refused->challenge.empty()) refused->challenge = by.authenticator->challenge();
      refused->reason.insert(0, by.name + ": ");
    }
    finish(std::move(authentication));
  }

  /// May destroy this object.
  void finish(Authentication authentication) {
    limit_.reset();
    request_.authentication = std::make_shared<const Authentication>(std::move(authentication));
    if (auto done = std::exchange(done_, nullptr)) done();
  }

  const AuthenticationChain& chain_;
  ReceivedRequest& request_;
  MoveOnlyFunction<void()> done_;
  std::size_t index_ = 0;
  EventLoop::Timer limit_;
  EventLoop::Timer said_;
  std::unique_ptr<EventLoop::Subscription> asked_;
};

std::unique_ptr<EventLoop::Subscription> AuthenticationChain::ask(ReceivedRequest& request,
                                                                  MoveOnlyFunction<void()> done) {
  return std::make_unique<Inquiry>(*this, request, std::move(done));
}

std::shared_ptr<const Principal> AuthenticationChain::principal_of(const Authenticated& accepted) {
  Principal principal = accepted.principal;
  principal.scopes.reset();
  const auto known = principals_.find(principal.name);
  auto kept = known == principals_.end() ? nullptr : known->second.lock();
  if (kept != nullptr && *kept == principal) return kept;
  std::erase_if(principals_, [](const auto& one) { return one.second.expired(); });
  kept = std::make_shared<const Principal>(std::move(principal));
  principals_.insert_or_assign(kept->name, kept);
  return kept;
}

std::vector<std::string> AuthenticationChain::challenges() const {
  std::vector<std::string> challenges;
  for (const NamedAuthenticator& one : authenticators_) {
    if (auto challenge = one.authenticator->challenge(); !challenge.empty()) challenges.push_back(std::move(challenge));
  }
  return challenges;
}

}  // namespace workbench::http
