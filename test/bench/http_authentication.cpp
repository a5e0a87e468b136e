// Measures what it costs to authenticate a call over HTTP: by a token of the list, and by an access token that has been
// seen before, compared with calls of a client that needs none. All are the same calls of a tool, in short blocks that
// alternate, on one processor.

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "http_server.hpp"
#include "http_target.hpp"
#include "oauth_keys.hpp"
#include "processes.hpp"
#include "report.hpp"
#include "temporary_folder.hpp"

namespace bench {
namespace {

constexpr const char* kUsage =
    "bench_http_authentication [SECONDS [MAX_ADDED_US]]: the microseconds that authentication adds to a call over "
    "HTTP.\n"
    "Fails if an access token adds more than MAX_ADDED_US (default: no limit) in each of three measurements.\n";

constexpr const char* kResource = "https://workbench.example.com/mcp";
constexpr std::size_t kCallsInABlock = 200;

/// Serves its metadata and its keys, one request at a time, until the process ends.
class AuthorizationServer {
 public:
  AuthorizationServer() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(socket_, generic, size) != 0 || ::listen(socket_, 8) != 0 ||
        ::getsockname(socket_, generic, &size) != 0) {
      throw std::runtime_error("the authorization server cannot listen");
    }
    issuer_ = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    std::thread([this] { serve(); }).detach();
  }

  [[nodiscard]] const std::string& issuer() const { return issuer_; }
  [[nodiscard]] std::string token() const {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto end = std::chrono::duration_cast<std::chrono::seconds>(now).count() + 3600;
    return key_.sign(R"({"iss":")" + issuer_ + R"(","aud":")" + kResource + R"(","sub":"ada","scope":"mcp:use",)" +
                     R"("padding":")" + std::string(600, 'x') + R"(","exp":)" + std::to_string(end) + "}");
  }

 private:
  void serve() const {
    for (;;) {
      const int client = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
      if (client < 0) continue;
      std::array<char, 4096> head;
      const ssize_t count = ::recv(client, head.data(), head.size(), 0);
      const std::string_view request(head.data(), count < 0 ? 0 : static_cast<std::size_t>(count));
      const std::string body = request.starts_with("GET /keys ")
                                   ? key_.jwks()
                                   : R"({"issuer":")" + issuer_ + R"(","jwks_uri":")" + issuer_ + "/keys\"}";
      const std::string response =
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
          "\r\nConnection: close\r\n\r\n" + body;
      static_cast<void>(::send(client, response.data(), response.size(), MSG_NOSIGNAL));
      ::close(client);
    }
  }

  const int socket_;
  std::string issuer_;
  const workbench::test::SigningKey key_{"RS256"};
};

/// A workbench and the clients of both eras that call it.
struct Measured {
  Measured(const std::string& name, const std::vector<std::string>& settings, const std::string& headers)
      : server(HttpServer::workbench(WORKBENCH_PROGRAM, settings)),
        session(name + ", session", server, Way::session, headers),
        modern(name + ", modern", server, Way::modern, headers) {}

  HttpServer server;
  HttpTarget session;
  HttpTarget modern;
};

/// What an access token adds to a call, in microseconds: the greater one of both eras.
double measure(const std::vector<std::unique_ptr<Measured>>& all, double seconds) {
  std::vector<Latencies> latencies(2 * all.size());
  const auto run_a_block = [&] {
    for (std::size_t i = 0; i != all.size(); ++i) {
      all[i]->session.run(kCallsInABlock, latencies[i]);
      all[i]->modern.run(kCallsInABlock, latencies[all.size() + i]);
    }
  };
  run_a_block();
  for (Latencies& warming_up : latencies) warming_up.clear();
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) run_a_block();
  double added = 0;
  for (const bool is_modern : {false, true}) {
    std::vector<Figures> figures;
    for (std::size_t i = 0; i != all.size(); ++i) {
      const HttpTarget& target = is_modern ? all[i]->modern : all[i]->session;
      figures.push_back(summarise(target.name(), std::move(latencies[(is_modern ? all.size() : 0) + i])));
    }
    print_table(200, 1, figures);
    added = std::max(added, figures.back().median - figures.front().median);
  }
  std::printf("\nan access token adds %.1f us\n", added);
  return added;
}

int run(double seconds, double max_added) {
  stay_on_processors(1);
  const AuthorizationServer authorization_server;
  const test_support::TemporaryFolder folder;
  const std::string list = folder.write("tokens.json", R"({"ci":{"token":"a-token-of-the-list"}})").string();
  std::vector<std::unique_ptr<Measured>> all;
  all.push_back(std::make_unique<Measured>("no token", std::vector<std::string>{}, ""));
  all.push_back(std::make_unique<Measured>("token of the list", std::vector{"listener.http.tokensFile=" + list},
                                           "Authorization: Bearer a-token-of-the-list\r\n"));
  all.push_back(
      std::make_unique<Measured>("access token",
                                 std::vector<std::string>{"listener.http.oauth.issuer=" + authorization_server.issuer(),
                                                          std::string("listener.http.oauth.audience=") + kResource,
                                                          "listener.http.oauth.scopes=mcp:use"},
                                 "Authorization: Bearer " + authorization_server.token() + "\r\n"));
  for (int attempt = 0; attempt != 3; ++attempt) {
    if (measure(all, seconds) <= max_added) return 0;
  }
  return 1;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  if (argc > 3 || (argc > 1 && argv[1][0] == '-')) {
    std::fputs(bench::kUsage, stdout);
    return argc > 3 ? 2 : 0;
  }
  try {
    return bench::run(argc > 1 ? std::atof(argv[1]) : 5, argc > 2 ? std::atof(argv[2]) : 1e9);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_http_authentication: %s\n", error.what());
    return 1;
  }
}
