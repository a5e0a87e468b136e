// How much memory one client may occupy in the listener, wherever it is: no other client shares its limit.

#include "connection_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::size_t kRequest = 256UL * 1024;
constexpr std::size_t kPerClient = 4 * kRequest;
constexpr std::size_t kRead = 64UL * 1024;  // what one read may have beyond a limit

const std::string kAda = "Authorization: Bearer of-ada\r\n";
const std::string kBob = "Authorization: Bearer of-bob\r\n";
const std::string kModern = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: ping\r\n";

std::string modern_request(const std::string& filling = {}) {
  return R"({"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":)"
         R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},)"
         R"("x":")" +
         filling + R"("}}})";
}

class AClientsMemory : public ConnectionTest {
 protected:
  AClientsMemory() {
    ::setenv("HELD_MEMORY_TOKENS", R"({"ada":{"token":"of-ada"},"bob":{"token":"of-bob"}})", 1);
    options.set("tokensVariable", "HELD_MEMORY_TOKENS");
    options.set("requestBytes", std::int64_t{kRequest});
    options.set("heldBytesPerPrincipal", std::int64_t{kPerClient});
  }

  [[nodiscard]] std::size_t held() const { return endpoint_->memory().held(); }

  /// Writes all of `bytes`, as far as the connection reads it.
  void send_all(TestClient& client, std::string_view bytes) {
    std::size_t written = 0;
    EXPECT_TRUE(run_until([&] {
      written += client.write(bytes.substr(written));
      client.read();
      return written == bytes.size() || client.has_ended || !client.received.empty();
    }));
    run_for_a_while();
    client.read();
  }

  /// Opens connections that each send `bytes` until one is refused. Returns how many were not.
  std::size_t open_until_refused(const std::string& bytes) {
    for (std::size_t count = 0; count != 40; ++count) {
      send_all(clients_.emplace_back(connect()), bytes);
      EXPECT_LE(held(), kPerClient + kRead);
      if (!clients_.back().received.empty() || clients_.back().has_ended) return count;
    }
    ADD_FAILURE() << "nothing was refused";
    return 0;
  }

  void expect_refusal(TestClient& client, std::string_view status = "HTTP/1.1 429 ") {
    EXPECT_THAT(client.received, StartsWith(std::string(status)));
    EXPECT_THAT(client.received, HasSubstr("Retry-After: 1\r\n"));
    EXPECT_THAT(client.received, HasSubstr("Connection: close\r\n"));
  }

  /// Whether a large request with these credentials reaches the host.
  bool is_served(const std::string& credentials) {
    const std::size_t before = accepted.size();
    TestClient client = connect();
    send_all(client, post(modern_request(std::string(kRequest / 2, 'x')), credentials + kModern));
    return accepted.size() == before + 1;
  }

  std::list<TestClient> clients_;
};

struct Unfinished {
  const char* name;
  std::string (*bytes)();

  friend void PrintTo(const Unfinished& unfinished, std::ostream* out) { *out << unfinished.name; }
};

std::string head_of(std::string_view more) {
  return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + kAda + std::string(more) +
         "\r\n";
}

const Unfinished kUnfinished[] = {
    {"Body",
     [] { return head_of("Content-Length: " + std::to_string(kRequest) + "\r\n") + std::string(kRequest - 1, ' '); }},
    {"ChunkedBody", [] { return head_of("Transfer-Encoding: chunked\r\n") + "3fff0\r\n" + std::string(0x3fff0, ' '); }},
    {"ManyChunks",
     [] {
       std::string text = head_of("Transfer-Encoding: chunked\r\n");
       for (std::size_t size = 0; size + 100 < kRequest; size += 100) text += "64\r\n" + std::string(100, ' ') + "\r\n";
       return text;
     }},
};

class AnUnfinishedRequest : public AClientsMemory, public testing::WithParamInterface<Unfinished> {};

TEST_P(AnUnfinishedRequest, CountsForItsPrincipalOnly) {
  const std::size_t held_requests = open_until_refused(GetParam().bytes());
  EXPECT_LE(held_requests, kPerClient / (kRequest - 1'000));
  EXPECT_GE(held_requests, 3U);
  expect_refusal(clients_.back());
  EXPECT_TRUE(is_disconnected(clients_.back()) || clients_.back().has_ended);
  EXPECT_TRUE(is_served(kBob)) << "another principal";
  TestClient small = connect();
  send_all(small, post(R"({"jsonrpc":"2.0","method":"x"})", kAda));
  EXPECT_THAT(small.received, HasSubstr("Mcp-Session-Id is missing")) << "a small request of the same principal";

  clients_.clear();
  EXPECT_TRUE(run_until([&] { return held() <= kRequest; }));
  EXPECT_TRUE(is_served(kAda)) << "afterwards";
}

INSTANTIATE_TEST_SUITE_P(Requests, AnUnfinishedRequest, testing::ValuesIn(kUnfinished),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(AClientsMemory, IsAskedForBeforeABodyIsRead) {
  static_cast<void>(open_until_refused(kUnfinished[0].bytes()));
  TestClient client = connect();
  client.write(head_of("Content-Length: 262144\r\nExpect: 100-continue\r\n"));
  EXPECT_TRUE(receives(client, "\r\n\r\n"));
  expect_refusal(client);
}

TEST_F(AClientsMemory, OfUnfinishedHeadsIsThatOfTheAddress) {
  options.set("headerBytes", std::int64_t{512 * 1024});
  const std::string head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: ";
  const std::size_t heads = open_until_refused(head + std::string(400'000, 'x'));
  EXPECT_GE(heads, 2U);
  expect_refusal(clients_.back());
  EXPECT_TRUE(is_served(kAda)) << "its principal is known";
}

TEST_F(AClientsMemory, HoldsRequestsThatAreNotAnswered) {
  const std::size_t served = open_until_refused(post(modern_request(std::string(kRequest / 2, 'x')), kAda + kModern));
  EXPECT_GE(served, 7U);
  EXPECT_LE(served, 8U);
  EXPECT_EQ(accepted.size(), served);
  expect_refusal(clients_.back());
  EXPECT_TRUE(is_served(kBob));
}

TEST_F(AClientsMemory, IsGivenBackWhenARequestIsAnswered) {
  TestClient client = connect();
  for (int round = 0; round != 20; ++round) {
    accepted.clear();
    client.received.clear();
    send_all(client, post(modern_request(std::string(kRequest / 2, 'x')), kAda + kModern));
    ASSERT_EQ(accepted.size(), 1U) << client.received;
    respond("7", "{}");
    ASSERT_TRUE(receives(client, "\"result\":{}"));
    run_for_a_while();
    EXPECT_EQ(held(), 0U);
  }
}

TEST_F(AClientsMemory, OfUnreadResponsesEndsWithTheConnectionThatWouldAddToThem) {
  constexpr std::size_t kResponse = 700'000;
  std::list<TestClient> unread;
  for (int count = 0; count != 10; ++count) {
    unread.push_back(connect());
    unread.back().write(post(modern_request(), kAda + kModern));
    ASSERT_TRUE(run_until([&] { return accepted.size() == static_cast<std::size_t>(count) + 1; }));
  }
  for (Accepted& client : accepted) {
    Message message(R"({"jsonrpc":"2.0","id":7,"result":")" + std::string(kResponse, 'x') + "\"}");
    message.is_response = true;
    message.related_request = "7";
    send(std::move(message), client);
  }
  EXPECT_LE(held(), kPerClient + kResponse + kRead);
  EXPECT_GT(held(), kPerClient);
  std::size_t closed = 0;
  for (TestClient& client : unread) {
    client.read();
    if (client.has_ended) ++closed;
  }
  EXPECT_GE(closed, 6U);
  EXPECT_THAT(host_.logged(), testing::Contains(HasSubstr("disconnecting a client that reads too little")));

  TestClient small = connect();
  send_all(small, post(modern_request(), kBob + kModern));
  EXPECT_EQ(accepted.size(), 11U) << "another principal";
}

TEST_F(AClientsMemory, OfUnreadEventsEndsWithTheConnectionThatWouldAddToThem) {
  constexpr std::size_t kEvent = 300'000;
  std::list<TestClient> unread;
  for (int count = 0; count != 4; ++count) {
    unread.push_back(connect());
    unread.back().write(post(modern_request(), kAda + kModern));
    ASSERT_TRUE(run_until([&] { return accepted.size() == static_cast<std::size_t>(count) + 1; }));
  }
  for (int round = 0; round != 20; ++round) {
    for (Accepted& client : accepted) {
      Message message(R"({"jsonrpc":"2.0","method":")" + std::string(kEvent, 'x') + "\"}");
      message.related_request = "7";
      if (client.observer.closed.empty()) send(std::move(message), client);
      EXPECT_LE(held(), 2 * kPerClient);
    }
    run_for_a_while();
  }
  EXPECT_THAT(host_.logged(), testing::Contains(HasSubstr("disconnecting a client that reads too little")));
}

TEST_F(AClientsMemory, OfABatchIsThatOfItsElementsAsWell) {
  TestClient opening = connect();
  opening.write(post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})", kAda));
  ASSERT_TRUE(run_until([&] { return !accepted.empty(); }));
  respond("0", R"({"protocolVersion":"2025-03-26"})");
  ASSERT_TRUE(receives(opening, "Mcp-Session-Id: "));
  const std::size_t header = opening.received.find("Mcp-Session-Id: ");
  const std::string session = opening.received.substr(header, opening.received.find('\n', header) + 1 - header);

  static_cast<void>(open_until_refused(head_of("Content-Length: " + std::to_string(kRequest) + "\r\n") +
                                       std::string(kRequest * 15 / 16, ' ')));
  clients_.pop_back();
  clients_.pop_back();  // there is room for the batch itself, but not for a copy of it
  run_for_a_while();
  ASSERT_LE(held() + kRequest * 7 / 8, kPerClient);
  std::string batch = "[";
  while (batch.size() + 200 < kRequest * 7 / 8) {
    batch += R"({"jsonrpc":"2.0","method":"notifications/)" + std::string(100, 'x') + "\"},";
  }
  batch.back() = ']';
  TestClient client = connect();
  send_all(client, post(batch, kAda + session));
  expect_refusal(client);
  clients_.clear();
  run_for_a_while();
  TestClient again = connect();
  send_all(again, post(R"([{"jsonrpc":"2.0","method":"notifications/x"}])", kAda + session));
  EXPECT_THAT(again.received, StartsWith("HTTP/1.1 202"));
}

TEST_F(AClientsMemory, OfKeptEventsIsGivenBackBeforeARequestIsRefused) {
  TestClient opening = connect();
  opening.write(post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})", kAda));
  ASSERT_TRUE(run_until([&] { return !accepted.empty(); }));
  respond("0", R"({"protocolVersion":"2025-11-25"})");
  ASSERT_TRUE(receives(opening, "Mcp-Session-Id: "));
  const std::size_t header = opening.received.find("Mcp-Session-Id: ");
  const std::string session = opening.received.substr(header, opening.received.find('\n', header) + 1 - header);

  for (int id = 1; id != 21; ++id) {  // each leaves a complete stream of 200 KB behind
    TestClient caller = connect();
    caller.write(post(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"tools/call"})", kAda + session));
    ASSERT_TRUE(run_until([&] {
      return accepted.front().observer.messages.size() == static_cast<std::size_t>(id) + 1;
    })) << id;
    send(R"({"jsonrpc":"2.0","method":"n"})", std::to_string(id));
    respond(std::to_string(id), '"' + std::string(200'000, 'x') + '"');
    ASSERT_TRUE(run_until([&] {
      caller.read();
      return caller.received.ends_with("0\r\n\r\n");
    }));
    EXPECT_LE(held(), kPerClient);
  }
  EXPECT_TRUE(is_served(kAda));
}

TEST_F(AClientsMemory, OfAllTogetherHasALimitThatRefusesThoseWithMoreThanTheirPart) {
  options.set("heldBytesPerPrincipal", std::int64_t{0});
  options.set("heldBytes", std::int64_t{kPerClient});
  const std::string body = kUnfinished[0].bytes();
  static_cast<void>(open_until_refused(body));
  expect_refusal(clients_.back(), "HTTP/1.1 503 ");
  EXPECT_TRUE(is_served(kBob));
}

// --- time ------------------------------------------------------------------------------------------------------------

TEST_F(ConnectionTest, ABodyThatProgressesHasTheTimeLimitForEachPart) {
  options.set("requestSeconds", std::int64_t{1});
  options.set("requestBytes", std::int64_t{16 * 1024 * 1024});
  TestClient fast = connect();
  TestClient slow = connect();
  constexpr std::size_t kBody = 8UL * 1024 * 1024;
  const std::string head =
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
      std::to_string(kBody) + "\r\n\r\n";
  fast.write(head);
  slow.write(head);
  const std::string piece(8 * 1024, ' ');
  const auto begun = std::chrono::steady_clock::now();
  std::size_t written = 0;
  std::chrono::steady_clock::duration slow_time{};
  // Some 4 MiB in a second; the slow one sends a hundredth of that.
  EXPECT_TRUE(run_until([&] {
    const auto now = std::chrono::steady_clock::now() - begun;
    const auto due = static_cast<std::size_t>(std::chrono::duration<double>(now).count() * 4 * 1024 * 1024);
    while (written < std::min(due, kBody)) {
      const std::size_t count = fast.write(std::string_view(piece).substr(0, kBody - written));
      if (count == 0) break;
      written += count;
      if (written % (1024UL * 1024) < piece.size()) slow.write(piece);
    }
    slow.read();
    fast.read();
    if (slow.has_ended && slow_time == slow_time.zero()) slow_time = now;
    return written == kBody || fast.has_ended;
  }));
  EXPECT_FALSE(fast.has_ended) << "after " << written << " bytes";
  EXPECT_TRUE(slow.has_ended);
  EXPECT_LT(slow_time, std::chrono::milliseconds(1'800));
  EXPECT_TRUE(receives(fast, "HTTP/1.1 400")) << "blanks are no message";
}

}  // namespace
}  // namespace workbench::test
