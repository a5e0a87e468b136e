// Hostile clients: whatever they send, and however they end, others get every answer, and the workbench keeps little.

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <fstream>
#include <list>
#include <random>
#include <thread>

#include "fixture.hpp"
#include "latency.hpp"

namespace {

using namespace http_fixture;

#if defined(WORKBENCH_ASAN) || defined(WORKBENCH_TSAN)  // whose allocators do not return memory
constexpr std::size_t kMaxMegabytes = 2000;
#else
constexpr std::size_t kMaxMegabytes = 100;
#endif

/// What the workbench has had in memory, at its most.
std::size_t megabytes_at_most(HttpWorkbench& workbench) {
  std::ifstream status("/proc/" + std::to_string(workbench.process().pid()) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stoul(line.substr(6)) / 1024;
  }
  return 0;
}

const std::string kHealth = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// The bytes of a modern call of the tool `tool`.
std::string call_bytes(const std::string& tool, const std::string& arguments, const std::string& id = "1") {
  const std::string body = R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{)" +
                           use(tool, arguments) + ",\"_meta\":{" + modern_request_metadata() + "}}}";
  return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nMCP-Protocol-Version: "
         "2026-07-28\r\n"
         "Mcp-Method: tools/call\r\nMcp-Name: use_tool\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// A connection whose failures do not matter, with or without TLS.
class Wire {
 public:
  /// `context` null: without TLS.
  Wire(std::uint16_t port, SSL_CTX* context) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval patience{20, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return;
    if (context == nullptr) return;
    ssl_.reset(SSL_new(context));
    SSL_set_fd(ssl_.get(), socket_);
    if (SSL_connect(ssl_.get()) != 1) ssl_.reset();
  }
  ~Wire() { ::close(socket_); }
  Wire(Wire&& other) noexcept = delete;
  Wire& operator=(Wire&& other) noexcept = delete;

  void write(std::string_view bytes) {
    if (ssl_ != nullptr) {
      SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size()));
      return;
    }
    while (!bytes.empty()) {
      const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  /// Past TLS, whether or not there is TLS, as far as the system accepts it at once.
  void write_raw(std::string_view bytes) { ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT); }

  /// Up to the end of the connection, or to the `count`-th occurrence of `text`.
  [[nodiscard]] std::string read_until(std::string_view text, std::size_t count = 1) {
    std::string received;
    std::array<char, 65536> buffer;
    std::size_t from = 0;
    while (count > 0) {
      const auto size = ssl_ == nullptr ? ::recv(socket_, buffer.data(), buffer.size(), 0)
                                        : SSL_read(ssl_.get(), buffer.data(), static_cast<int>(buffer.size()));
      if (size <= 0) break;
      received.append(buffer.data(), static_cast<std::size_t>(size));
      for (std::size_t at = received.find(text, from); at != std::string::npos && count > 0;
           at = received.find(text, from), --count) {
        from = at + text.size();
      }
    }
    return received;
  }

  void half_close() { ::shutdown(socket_, SHUT_WR); }
  /// Makes the end of the connection a reset.
  void reset() {
    const linger now{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  }

 private:
  int socket_;
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl_{nullptr, SSL_free};
};

struct Protection {
  const char* name;
  bool has_tls;

  friend void PrintTo(const Protection& protection, std::ostream* out) { *out << protection.name; }
};

class HostileClients : public testing::TestWithParam<Protection> {
 protected:
  static std::vector<std::string> options() {
    std::vector<std::string> words{"-D", "listener.http.requestSeconds=5"};
    if (!GetParam().has_tls) return words;
    words.insert(words.end(), {"-D", "listener.http.certificate=" TEST_CERTIFICATES "/localhost.pem", "-D",
                               "listener.http.key=" TEST_CERTIFICATES "/localhost.key"});
    return words;
  }
  static void SetUpTestSuite() { previous_ = std::signal(SIGPIPE, SIG_IGN); }  // of SSL_write()
  static void TearDownTestSuite() { std::signal(SIGPIPE, previous_); }
  void TearDown() override {
    workbench_.process().send_signal(SIGTERM);
    EXPECT_EQ(workbench_.process().wait().code_or_signal, 0) << workbench_.process().errors();
  }

  [[nodiscard]] SSL_CTX* context() const { return GetParam().has_tls ? context_.get() : nullptr; }
  [[nodiscard]] std::unique_ptr<Wire> connect() const { return std::make_unique<Wire>(workbench_.port(), context()); }

  /// Calls, one after the other, whose answers have to be right, until `is_over`.
  void call_until(const std::atomic<bool>& is_over) const {
    const auto wire = connect();
    for (int id = 1; id <= 20 || !is_over; ++id) {
      const std::string number = std::to_string(id);
      wire->write(call_bytes("echo", "{\"n\":" + number + "}", number));
      const std::string expected = R"("echo":{"n":)" + number + "}}}";
      const std::string answer = wire->read_until(expected);
      if (answer.find(expected) == std::string::npos || answer.find("\"id\":" + number + ",") == std::string::npos) {
        ADD_FAILURE() << "call " << id << ": " << answer;
        return;
      }
    }
  }

  /// Runs `abuse`, and meanwhile a client whose calls are to be answered.
  void expect_service_during(const std::function<void()>& abuse) const {
    std::atomic<bool> is_over = false;
    std::thread caller([&] { call_until(is_over); });
    abuse();
    is_over = true;
    caller.join();
  }

  static inline void (*previous_)(int) = SIG_DFL;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_{SSL_CTX_new(TLS_client_method()), SSL_CTX_free};
  HttpWorkbench workbench_{dev_toolbox(), options()};
};

/// What a hostile client does with one connection after the other.
class Attacker {
 public:
  Attacker(std::uint16_t port, SSL_CTX* context, unsigned seed) : port_(port), context_(context), random_(seed) {}

  void attack() {
    held_.push_back(std::make_unique<Wire>(port_, below(8) == 0 ? nullptr : context_));
    Wire& wire = *held_.back();
    switch (below(8)) {
      case 0: wire.write(garbage(below(4000))); break;
      case 1: wire.write_raw(garbage(below(4000))); break;
      case 2: wire.write(damaged(call_bytes("echo", "{}"))); break;
      case 3: wire.write(cut(call_bytes("echo", "{}"))); break;
      case 4: {  // never reads
        std::string pipeline;
        for (int i = 0; i != 20; ++i) pipeline += call_bytes("huge", R"({"bytes":100000})");
        wire.write_raw(pipeline);
        break;
      }
      case 5:
        for (const char byte : cut(kHealth)) wire.write({&byte, 1});
        break;
      case 6: wire.write(call_bytes("progress", R"({"count":100})")); break;
      default: wire.write(cut(chunked(garbage(below(200))))); break;
    }
    switch (below(4)) {
      case 0: wire.reset(); break;
      case 1: wire.half_close(); break;
      default: break;
    }
    // Some stay open for a while, whatever has become of them.
    if (held_.size() > kHeld || below(3) == 0)
      held_.erase(std::next(held_.begin(), static_cast<long>(below(held_.size()))));
  }

 private:
  static constexpr std::size_t kHeld = 25;

  std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_); }
  std::string garbage(std::size_t size) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(below(256));
    return bytes;
  }
  std::string damaged(std::string bytes) {
    for (std::size_t count = below(5) + 1; count > 0; --count)
      bytes[below(bytes.size())] = static_cast<char>(below(256));
    return bytes;
  }
  std::string cut(const std::string& bytes) { return bytes.substr(0, below(bytes.size() + 1)); }
  static std::string chunked(const std::string& bytes) {
    return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: "
           "chunked\r\n\r\n"
           "7;a=b\r\n{\"id\":1\r\n" +
           bytes;
  }

  const std::uint16_t port_;
  SSL_CTX* const context_;
  std::mt19937 random_;
  std::list<std::unique_ptr<Wire>> held_;
};

TEST_P(HostileClients, TwoHundredAtOnceDisturbNoOther) {
  constexpr unsigned kThreads = 8;
  constexpr int kAttacks = 150;
  expect_service_during([&] {
    std::list<std::thread> threads;
    for (unsigned seed = 0; seed != kThreads; ++seed) {
      threads.emplace_back([&, seed] {
        Attacker attacker(workbench_.port(), context(), seed);
        for (int count = 0; count != kAttacks; ++count) attacker.attack();
      });
    }
    for (std::thread& thread : threads) thread.join();
  });
  EXPECT_LT(megabytes_at_most(workbench_), kMaxMegabytes);
}

TEST_P(HostileClients, MayEndARequestAtEveryByte) {
  const std::string request = call_bytes("echo", "{}");
  expect_service_during([&] {
    const std::size_t step = GetParam().has_tls ? 7 : 1;
    for (std::size_t size = 0; size < request.size(); size += step) {
      const auto wire = connect();
      wire->write(request.substr(0, size));
      if (size % 3 == 0) wire->reset();
      if (size % 3 != 1) continue;
      wire->half_close();
      EXPECT_EQ(wire->read_until("HTTP/1.1"), "") << "an answer to " << size << " bytes";
    }
  });
}

TEST_P(HostileClients, GetTheirAnswersIfTheySendByteByByte) {
  const auto wire = connect();
  for (const char byte : call_bytes("echo", R"({"slow":true})")) wire->write({&byte, 1});
  EXPECT_THAT(wire->read_until("}}}"), HasSubstr(R"("echo":{"slow":true})"));
}

TEST_P(HostileClients, GetAllAnswersToAPipelineInItsOrder) {
  constexpr std::size_t kRequests = 1000;
  std::string pipeline;
  for (std::size_t id = 1; id <= kRequests; ++id) {
    pipeline += id % 2 == 0 ? kHealth : call_bytes("echo", "{}", std::to_string(id));
  }
  const auto wire = connect();
  std::string answers;
  if (GetParam().has_tls) {
    for (std::size_t id = 1; id <= kRequests; ++id) {  // one thread for each direction is too much for SSL
      wire->write(id % 2 == 0 ? kHealth : call_bytes("echo", "{}", std::to_string(id)));
      if (id % 100 == 0) answers += wire->read_until("ok\n", 50);
    }
  } else {
    std::thread sender([&] { wire->write(pipeline); });
    answers = wire->read_until("ok\n", kRequests / 2);
    sender.join();
  }
  std::size_t at = 0;
  for (std::size_t id = 1; id <= kRequests; ++id) {
    const std::string expected = id % 2 == 0 ? "\r\n\r\nok\n" : "\"id\":" + std::to_string(id) + ",";
    at = answers.find(expected, at);
    ASSERT_NE(at, std::string::npos) << id;
  }
}

INSTANTIATE_TEST_SUITE_P(Http, HostileClients, testing::Values(Protection{"Plain", false}, Protection{"Tls", true}),
                         [](const auto& tested) { return std::string(tested.param.name); });

// --- what one connection may cost ----------------------------------------------------------------------------------

/// Sends `piece` again and again until the workbench ends the connection.
void flood(std::uint16_t port, const std::string& beginning, const std::string& piece) {
  constexpr std::size_t kFlood = 128UL * 1024 * 1024;
  RawConnection connection(port);
  connection.write(beginning);
  try {
    for (std::size_t sent = 0; sent < kFlood; sent += piece.size()) connection.write(piece);
  } catch (const std::exception&) {  // reset
  }
}

TEST(AChunkedBody, HasNoPartThatIsKeptWithoutLimit) {
  HttpWorkbench workbench(dev_toolbox());
  const std::string head =
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
  constexpr std::size_t kPiece = 64UL * 1024;
  std::string trailers;
  while (trailers.size() < kPiece) trailers += "X: y\r\n";
  flood(workbench.port(), head + "1;", std::string(kPiece, 'x'));
  flood(workbench.port(), head + "1", std::string(kPiece, '0'));
  flood(workbench.port(), head + "0\r\nX: ", std::string(kPiece, 'x'));
  flood(workbench.port(), head + "0\r\n", trailers);
  EXPECT_LT(megabytes_at_most(workbench), kMaxMegabytes);
}

// In pieces whose sizes double to anything but the limit.
TEST(ABodyWithoutEnd, CostsTheLimitAndATwentieth) {
#if !defined(WORKBENCH_ASAN) && !defined(WORKBENCH_TSAN)
  HttpWorkbench workbench(dev_toolbox(), {"-D", "listener.http.requestBytes=67108864"});
  EXPECT_EQ(HttpClient(workbench.port()).ask("GET", "/healthz", {}).status, 200);
  const std::size_t before = megabytes_at_most(workbench);
  flood(workbench.port(),
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        "fde8\r\n" + std::string(65'000, 'x') + "\r\n");
  EXPECT_LE(megabytes_at_most(workbench), before + 64 + 64 / 20);
#endif
}

TEST(ALargeBatch, IsRefusedBeforeItsElementsAreRead) {
  HttpWorkbench workbench(dev_toolbox());
  std::string batch = "[1";
  while (batch.size() < 16 * 1024 * 1024 - 2) batch += ",1";
  batch += "]";
  const std::string old_session = workbench.initialize("2025-03-26");
  const std::string new_session = workbench.initialize();
  HttpClient caller(workbench.port());
  const auto call = [&] {
    if (caller.ask("GET", "/healthz", {}).status != 200) throw std::runtime_error("no answer");
  };
  const Latency latency = latency_of(workbench.process().pid(), call, [&] {
    EXPECT_EQ(workbench.post(batch).status, 400) << "without a session";
    EXPECT_EQ(workbench.post(batch, {{"Mcp-Session-Id", "unknown"}}).status, 404);
    EXPECT_EQ(workbench.post(batch, {{"Mcp-Session-Id", new_session}}).status, 400);
    EXPECT_EQ(workbench.post(batch, {{"Mcp-Session-Id", old_session}}).status, 400);
  });
  print("while a client sends batches of 16 MiB", latency);
  EXPECT_LT(latency.worst_processor_time, 50 * kSlowness);
  EXPECT_LT(megabytes_at_most(workbench), kMaxMegabytes);
}

TEST(ALargeBatch, HoldsUpNoOtherRequest) {
  HttpWorkbench workbench(dev_toolbox());
  constexpr std::size_t kMessages = 900;
  const std::string filling(16 * 1024 * 1024 / kMessages - 100, 'x');
  std::string batch;
  for (std::size_t id = 1; id <= kMessages; ++id) {
    batch += (id == 1 ? "[" : ",") + (R"({"jsonrpc":"2.0","id":)" + std::to_string(id)) +
             R"(,"method":"ping","params":{"x":")" + filling + "\"}}";
  }
  batch += "]";
  const std::string session = workbench.initialize("2025-03-26");
  HttpClient caller(workbench.port());
  const auto call = [&] {
    if (caller.ask("GET", "/healthz", {}).status != 200) throw std::runtime_error("no answer");
  };
  const Latency latency = latency_of(workbench.process().pid(), call, [&] {
    for (int round = 0; round != 3; ++round) {
      const auto answer = workbench.post(batch, {{"Mcp-Session-Id", session}});
      EXPECT_EQ(answer.status, 200);
      EXPECT_THAT(answer.body, HasSubstr("\"id\":900,\"result\":{}"));
    }
  });
  print("while a client sends batches of 16 MiB", latency);
  EXPECT_LT(latency.worst_processor_time, 50 * kSlowness);
}

TEST(ABatch, CountsEachOfItsMessages) {
  const HttpWorkbench workbench(dev_toolbox(), {"-D", "listener.http.requestsPerSecond=20"});
  const std::string session = workbench.initialize("2025-03-26");
  std::string batch = R"([{"jsonrpc":"2.0","method":"n"})";
  for (int count = 1; count != 100; ++count) batch += R"(,{"jsonrpc":"2.0","method":"n"})";
  batch += "]";
  EXPECT_EQ(workbench.post(batch, {{"Mcp-Session-Id", session}}).status, 429);
}

TEST(IdleConnections, LeaveDescriptorsToServers) {
  const test_support::TemporaryFolder folder;
  const auto file = folder.write("workbench-config.json", dev_toolbox());
  test_support::Process workbench({"/bin/sh", "-c", "ulimit -n 256 && exec \"$@\"", "sh", WORKBENCH_PROGRAM, "--config",
                                   file.string(), "-D", "listeners=http", "-D", "listener.http.port=0"});
  workbench.wait_for_error_text("listening on ");
  workbench.wait_for_error_text("/mcp");
  const std::string& log = workbench.errors();
  const auto port =
      static_cast<std::uint16_t>(std::stoul(log.substr(log.find(':', log.find("listening on http:") + 18) + 1)));
  HttpClient caller(port);
  EXPECT_EQ(caller.ask("GET", "/healthz", {}).status, 200);
  std::list<RawConnection> idle;
  for (int count = 0; count != 300; ++count) idle.emplace_back(port);
  workbench.wait_for_error_text("connections are open, the limit");
  caller.connection().write(call_bytes("echo", R"({"n":1})"));
  EXPECT_THAT(caller.read_answer().body, HasSubstr(R"("echo":{"n":1})")) << "its server could be started";
}

// --- what is understood in two ways --------------------------------------------------------------------------------

struct Ambiguous {
  const char* what;
  std::string bytes;
  std::vector<std::string> statuses;  ///< of the responses; the connection ends after the last one

  friend void PrintTo(const Ambiguous& ambiguous, std::ostream* out) { *out << ambiguous.what; }
};

class AnAmbiguousRequest : public testing::TestWithParam<Ambiguous> {};

TEST_P(AnAmbiguousRequest, GetsOneAnswer) {
  const HttpWorkbench workbench(dev_toolbox());
  RawConnection client(workbench.port());
  client.write(GetParam().bytes);
  const std::string answers = client.read_all();
  std::vector<std::string> statuses;
  for (std::size_t at = answers.find("HTTP/1.1 "); at != std::string::npos; at = answers.find("HTTP/1.1 ", at + 1)) {
    statuses.push_back(answers.substr(at + 9, 3));
  }
  EXPECT_EQ(statuses, GetParam().statuses) << answers;
}

const std::string kSmuggled = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

std::string health_with(const std::string& headers, const std::string& rest) {
  return "GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n" + rest;
}

INSTANTIATE_TEST_SUITE_P(
    Http, AnAmbiguousRequest,
    testing::Values(
        Ambiguous{"health check with two lengths",
                  health_with("Content-Length: 0\r\nContent-Length: 66\r\n", kSmuggled),
                  {"400"}},
        Ambiguous{"health check with a list of lengths", health_with("Content-Length: 0, 66\r\n", kSmuggled), {"400"}},
        Ambiguous{"health check with both lengths",
                  health_with("Transfer-Encoding: chunked\r\nContent-Length: 66\r\n", "0\r\n\r\n" + kSmuggled),
                  {"400"}},
        Ambiguous{"health check with an unknown coding",
                  health_with("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n" + kSmuggled),
                  {"501"}},
        Ambiguous{"health check with a body", health_with("Content-Length: 66\r\n", kSmuggled), {"200"}},
        Ambiguous{
            "HTTP/1.0 with chunks",
            "GET /healthz HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
            "0\r\n\r\n" +
                kSmuggled,
            {"400"}},
        Ambiguous{"a bare line feed in the head", "GET /healthz HTTP/1.1\r\nHost: localhost\nX: y\r\n\r\n", {"400"}},
        Ambiguous{"a carriage return in a value", health_with("X: a\rb\r\n", ""), {"400"}},
        Ambiguous{"a NUL in a value", health_with(std::string("X: a\0b\r\n", 8), ""), {"400"}},
        Ambiguous{"a name without a value", health_with("Content-Length\r\n", ""), {"400"}},
        Ambiguous{"a folded length", health_with("Content-Length:\r\n 66\r\n", kSmuggled), {"200"}},
        Ambiguous{"a chunk size with a sign",
                  health_with("Transfer-Encoding: chunked\r\n", "+0\r\n\r\n" + kSmuggled),
                  {"200"}},
        Ambiguous{"empty lines before a request", "\r\n\r\n" + kSmuggled, {"200"}},
        Ambiguous{"an absolute target",
                  "GET http://localhost/readyz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
                  {"200"}},
        Ambiguous{"an absolute target of a foreign host",
                  "GET http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                  {"403"}},
        Ambiguous{"an absolute target with a user",
                  "GET http://localhost:80@evil.example/other HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                  {"400"}},
        Ambiguous{"an absolute target and two hosts",
                  "GET http://localhost/mcp HTTP/1.1\r\nHost: localhost\r\nHost: h\r\n\r\n",
                  {"400"}},
        Ambiguous{"a target that only looks absolute",
                  "GET mcp?://localhost/mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                  {"404"}},
        Ambiguous{"the target of a proxy",
                  "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                  {"404"}},
        Ambiguous{"an asterisk", "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", {"404"}},
        Ambiguous{"a host with a user",
                  "GET /other HTTP/1.1\r\nHost: localhost:80@evil.example\r\nConnection: close\r\n\r\n",
                  {"400"}},
        Ambiguous{
            "a refused body that waits to be asked for",
            "POST /other HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 66\r\n\r\n" + kSmuggled,
            {"404"}},
        Ambiguous{
            "another version's upgrade", health_with("Connection: Upgrade, close\r\nUpgrade: h2c\r\n", ""), {"200"}}));

// --- the log -------------------------------------------------------------------------------------------------------

TEST(TheLog, HasALineForEachRefusalAndNothingThatAClientHasWritten) {
  HttpWorkbench workbench(dev_toolbox(),
                          {"-D", "listener.http.tokensVariable=TOKENS", "-D", "listener.http.accessLog=true", "-D",
                           "listener.http.allowedHosts=localhost", "-D", "listener.http.requestsPerSecond=5"},
                          {{"TOKENS", R"({"ada":{"token":"secret-of-ada"}})"}});
  const HttpHeaders ada{{"Authorization", "Bearer secret-of-ada"}};
  EXPECT_EQ(workbench.post(kPing, {{"Authorization", "Bearer guessed\t refused 192.0.2.1: x"}}).status, 401);
  workbench.process().wait_for_error_text("refused 127.0.0.1: unknown token");
  EXPECT_EQ(workbench.post(kPing).status, 401);
  workbench.process().wait_for_error_text("refused 127.0.0.1: no token");
  EXPECT_EQ(workbench.post(kPing, {{"Origin", "http://evil.example"}}).status, 403);
  workbench.process().wait_for_error_text("refused 127.0.0.1: origin not allowed");
  EXPECT_EQ(workbench.post(kPing, {{"Host", "evil.example"}}).status, 403);
  workbench.process().wait_for_error_text("refused 127.0.0.1: host not allowed");
  for (int count = 0; count != 30; ++count) static_cast<void>(workbench.post(kPing, ada));
  workbench.process().wait_for_error_text(
      "refused 127.0.0.1: too many requests (listener.http.requestsPerSecond) from ada");

  RawConnection client(workbench.port());
  client.write("GET /\xC2\x85\x1b[31m HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(client.read_all(), StartsWith("HTTP/1.1 400"));
  RawConnection other(workbench.port());
  other.write("GET /\xC2\x85zz\xE2\x80\xA8 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  static_cast<void>(other.read_all());
  workbench.process().wait_for_error_text("zz");
  EXPECT_THAT(workbench.process().errors(), Not(HasSubstr("\xC2\x85")));
  EXPECT_THAT(workbench.process().errors(), Not(HasSubstr("guessed")));
  EXPECT_THAT(workbench.process().errors(), Not(HasSubstr("evil.example")));
}

// --- the end -------------------------------------------------------------------------------------------------------

/// A call of the tool `progress` in a session, whose stream has begun and whose answer is long in coming.
void begin_slow_stream(HttpClient& client, const std::string& session) {
  client.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}),
              R"({"jsonrpc":"2.0","id":"s","method":"tools/call","params":{)" +
                  use("progress", R"({"count":1,"answer_after_ms":60000})") + R"(,"_meta":{"progressToken":1}}})");
  EXPECT_EQ(client.read_head().status, 200);
  std::string event;
  while (event.find("\"progress\":1") == std::string::npos) event = *client.next_event();
}

TEST(TheEndOfTheDrain, TellsEachCallerThatItIsNotKnownWhetherTheCallWasCarriedOut) {
  constexpr const char* kUnknown = "whether the request was carried out is not known";
  HttpWorkbench workbench(dev_toolbox(), {"-D", "limits.drain=200ms"});
  const std::string session = workbench.initialize();
  open_dev(workbench, session);
  HttpClient whole(workbench.port());
  whole.send("POST", "/mcp", with_json({{"Mcp-Session-Id", session}}),
             R"({"jsonrpc":"2.0","id":"w","method":"tools/call","params":{)" + use("hang") + "}}");
  static_cast<void>(text_in_session(workbench, session, "pid"));  // now the call has arrived
  HttpClient stream(workbench.port());
  begin_slow_stream(stream, session);
  HttpClient modern(workbench.port());
  modern.send(
      "POST", "/mcp",
      with_json({{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}, {"Mcp-Name", "use_tool"}}),
      R"({"jsonrpc":"2.0","id":"m","method":"tools/call","params":{)" +
          use("progress", R"({"count":1,"answer_after_ms":60000})") + ",\"_meta\":{\"progressToken\":1," +
          modern_request_metadata() + "}}}");
  EXPECT_EQ(modern.read_head().status, 200);
  EXPECT_THAT(*modern.next_event(), HasSubstr("\"progress\":1"));

  workbench.process().send_signal(SIGTERM);
  const auto answer = whole.read_answer();
  EXPECT_EQ(answer.status, 200) << "a proxy repeats a POST that got 503 elsewhere";
  EXPECT_THAT(answer.body, StartsWith(R"({"jsonrpc":"2.0","id":"w","error":)"));
  EXPECT_THAT(answer.body, HasSubstr(kUnknown));
  const auto last_of = [](HttpClient& client) {
    std::string last;
    while (const auto event = client.next_event()) last = *event;
    return last;
  };
  const std::string last_of_stream = last_of(stream);
  EXPECT_THAT(last_of_stream, HasSubstr(R"("id":"s","error":)"));
  EXPECT_THAT(last_of_stream, HasSubstr(kUnknown));
  const std::string last_of_modern = last_of(modern);
  EXPECT_THAT(last_of_modern, HasSubstr(R"("id":"m","error":)"));
  EXPECT_THAT(last_of_modern, HasSubstr(kUnknown));
  EXPECT_EQ(workbench.process().wait().code_or_signal, 0);
}

}  // namespace
