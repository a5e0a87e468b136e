#include "clients/client.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace workbench;
using clients::ClientGroup;

class RecordingClient final : public clients::Client {
 public:
  RecordingClient(bool has_session, std::string capabilities)
      : has_session_(has_session), capabilities_(std::move(capabilities)) {}

  bool has_session() const override { return has_session_; }
  Json capabilities() const override { return Json(capabilities_); }
  void ask(InputRequest, MoveOnlyFunction<void(InputResponse)> done) override {
    ++asked;
    done(Json("{}"));
  }
  void notify(const protocol::Notification&) override { ++notified; }

  int asked = 0;
  int notified = 0;

 private:
  bool has_session_;
  std::string capabilities_;
};

std::string capabilities_of(const ClientGroup& group) {
  const Json capabilities = group.capabilities();
  return std::string(capabilities.text());
}

class AGroupOfClients : public testing::Test {
 protected:
  AGroupOfClients() {
    group_.add(modern_);
    group_.add(legacy_);
  }
  RecordingClient modern_{false, R"({"roots":{}})"};
  RecordingClient legacy_{true, R"({"sampling":{}})"};
  ClientGroup group_;
};

TEST_F(AGroupOfClients, PassesANotificationToEachOfThem) {
  group_.notify(protocol::ListChanged{protocol::ListKind::tools});
  EXPECT_EQ(modern_.notified, 1);
  EXPECT_EQ(legacy_.notified, 1);
}

TEST_F(AGroupOfClients, AsksTheOneWithASession) {
  bool is_answered = false;
  group_.ask({"roots/list"},
             [&](const InputResponse& response) { is_answered = std::holds_alternative<Json>(response); });
  EXPECT_TRUE(is_answered);
  EXPECT_EQ(legacy_.asked, 1);
  EXPECT_EQ(modern_.asked, 0);
}

TEST_F(AGroupOfClients, WithoutASessionAnswersAnInputRequestItself) {
  group_.remove(legacy_);
  bool is_refused = false;
  group_.ask({"roots/list"},
             [&](const InputResponse& response) { is_refused = !std::holds_alternative<Json>(response); });
  EXPECT_TRUE(is_refused);
  EXPECT_FALSE(group_.has_session());
}

TEST_F(AGroupOfClients, HasTheCapabilitiesOfTheOneThatCameLast) {
  EXPECT_EQ(capabilities_of(group_), R"({"sampling":{}})");
  group_.remove(legacy_);
  EXPECT_EQ(capabilities_of(group_), R"({"roots":{}})");
  group_.remove(modern_);
  EXPECT_EQ(capabilities_of(group_), "{}");
}

TEST_F(AGroupOfClients, HasTheCapabilitiesThatWereDeclaredForIt) {
  group_.declare(Json(R"({"elicitation":{}})"));
  EXPECT_EQ(capabilities_of(group_), R"({"elicitation":{}})");
}

}  // namespace
