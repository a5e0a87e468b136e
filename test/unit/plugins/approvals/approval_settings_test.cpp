#include "approval_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include <workbench/testing/middleware_contract.hpp>

#include "approvals.hpp"

namespace workbench::approvals {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(ApprovalSettings, HaveDefaults) {
  const ApprovalSettings settings = ApprovalSettings::from({}, {});
  EXPECT_EQ(settings.hold, milliseconds(20'000));
  EXPECT_EQ(settings.timeout, milliseconds(600'000));
}

TEST(ApprovalSettings, HoldNoLongerThanTheTimeoutAndTheCallLimit) {
  Options options;
  options.set("hold", std::string("1 m"));
  options.set("timeout", std::string("30 s"));
  EXPECT_EQ(ApprovalSettings::from(options, {}).hold, milliseconds(30'000));
  Limits limits;
  limits.call = milliseconds(8'000);
  EXPECT_EQ(ApprovalSettings::from(options, limits).hold, milliseconds(6'000));
}

TEST(ApprovalSettings, AreCheckedWithARemedy) {
  Options options;
  EXPECT_THAT(check_approval_options(options), IsEmpty());
  options.set("hold", std::string("soon"));
  options.set("timeout", std::string("2 h"));
  options.set("maxWaiting", std::int64_t{0});
  const auto errors = check_approval_options(options);
  ASSERT_THAT(errors, SizeIs(2));
  EXPECT_EQ(errors[0].option, "hold");
  EXPECT_THAT(errors[0].message, HasSubstr("'soon' is not a time; write for example 30 s"));
  EXPECT_EQ(errors[1].option, "maxWaiting");
  EXPECT_THAT(errors[1].message, HasSubstr("from 1 to 100000"));

  options.set("timeout", std::string("10 ms"));
  EXPECT_THAT(check_approval_options(options)[1].message, HasSubstr("must be from 1 s to 24 h"));
}

}  // namespace
}  // namespace workbench::approvals

namespace workbench::test {

/// Of the middleware with a desk of its own, in toolboxes that demand nothing.
struct ApprovalsFixture {
  std::unique_ptr<Middleware> make(Host& host) {
    desk = std::make_shared<approvals::ApprovalDesk>(host);
    return std::make_unique<approvals::Approvals>(Options(), host, *desk);
  }
  std::shared_ptr<approvals::ApprovalDesk> desk;
};

INSTANTIATE_TYPED_TEST_SUITE_P(Approvals, MiddlewareContract, ApprovalsFixture);

}  // namespace workbench::test
