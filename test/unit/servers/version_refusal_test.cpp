#include "servers/version_refusal.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace workbench;
using protocol::Revision;

std::string next(const std::string& error, const std::vector<Revision>& asked_for = {Revision::v2025_11_25}) {
  const auto revision = servers::next_revision(PeerError{Json(error), {}}, asked_for);
  return revision ? std::string(protocol::name_of(*revision)) : "none";
}

TEST(VersionRefusal, OffersTheNewestThatItNamesWhereverItDoes) {
  for (
      const char* error :
      {R"({"code":-32602,"message":"Unsupported protocol version","data":{"supported":["2024-11-05","2025-03-26"]}})",
       R"({"code":-32000,"message":"bad version","data":{"supportedVersions":["2025-03-26"],"requested":"2025-11-25"}})",
       R"({"code":-32022,"message":"","data":["2025-03-26","2024-10-07"]})",
       R"x({"code":-32603,"message":"HTTP 400 Bad Request (it says: supported versions: 2024-11-05, 2025-03-26)"})x"}) {
    EXPECT_EQ(next(error), "2025-03-26") << error;
  }
  EXPECT_EQ(next(R"({"code":1,"message":"only 2024-10-07"})"), "2024-11-05");
}

TEST(VersionRefusal, IsFollowedByTheNextOlderRevisionIfItNamesNone) {
  const std::string refusal = R"({"code":-32602,"message":"Unsupported protocol version: 2025-11-25"})";
  EXPECT_EQ(next(refusal), "2025-06-18");
  EXPECT_EQ(next(refusal, {Revision::v2025_11_25, Revision::v2025_06_18}), "2025-03-26");
  EXPECT_EQ(next(R"({"code":1,"message":"protocolVersion not supported"})", {Revision::v2024_11_05}), "none");
}

TEST(VersionRefusal, IsNotSeenInOtherErrorsOrWhereNoVersionIsCommon) {
  EXPECT_EQ(next(R"({"code":-32000,"message":"no licence"})"), "none");
  EXPECT_EQ(next(R"({"code":-32602,"message":"version","data":{"supported":["2026-07-28"]}})"), "none");
  EXPECT_EQ(next(R"({"code":-32602,"message":"version","data":{"supported":["2025-11-25"]}})",
                 {Revision::v2025_11_25, Revision::v2025_06_18, Revision::v2025_03_26, Revision::v2024_11_05}),
            "none");
  EXPECT_FALSE(servers::next_revision(Error{ErrorKind::timed_out, "no version in time"}, {Revision::v2025_11_25}));
  EXPECT_FALSE(servers::next_revision(Error{ErrorKind::unavailable, "2025-03-26"}, {Revision::v2025_11_25}));
}

}  // namespace
