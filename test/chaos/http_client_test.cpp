// Clients over HTTP that do not read, read slowly, vanish, ask for too much or cancel everything.

#include <list>
#include <optional>

#include "bad_client.hpp"
#include "scene.hpp"

namespace {

using namespace chaos;

constexpr int kSmallBuffer = 4096;

class AnHttpClient : public testing::TestWithParam<Era> {
 protected:
  /// The toolbox `wild` with the server `s`, which all clients share, so that it outlives those that vanish.
  static std::string shared_server() { return fake_server("s", of_era(GetParam()), R"("share":"process")"); }

  /// Its server is running, and is so until the scene ends: shared ones end with the last client.
  void begin(Scene& scene) {
    keeper_.emplace(scene.port(), Era::modern);
    keeper_->open("wild");
    keeper_->prove("wild", "s");
  }
  void end(Scene& scene, const FootprintLimits& limits = {}) {
    keeper_->prove("wild", "s");
    keeper_->leave("wild");
    keeper_.reset();
    scene.expect_unharmed(limits);
  }

 private:
  std::optional<Caller> keeper_;
};

INSTANTIATE_TEST_SUITE_P(Clients, AnHttpClient, testing::Values(Era::legacy, Era::modern),
                         [](const auto& era) { return name_of(era.param); });

TEST_P(AnHttpClient, ThatDoesNotReadIsDisconnectedAndDelaysNoOther) {
  Scene scene(shared_server(), {"-D", "listener.http.requestSeconds=1"});
  begin(scene);
  const Speaker speaker(scene.workbench(), GetParam());
  speaker.open("wild");
  const Footprint before = footprint_of(scene.pid(), scene.mark());
  std::list<BadClient> clients;
  for (int count = 0; count != 4; ++count) {
    BadClient& client = clients.emplace_back(scene.port(), kSmallBuffer);
    client.write(speaker.use("wild", "s", "huge", R"({"bytes":4000000})", std::to_string(count)));
  }
  for (BadClient& client : clients) client.wait_for_answer();
  FootprintLimits limits;
  limits.patience = std::chrono::seconds(15);                 // the answers have to come first, on a busy machine
  expect_no_leak(scene.pid(), scene.mark(), before, limits);  // although they have not closed their connections
  speaker.leave();
  end(scene);
}

TEST_P(AnHttpClient, ThatReadsByteByByteGetsItsWholeAnswer) {
  Scene scene(shared_server());
  begin(scene);
  const Speaker speaker(scene.workbench(), GetParam());
  speaker.open("wild");
  BadClient client(scene.port(), kSmallBuffer);
  client.write(speaker.use("wild", "s", "huge", R"({"bytes":200000})"));

  std::string answer = client.read_byte_by_byte(200'000);
  client.half_close();
  answer += client.read_all();

  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200"));
  EXPECT_NE(answer.find(std::string(200'000, 'x')), std::string::npos);
  client.close();
  speaker.leave();
  end(scene);
}

TEST_P(AnHttpClient, ThatWritesByteByByteIsAnswered) {
  Scene scene(shared_server());
  begin(scene);
  const Speaker speaker(scene.workbench(), GetParam());
  speaker.open("wild");
  BadClient client(scene.port());
  for (const char byte : speaker.use("wild", "s", "echo", R"({"n":1})")) client.write({&byte, 1});
  client.wait_for_answer();
  EXPECT_THAT(client.read_byte_by_byte(12), "HTTP/1.1 200");
  client.close();
  speaker.leave();
  end(scene);
}

TEST_P(AnHttpClient, ThatDoesNotFinishItsRequestIsDisconnectedInTime) {
  Scene scene(shared_server(), {"-D", "listener.http.requestSeconds=1"});
  begin(scene);
  const Speaker speaker(scene.workbench(), GetParam());
  speaker.open("wild");
  const std::string request = speaker.use("wild", "s", "echo", R"({"n":1})");
  std::list<BadClient> clients;
  for (const std::size_t cut : {std::size_t{1}, request.find("\r\n\r\n"), request.size() - 1}) {
    clients.emplace_back(scene.port()).write(request.substr(0, cut));
  }
  for (BadClient& client : clients) {
    const std::string answer = client.read_all();
    EXPECT_THAT(answer, AnyOf("", StartsWith("HTTP/1.1 408")));
  }
  clients.clear();
  speaker.leave();
  end(scene);
}

enum class Ending { close, reset, half_close };

void end_client(BadClient& client, Ending ending) {
  switch (ending) {
    case Ending::close: return client.close();
    case Ending::reset: return client.reset();
    case Ending::half_close: return client.half_close();
  }
}

TEST_P(AnHttpClient, ThatVanishesLeavesNothing) {
  Scene scene(shared_server());
  begin(scene);
  const Speaker speaker(scene.workbench(), GetParam());
  speaker.open("wild");
  const std::string short_call = speaker.use("wild", "s", "sleep", R"({"ms":20})");
  const std::string long_answer = speaker.use("wild", "s", "huge", R"({"bytes":2000000})");
  std::list<BadClient> clients;
  for (int round = 0; round != 5; ++round) {
    for (const Ending ending : {Ending::close, Ending::reset, Ending::half_close}) {
      for (const std::size_t written :
           {std::size_t{0}, std::size_t{10}, short_call.find("\r\n\r\n") + 10, short_call.size()}) {
        BadClient& client = clients.emplace_back(scene.port());
        client.write(short_call.substr(0, written));
        end_client(client, ending);
      }
      BadClient& in_mid_answer = clients.emplace_back(scene.port(), kSmallBuffer);
      in_mid_answer.write(long_answer);
      in_mid_answer.wait_for_answer();
      end_client(in_mid_answer, ending);
    }
  }
  clients.clear();
  speaker.leave();
  end(scene);
}

TEST_P(AnHttpClient, WithManyConnectionsGetsEachAnswerOnce) {
  Scene scene(shared_server());
  begin(scene);
  constexpr int kConnections = 100;
  constexpr int kRounds = 10;
  std::list<Caller> callers;
  for (int count = 0; count != kConnections; ++count) callers.emplace_back(scene.port(), GetParam());
  if (GetParam() == Era::legacy) {
    for (Caller& caller : callers) caller.open("wild");
  }
  for (int round = 0; round != kRounds; ++round) {
    int number = round * kConnections;
    for (Caller& caller : callers) caller.send_use("wild", "s", "echo", "{\"n\":" + std::to_string(number++) + "}");
    number = round * kConnections;
    for (Caller& caller : callers) {
      ASSERT_EQ(member(caller.receive_result(), "echo.n"), std::to_string(number++));
    }
  }
  if (GetParam() == Era::legacy) {
    for (Caller& caller : callers) caller.leave("wild");
  }
  callers.clear();
  end(scene);
}

/// A modern client cancels a call by closing its stream; a legacy one by a notification.
TEST_P(AnHttpClient, ThatCancelsAllItsCallsLeavesNoneBehind) {
  Scene scene(shared_server());
  begin(scene);
  constexpr int kCalls = 100;
  const Speaker speaker(scene.workbench(), GetParam());
  speaker.open("wild");
  std::list<BadClient> clients;
  for (int id = 1; id <= kCalls; ++id) {
    const std::string number = std::to_string(id);
    clients.emplace_back(scene.port())
        .write(speaker.use("wild", "s", "progress", R"({"count":1,"answer_after_ms":60000})", number,
                           "\"progressToken\":" + number));
  }
  for (BadClient& client : clients) client.wait_for_answer();  // the server has each call
  if (GetParam() == Era::legacy) {
    for (int id = 1; id <= 2 * kCalls; ++id) {  // half of them belong to no request
      BadClient canceller(scene.port());
      canceller.write(speaker.post("notifications/cancelled", "\"requestId\":" + std::to_string(id), {}, {}));
      static_cast<void>(canceller.read_byte_by_byte(12));
    }
  }
  clients.clear();
  Caller witness(scene.port(), Era::modern);
  const auto deadline = std::chrono::steady_clock::now() + test_support::kPatience;
  std::string cancelled;
  while (cancelled != std::to_string(kCalls) && std::chrono::steady_clock::now() < deadline) {
    cancelled = witness.use_text("wild", "s", "cancel_count");
  }
  EXPECT_EQ(cancelled, std::to_string(kCalls));
  speaker.leave();
  end(scene);
}

}  // namespace
