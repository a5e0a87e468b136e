#include "protocol/tasks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace workbench;
using namespace workbench::protocol;
using namespace std::chrono_literals;
using testing::HasSubstr;

std::string text(const Json& json) {
  return std::string(json.text());
}

Tool tool_with(const std::string& member) {
  return *read_tool(Json(R"({"name":"a")" + member + "}"));
}

TEST(ATool, SaysHowItMayBeCalled) {
  EXPECT_EQ(task_support_of(tool_with(R"(,"execution":{"taskSupport":"required"})")), TaskSupport::required);
  EXPECT_EQ(task_support_of(tool_with(R"(,"execution":{"taskSupport":"optional"})")), TaskSupport::optional);
  for (const char* const none :
       {R"(,"execution":{"taskSupport":"forbidden"})", R"(,"execution":{"taskSupport":1})", R"(,"execution":[])", ""}) {
    EXPECT_EQ(task_support_of(tool_with(none)), TaskSupport::forbidden) << none;
  }
}

TEST(AServerWithTasks, DeclaresThemForToolCalls) {
  EXPECT_TRUE(has_tool_tasks(Json(R"({"tasks":{"requests":{"tools":{"call":{}}}}})")));
  EXPECT_FALSE(has_tool_tasks(Json(R"({"tasks":{"list":{},"requests":{"sampling":{}}}})")));
  EXPECT_FALSE(has_tool_tasks(Json("{}")));
}

TEST(ATask, IsReadInTheWordsOfBothEras) {
  const auto legacy = read_task(Json(R"({"taskId":"t","status":"input_required","statusMessage":"m","ttl":9e3,)"
                                     R"("pollInterval":1.5e3})"));
  ASSERT_TRUE(legacy);
  EXPECT_EQ(legacy->id, "t");
  EXPECT_EQ(legacy->status, TaskStatus::input_required);
  EXPECT_EQ(legacy->message, "m");
  EXPECT_EQ(legacy->poll_interval, 1'500ms);
  EXPECT_EQ(legacy->lifetime, 9'000ms);
  const auto modern = read_task(Json(R"({"taskId":"t","status":"working","pollIntervalMs":20,"ttlMs":30})"));
  EXPECT_EQ(modern->poll_interval, 20ms);
  EXPECT_EQ(modern->lifetime, 30ms);
}

TEST(ATask, HasNoLifetimeIfItsServerKeepsItWithoutALimit) {
  EXPECT_EQ(read_task(Json(R"({"taskId":"t","status":"working","ttl":null})"))->lifetime, std::nullopt);
  EXPECT_EQ(read_task(Json(R"({"taskId":"t","status":"working"})"))->lifetime, std::nullopt);
}

TEST(ATask, HasNoPollIntervalIfTheServersIsNone) {
  for (const char* const interval : {"-1", "1e300", "\"1\"", "null"}) {
    const auto task =
        read_task(Json(R"({"taskId":"t","status":"working","pollIntervalMs":)" + std::string(interval) + "}"));
    EXPECT_EQ(task->poll_interval, std::nullopt) << interval;
  }
}

TEST(ATask, IsRefusedWithoutAnIdOrAStatus) {
  for (const char* const task : {R"({"status":"working"})", R"({"taskId":"t"})", R"({"taskId":"t","status":"later"})",
                                 R"({"taskId":1,"status":"working"})", "[]", "null"}) {
    EXPECT_FALSE(read_task(Json(task))) << task;
  }
}

TEST(ACreatedTask, IsFoundInTheResultOfEachEra) {
  EXPECT_EQ(text(created_task(Json(R"({"task":{"taskId":"t"}})"), false)), R"({"taskId":"t"})");
  EXPECT_TRUE(created_task(Json(R"({"content":[]})"), false).is_absent());
  EXPECT_EQ(text(created_task(Json(R"({"resultType":"task","taskId":"t"})"), true)),
            R"({"resultType":"task","taskId":"t"})");
  EXPECT_TRUE(created_task(Json(R"({"resultType":"complete","task":{}})"), true).is_absent());
}

PeerError error_with(const std::string& object) {
  return {Json(object), "m"};
}

TEST(AnErrorThatNeedsTheTasksExtension, NeedsNothingElse) {
  EXPECT_TRUE(needs_tasks_extension(error_with(
      R"({"code":-32021,"data":{"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}})")));
  for (
      const char* const other :
      {R"({"code":-32603,"data":{"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}})",
       R"({"code":-32021,"data":{"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{},"a":{}}}}})",
       R"({"code":-32021,"data":{"requiredCapabilities":{"sampling":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}}})",
       R"({"code":-32021,"data":{"requiredCapabilities":{"elicitation":{}}}})", R"({"code":-32021})"}) {
    EXPECT_FALSE(needs_tasks_extension(error_with(other))) << other;
  }
}

TEST(TheResultOfATask, LosesTheNameOfItsTaskAndNothingElse) {
  const auto without = [](const std::string& result) { return text(without_related_task(Json(result))); };
  const std::string related = R"("io.modelcontextprotocol/related-task":{"taskId":"t"})";
  EXPECT_EQ(without(R"({"content":[1.0],"_meta":{"a":1,)" + related + R"(},"z":2})"),
            R"({"content":[1.0],"z":2,"_meta":{"a":1}})");
  EXPECT_EQ(without(R"({"_meta":{)" + related + "}}"), "{}");
  EXPECT_EQ(without(R"({"content":[],"_meta":{ "a":1}})"), R"({"content":[],"_meta":{ "a":1}})");
}

TEST(AMessageOfATask, GetsAnotherIdWhereverItHasOne) {
  const auto with = [](const std::string& object) { return text(with_task_id(Json(object), "new")); };
  EXPECT_EQ(with(R"({ "taskId":"t","x":1.0})"), R"({ "taskId":"new","x":1.0})");
  EXPECT_EQ(with(R"({"task":{"a":1,"taskId":"t"}})"), R"({"task":{"a":1,"taskId":"new"}})");
  EXPECT_EQ(with(R"({"content":[]})"), R"({"content":[]})");
}

TEST(AMessageOfATask, GetsAnotherIdInItsMetadataAlone) {
  const auto with = [](const std::string& object) { return text(with_related_id(Json(object), "new")); };
  EXPECT_EQ(with(R"({"taskId":"t","_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t"}}})"),
            R"({"taskId":"t","_meta":{"io.modelcontextprotocol/related-task":{"taskId":"new"}}})");
  EXPECT_EQ(with(R"({"taskId":"t","task":{"taskId":"t"}})"), R"({"taskId":"t","task":{"taskId":"t"}})");
}

TEST(AMessageOfATask, SaysWhichTaskItBelongsTo) {
  const Json related = with_related_task(Json(R"({"action":"accept","_meta":{"a":1}})"), "t");
  EXPECT_EQ(text(related),
            R"({"action":"accept","_meta":{"a":1,"io.modelcontextprotocol/related-task":{"taskId":"t"}}})");
  EXPECT_EQ(related_task(related), "t");
  EXPECT_EQ(related_task(Json("{}")), "");
  EXPECT_EQ(text(with_related_task(Json("{}"), "t")),
            R"({"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"t"}}})");
}

TEST(ATask, LivesAsLongAsItsServerSays) {
  EXPECT_EQ(lifetime_of(Json(R"({"ttl":60000})")), 60s);
  EXPECT_EQ(lifetime_of(Json(R"({"ttlMs":1000})")), 1s);
  EXPECT_EQ(lifetime_of(Json(R"({"ttl":null})")), std::nullopt);
}

}  // namespace
