#include "gateway/requests/middleware_chain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <workbench/testing/empty_toolboxes.hpp>

#include "core_host.hpp"
#include "fake_request.hpp"

namespace {

using namespace workbench;
using gateway::MiddlewareChain;
using gateway_fixture::FakeRequest;
using gateway_fixture::RequestRecord;
using testing::ElementsAre;
using testing::IsEmpty;

/// Records the requests that it sees, if it sees any.
class Recording final : public Middleware {
 public:
  Recording(std::string name, bool sees_requests, std::vector<std::string>& seen)
      : name_(std::move(name)), sees_requests_(sees_requests), seen_(seen) {}
  void on_tool_call(const ToolIdentifier&, ToolCall call, Next next) override { next(std::move(call)); }
  bool sees_requests() const override { return sees_requests_; }
  void on_request(MethodCall call, NextRequest next) override {
    seen_.push_back(name_ + " " + call.method() + " " + call.target().name);
    if (answers) return call.result(Json(R"({"by":"middleware"})"));
    if (keeps) {
      kept.emplace(std::move(call));
      kept_next = std::move(next);
      return;
    }
    next(std::move(call));
  }

  bool answers = false;
  bool keeps = false;
  std::optional<MethodCall> kept;
  NextRequest kept_next;

 private:
  const std::string name_;
  const bool sees_requests_;
  std::vector<std::string>& seen_;
};

class AMiddlewareChain : public testing::Test {
 protected:
  Recording& add(const std::string& name, bool sees_requests = true) {
    Recording* made = nullptr;
    registry_.add("plugin-" + name, "1", [&](Registrar& registrar) {
      registrar.add_middleware(name, {.make = [&](const Options&, Host&) -> Result<std::unique_ptr<Middleware>> {
                                 auto recording = std::make_unique<Recording>(name, sees_requests, seen_);
                                 made = recording.get();
                                 return std::unique_ptr<Middleware>(std::move(recording));
                               }});
    });
    static_cast<void>(registry_.of<Middleware>().object(name));
    names_.push_back(name);
    return *made;
  }
  [[nodiscard]] MiddlewareChain chain() { return MiddlewareChain::from(names_, registry_).value(); }

  void run(const MiddlewareChain& chain) {
    request_ = new FakeRequest(record_, toolboxes_);
    chain.run(MethodCall(detail::OwnedRequest(request_), "prompts/get", {"dev", "files", "greet"}, Json("{}"), host_),
              [this](MethodCall call) {
                seen_.push_back("server " + call.method());
                call.result(Json(R"({"messages":[]})"));
              });
  }

  test_support::CoreLoopHost host_;
  registry::Registry registry_{host_};
  test::EmptyToolboxes toolboxes_;
  std::vector<std::string> names_;
  std::vector<std::string> seen_;
  RequestRecord record_;
  FakeRequest* request_ = nullptr;  // valid while it waits
};

TEST_F(AMiddlewareChain, GivesARequestToThoseThatSeeRequestsInTheirOrder) {
  add("first");
  add("blind", false);
  add("second");
  const MiddlewareChain three = chain();
  EXPECT_TRUE(three.sees_requests());
  run(three);
  EXPECT_THAT(seen_, ElementsAre("first prompts/get greet", "second prompts/get greet", "server prompts/get"));
  EXPECT_EQ(record_.result, R"({"messages":[]})");
}

TEST_F(AMiddlewareChain, HasNothingToRunWhereNoMiddlewareSeesRequests) {
  EXPECT_FALSE(MiddlewareChain().sees_requests());
  add("blind", false);
  const MiddlewareChain blind = chain();
  EXPECT_FALSE(blind.sees_requests());
  EXPECT_FALSE(blind.empty());
  run(blind);
  EXPECT_THAT(seen_, ElementsAre("server prompts/get"));
}

TEST_F(AMiddlewareChain, EndsAtTheOneThatAnswers) {
  add("first").answers = true;
  add("second");
  run(chain());
  EXPECT_THAT(seen_, ElementsAre("first prompts/get greet"));
  EXPECT_EQ(record_.result, R"({"by":"middleware"})");
}

TEST_F(AMiddlewareChain, PassesOnLaterWhatIsKept) {
  Recording& first = add("first");
  first.keeps = true;
  {
    const MiddlewareChain for_a_moment = chain();
    run(for_a_moment);
  }
  EXPECT_THAT(record_.result, IsEmpty());
  first.kept_next(*std::move(first.kept));
  EXPECT_THAT(seen_, ElementsAre("first prompts/get greet", "server prompts/get"));
}

TEST_F(AMiddlewareChain, DropsWhatItsClientHasCancelledMeanwhile) {
  Recording& first = add("first");
  first.keeps = true;
  run(chain());
  request_->cancel();
  first.kept_next(*std::move(first.kept));
  EXPECT_THAT(seen_, ElementsAre("first prompts/get greet"));
  EXPECT_TRUE(record_.is_destroyed);
}

}  // namespace
