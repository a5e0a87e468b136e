#include "protocol/compat/tasks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "json/lookup.hpp"

namespace {

using namespace workbench;
using namespace workbench::protocol;
using namespace std::chrono_literals;

std::string member_text(const Json& object, std::string_view name) {
  const Json value = json::member(object, name);
  return std::string(value.text());
}

std::string text_of(const Json& json) {
  return std::string(json.text());
}

constexpr const char* kTimes = R"("createdAt":"2026-08-01T10:00:00Z","lastUpdatedAt":"2026-08-01T10:00:01Z")";

/// A Task with `members` beside the times.
Json a_task(const std::string& members) {
  return Json("{\"taskId\":\"t\"," + std::string(kTimes) + "," + members + "}");
}

TEST(ATaskOfTheExtension, HasTheNamesOf2025ForALegacyClientAndNothingOfItsOwn) {
  EXPECT_EQ(
      text_of(task_for_legacy_client(a_task(R"("status":"input_required","statusMessage":"m","ttlMs":60000,)"
                                            R"("pollIntervalMs":500,"inputRequests":{},"resultType":"complete")"))),
      R"({"taskId":"t",)" + std::string(kTimes) +
          R"(,"statusMessage":"m","status":"input_required","ttl":60000,"pollInterval":500})");
}

TEST(ATaskOf2025, HasTheNamesOfTheExtensionForAModernClient) {
  EXPECT_EQ(text_of(detailed_task(a_task(R"("status":"working","ttl":6.0e4,"pollInterval":0.6)"), TaskStatus::completed,
                                  "result", Json(R"({"content":[1.0]})"))),
            R"({"taskId":"t",)" + std::string(kTimes) +
                R"(,"status":"completed","ttlMs":60000,"pollIntervalMs":1,"result":{"content":[1.0]}})");
}

struct StatusCase {
  const char* name;
  const char* members;  // of the task of the extension
  const char* legacy;   // its status for a legacy client
};

class TheStatusForALegacyClient : public testing::TestWithParam<StatusCase> {};

TEST_P(TheStatusForALegacyClient, SaysHowTheCallHasEnded) {
  EXPECT_EQ(member_text(task_for_legacy_client(a_task(GetParam().members)), "status"),
            "\"" + std::string(GetParam().legacy) + "\"");
}

INSTANTIATE_TEST_SUITE_P(
    All, TheStatusForALegacyClient,
    testing::Values(StatusCase{"Working", R"("status":"working")", "working"},
                    StatusCase{"InputRequired", R"("status":"input_required","inputRequests":{})", "input_required"},
                    StatusCase{"Completed", R"("status":"completed","result":{"content":[]})", "completed"},
                    StatusCase{"NoError", R"("status":"completed","result":{"isError":false})", "completed"},
                    StatusCase{"ErrorResult", R"("status":"completed","result":{"isError":true})", "failed"},
                    StatusCase{"Failed", R"("status":"failed","error":{"code":1,"message":"m"})", "failed"},
                    StatusCase{"Cancelled", R"("status":"cancelled")", "cancelled"}),
    [](const auto& one) { return one.param.name; });

// "Receivers MUST include the actual ttl duration (or null for unlimited)" and both timestamps
// ("basic/utilities/tasks", TTL and Resource Management).
TEST(ATranslatedTask, HasWhatItsServerHasLeftOut) {
  for (const char* const lifetime : {"", R"(,"ttl":null)", R"(,"ttl":-1)", R"(,"ttl":"60")"}) {
    const Json task =
        detailed_task(Json(R"({"taskId":"t","status":"working")" + std::string(lifetime) + "}"), TaskStatus::working);
    EXPECT_EQ(member_text(task, "ttlMs"), "null") << lifetime;
    EXPECT_EQ(member_text(task, "pollIntervalMs"), "");
    for (const char* const time : {"createdAt", "lastUpdatedAt"}) {
      EXPECT_THAT(member_text(task, time), testing::MatchesRegex("\"[0-9]+-[0-9]+-[0-9]+T[0-9]+:[0-9]+:[0-9]+Z\""));
    }
  }
}

TEST(ACreatedTask, IsTheResultInTheExtensionAndInTheResultIn2025) {
  const Json modern(R"({"resultType":"task","taskId":"t","status":"working",)" + std::string(kTimes) +
                    R"(,"ttlMs":null,"_meta":{"a":1}})");
  const Json legacy(R"({"task":{"taskId":"t",)" + std::string(kTimes) +
                    R"(,"status":"working","ttl":null},"_meta":{"a":1}})");
  EXPECT_EQ(text_of(created_for_legacy_client(modern)), text_of(legacy));
  EXPECT_EQ(text_of(created_for_modern_client(legacy)), R"({"resultType":"task","taskId":"t",)" + std::string(kTimes) +
                                                            R"(,"status":"working","ttlMs":null,"_meta":{"a":1}})");
}

TEST(AFinishedTask, HasItsResultAndItsLifetime) {
  const Json task = finished_task("our id", Json(R"({"content":[1.0]})"), 90s);
  EXPECT_EQ(member_text(task, "taskId"), "\"our id\"");
  EXPECT_EQ(member_text(task, "status"), "\"completed\"");
  EXPECT_EQ(member_text(task, "ttlMs"), "90000");
  EXPECT_EQ(member_text(task, "result"), R"({"content":[1.0]})");
  EXPECT_EQ(read_task(task)->status, TaskStatus::completed);
}

TEST(TheLifetimeOfATask, IsWhatItsClientAsksFor) {
  EXPECT_EQ(wanted_lifetime(Json(R"({"ttl":60000.0})")), 60s);
  for (const char* const none : {"{}", R"({"ttl":null})", R"({"ttl":-1})", R"({"ttl":"1"})", R"({"ttl":1e300})"}) {
    EXPECT_EQ(wanted_lifetime(Json(none)), std::nullopt) << none;
  }
}

// What a task has ended with.

TEST(TheOutcomeOfATask, IsTheResultOrTheErrorOfTheCallOrWhyThereIsNone) {
  const auto outcome = [](const std::string& members) {
    const Json state = a_task(members);
    return outcome_of(*read_task(state), state);
  };
  const Response completed = outcome(R"("status":"completed","result":{"content":[1.0]})");
  EXPECT_EQ(text_of(std::get<Json>(completed)), R"({"content":[1.0]})");
  const Response failed = outcome(R"("status":"failed","error":{"code":1001,"message":"out of paper"})");
  EXPECT_EQ(std::get<PeerError>(failed).message, "out of paper");
  EXPECT_EQ(std::get<Error>(outcome(R"("status":"failed")")).kind, ErrorKind::protocol);
  EXPECT_EQ(std::get<Error>(outcome(R"("status":"cancelled","statusMessage":"no time")")).message,
            "the server has cancelled the call: no time");
}

}  // namespace
