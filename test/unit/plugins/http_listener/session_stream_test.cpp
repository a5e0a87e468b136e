#include "mcp/session_stream.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http-shared/json_text.hpp"

namespace workbench::http {
namespace {

/// A connection whose client reads everything.
class Reader final : public ResponseTarget {
 public:
  std::string text;  ///< that was written

  void write(Message bytes) override { text += join(bytes); }
  [[nodiscard]] std::size_t unsent() const override { return 0; }
  [[nodiscard]] bool keeps_alive() const override { return true; }
  void close_after_response() override {}
  [[nodiscard]] bool is_beyond_memory(bool) const override { return false; }
  void end_response() override {}
  void abort_response(const std::string&) override {}
};

TEST(ASessionStream, KeepsNothingThatTheClientHasAcknowledged) {
  const KeptEvents kept{1024UL * 1024, nullptr, {}};
  SessionStream stream(1, false, kept);
  for (int i = 0; i != 3; ++i) stream.send(Message(std::string(1000, 'x')));
  EXPECT_GT(stream.kept_bytes(), 3000U);
  Reader reader;
  stream.connect(std::make_shared<OutgoingResponse>(reader, OutgoingResponse::Options{}), 2);
  EXPECT_LT(stream.kept_bytes(), 2000U);
  EXPECT_GT(stream.kept_bytes(), 1000U);
}

TEST(ASessionStream, KeepsTheLatestEventsUpToALimitAndAlwaysTheLastOne) {
  const KeptEvents kept{2500, nullptr, {}};
  SessionStream stream(1, false, kept);
  for (int i = 0; i != 10; ++i) stream.send(Message(std::string(1000, 'x')));
  EXPECT_LT(stream.kept_bytes(), 2500U);
  stream.send(Message(std::string(10'000, 'x')));
  EXPECT_GT(stream.kept_bytes(), 10'000U);
  EXPECT_LT(stream.kept_bytes(), 10'100U);
}

TEST(ASessionStream, KeepsOfEqualNotificationsOfAChangeTheLatestAlone) {
  const KeptEvents kept{1024UL * 1024, nullptr, {}};
  SessionStream stream(1, false, kept);
  stream.send(Message("tools"), "tools");
  const std::size_t of_one = stream.kept_bytes();
  stream.send(Message("prompts"), "prompts");
  stream.send(Message("a log line"));
  stream.send(Message("a log line"));
  const std::size_t before = stream.kept_bytes();
  for (int i = 0; i != 100; ++i) stream.send(Message("tools"), "tools");
  EXPECT_LE(stream.kept_bytes(), before + of_one);

  Reader reader;
  stream.connect(std::make_shared<OutgoingResponse>(reader, OutgoingResponse::Options{}), std::nullopt);
  EXPECT_THAT(reader.text, testing::ContainsRegex("id: 1-2\nevent: message\ndata: prompts\n\n"
                                                  "id: 1-3\nevent: message\ndata: a log line\n\n"
                                                  "id: 1-4\nevent: message\ndata: a log line\n\n"
                                                  "id: 1-104\nevent: message\ndata: tools\n\n"));
}

TEST(ASessionStream, KeepsOnlyTheLastEventWhileMuchIsHeldForItsClient) {
  const MemoryBudget budget({100'000, 0});
  const KeptEvents kept{1024UL * 1024, &budget, "ada"};
  SessionStream stream(1, false, kept);
  for (int i = 0; i != 20; ++i) stream.send(Message(std::string(10'000, 'x')));
  EXPECT_LE(stream.kept_bytes(), 50'000U) << "half of what its client may have";
  EXPECT_EQ(budget.held(), stream.kept_bytes());
  MemoryBudget::Share other(budget);
  other.set(90'000, [] { return std::string("ada"); });
  stream.send(Message(std::string(10'000, 'y')));
  EXPECT_LT(stream.kept_bytes(), 11'000U);
}

}  // namespace
}  // namespace workbench::http
