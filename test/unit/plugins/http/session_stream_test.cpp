#include "listener/mcp/session_stream.hpp"

#include <gtest/gtest.h>

namespace workbench::http {
namespace {

/// A connection whose client reads everything.
class Reader final : public ResponseTarget {
 public:
  void write(Message) override {}
  [[nodiscard]] std::size_t unsent() const override { return 0; }
  [[nodiscard]] bool keeps_alive() const override { return true; }
  void close_after_response() override {}
  void end_response() override {}
  void abort_response(const std::string&) override {}
};

TEST(ASessionStream, KeepsNothingThatTheClientHasAcknowledged) {
  SessionStream stream(1, false, 1024 * 1024);
  for (int i = 0; i != 3; ++i) stream.send(Message(std::string(1000, 'x')));
  EXPECT_GT(stream.kept_bytes(), 3000U);
  Reader reader;
  stream.connect(std::make_shared<OutgoingResponse>(reader, OutgoingResponse::Options{}), 2);
  EXPECT_LT(stream.kept_bytes(), 2000U);
  EXPECT_GT(stream.kept_bytes(), 1000U);
}

TEST(ASessionStream, KeepsTheLatestEventsUpToALimitAndAlwaysTheLastOne) {
  SessionStream stream(1, false, 2500);
  for (int i = 0; i != 10; ++i) stream.send(Message(std::string(1000, 'x')));
  EXPECT_LT(stream.kept_bytes(), 2500U);
  stream.send(Message(std::string(10'000, 'x')));
  EXPECT_GT(stream.kept_bytes(), 10'000U);
  EXPECT_LT(stream.kept_bytes(), 10'100U);
}

}  // namespace
}  // namespace workbench::http
