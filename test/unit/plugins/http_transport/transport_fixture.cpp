#include "transport_fixture.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <utility>

#include "run_until.hpp"

namespace workbench::test {

TransportFixture::TransportFixture(http::transport::FirstProtocol protocol) : transport(host, protocol) {
  std::signal(SIGPIPE, SIG_IGN);
}

void TransportFixture::connect(const std::string& url, Options options) {
  options.set("url", url);
  auto connected = transport.connect(ServerConfig{"toolbox", "server", std::move(options)});
  ASSERT_TRUE(connected) << connected.error().message;
  connection = *std::move(connected);
  connection->start(observer);
}

void TransportFixture::send_modern(int id, const std::string& method, const std::string& params) {
  send("{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(id) + ",\"method\":\"" + method + "\",\"params\":{" + params +
       (params.empty() ? "" : ",") + R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})");
}

void TransportFixture::initialize() {
  send(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})");
  ASSERT_TRUE(receives(1));
  ASSERT_NE(last_message().find("\"result\""), std::string::npos) << last_message();
  send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
}

bool TransportFixture::run_until(const std::function<bool()>& done) {
  return test::run_until(loop, done);
}

bool TransportFixture::receives(std::size_t messages) {
  return run_until([&] { return observer.messages.size() >= messages; });
}

std::string TransportFixture::close_reason() {
  EXPECT_TRUE(run_until([&] { return observer.is_closed(); }));
  return observer.is_closed() ? observer.closed.front().message : std::string();
}

void TransportFixture::wait_briefly() {
  bool is_over = false;
  const EventLoop::Timer timer = loop.after(std::chrono::milliseconds(100), [&] { is_over = true; });
  ASSERT_TRUE(run_until([&] { return is_over; }));
}

bool TransportFixture::has_logged(std::string_view text) const {
  for (const RecordingHost::Line& line : host.lines()) {
    if (line.text.find(text) != std::string::npos) return true;
  }
  return false;
}

bool answer_initialization(const SeenRequest& request, Reply& reply, std::string_view session,
                           std::string_view revision) {
  if (request.has("\"initialize\"")) {
    Reply::Lines lines;
    if (!session.empty()) lines.push_back("Mcp-Session-Id: " + std::string(session));
    reply.result(request, "{\"protocolVersion\":\"" + std::string(revision) + "\",\"capabilities\":{}}", lines);
    return true;
  }
  if (request.has("notifications/initialized")) {
    reply.accepted();
    return true;
  }
  if (request.method == "GET" && request.header("last-event-id").empty()) {
    reply.send(405, "", "");
    return true;
  }
  return false;
}

}  // namespace workbench::test
