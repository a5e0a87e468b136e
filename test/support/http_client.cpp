#include "http_client.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstddef>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "workbench_client.hpp"

namespace test_support {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void wait_for(int socket, short events) {
  pollfd waiting{socket, events, 0};
  const auto patience = std::chrono::duration_cast<std::chrono::milliseconds>(kPatience);
  if (::poll(&waiting, 1, static_cast<int>(patience.count())) == 0)
    throw std::runtime_error("the connection was not ready in time");
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

}  // namespace

RawConnection::RawConnection(std::uint16_t port, const char* from)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in source{};
  source.sin_family = AF_INET;
  ::inet_pton(AF_INET, from, &source.sin_addr);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(socket_, reinterpret_cast<const sockaddr*>(&source), sizeof source) != 0 ||
      ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    close();
    throw std::runtime_error("no program listens on port " + std::to_string(port));
  }
}

RawConnection::RawConnection(const std::filesystem::path& unix_socket)
    : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const std::string& path = unix_socket.native();
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  const bool is_abstract = path.starts_with('@');
  if (is_abstract) address.sun_path[0] = '\0';
  const std::size_t size = is_abstract ? offsetof(sockaddr_un, sun_path) + path.size() : sizeof address;
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), static_cast<socklen_t>(size)) == 0) return;
  const std::string reason = std::generic_category().message(errno);
  close();
  throw std::runtime_error("cannot connect to " + path + ": " + reason);
}

RawConnection::~RawConnection() {
  close();
}

void RawConnection::close() {
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
}

void RawConnection::write(std::string_view bytes) {
  while (!bytes.empty()) {
    wait_for(socket_, POLLOUT);
    const auto written = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (written < 0) fail("send");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

bool RawConnection::read_more() {
  std::array<char, 65536> buffer;
  wait_for(socket_, POLLIN);
  const auto count = ::recv(socket_, buffer.data(), buffer.size(), 0);
  if (count < 0 && errno != ECONNRESET) fail("recv");
  if (count <= 0) return false;
  pending_.append(buffer.data(), static_cast<std::size_t>(count));
  return true;
}

std::string RawConnection::read_until(std::string_view end) {
  std::size_t position = 0;
  while ((position = pending_.find(end)) == std::string::npos) {
    if (!read_more()) throw std::runtime_error("the connection has ended after: " + pending_);
  }
  std::string text = pending_.substr(0, position + end.size());
  pending_.erase(0, text.size());
  return text;
}

std::string RawConnection::read_bytes(std::size_t count) {
  while (pending_.size() < count) {
    if (!read_more()) throw std::runtime_error("the connection has ended too early");
  }
  std::string text = pending_.substr(0, count);
  pending_.erase(0, count);
  return text;
}

std::string RawConnection::read_all() {
  while (read_more()) {
  }
  return std::exchange(pending_, {});
}

void HttpClient::send(std::string_view method, std::string_view path, const HttpHeaders& headers,
                      std::string_view body) {
  std::string text = std::string(method) + " " + std::string(path) + " HTTP/1.1\r\n";
  const bool names_host =
      std::any_of(headers.begin(), headers.end(), [](const auto& field) { return field.first == "Host"; });
  if (!names_host) text.append("Host: 127.0.0.1\r\n");
  for (const auto& [name, value] : headers) text.append(name).append(": ").append(value).append("\r\n");
  if (method == "POST") text.append("Content-Length: " + std::to_string(body.size()) + "\r\n");
  connection_->write(text.append("\r\n").append(body));
}

HttpResponse HttpClient::read_head() {
  HttpResponse answer;
  const std::string head = connection_->read_until("\r\n\r\n");
  answer.status = std::stoi(head.substr(9, 3));
  for (std::size_t line = head.find("\r\n") + 2; line < head.size() - 2;) {
    const std::size_t end = head.find("\r\n", line);
    const std::size_t colon = head.find(": ", line);
    answer.headers[lower(head.substr(line, colon - line))] = head.substr(colon + 2, end - colon - 2);
    line = end + 2;
  }
  return answer;
}

HttpResponse HttpClient::read_answer() {
  HttpResponse answer = read_head();
  if (answer.headers.count("content-length") > 0) {
    answer.body = connection_->read_bytes(std::stoul(answer.headers["content-length"]));
  } else if (answer.headers["transfer-encoding"] == "chunked") {
    for (std::string chunk = read_chunk(); !chunk.empty(); chunk = read_chunk()) answer.body.append(chunk);
  }
  return answer;
}

std::string HttpClient::read_chunk() {
  const std::string size = connection_->read_until("\r\n");
  std::string chunk = connection_->read_bytes(std::stoul(size, nullptr, 16));
  static_cast<void>(connection_->read_until("\r\n"));
  return chunk;
}

std::optional<std::string> HttpClient::next_event() {
  while (true) {
    const std::size_t end = events_.find("\n\n");
    if (end == std::string::npos) {
      const std::string chunk = read_chunk();
      if (chunk.empty()) return std::nullopt;
      events_.append(chunk);
      continue;
    }
    std::string event = events_.substr(0, end);
    events_.erase(0, end + 2);
    if (!event.starts_with(':')) return event;
  }
}

HttpWorkbench::HttpWorkbench(std::string_view toolboxes, const std::vector<std::string>& options,
                             const std::map<std::string, std::string>& environment, const Launch& launch)
    : folder_(std::make_unique<TemporaryFolder>()) {
  const auto file = folder_->write("workbench-config.json", toolboxes);
  std::vector<std::string> command{WORKBENCH_PROGRAM,        "--config", file.string(),          "-D",
                                   "listeners=http",         "-D",       "listener.http.port=0", "-D",
                                   "limits.listPatience=10s"};
  command.insert(command.end(), options.begin(), options.end());
  process_ = std::make_unique<Process>(command, environment, launch);
  process_->wait_for_error_text("listening on ");
  process_->wait_for_error_text("/mcp");
  const std::string before_host = "listening on http";
  const std::string& errors = process_->errors();
  const std::size_t url = errors.find(before_host);
  if (url == std::string::npos) return;
  const std::size_t host = errors.find("://", url) + 3;
  port_ = static_cast<std::uint16_t>(std::stoul(errors.substr(errors.rfind(':', errors.find('/', host)) + 1)));
}

HttpHeaders with_json(const HttpHeaders& headers) {
  HttpHeaders all{{"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}};
  all.insert(all.end(), headers.begin(), headers.end());
  return all;
}

HttpResponse HttpWorkbench::post(std::string_view body, const HttpHeaders& headers) const {
  return HttpClient(port_).ask("POST", "/mcp", with_json(headers), body);
}

HttpResponse HttpWorkbench::call(std::string_view method, std::string_view params, std::string_view name) const {
  HttpHeaders headers{{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", std::string(method)}};
  if (!name.empty()) headers.emplace_back("Mcp-Name", name);
  return post(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + R"(","params":{)" + std::string(params) +
                  (params.empty() ? "" : ",") + "\"_meta\":{" + modern_request_metadata() + "}}}",
              headers);
}

std::string HttpWorkbench::initialize(std::string_view revision, const HttpHeaders& headers) const {
  HttpResponse answer =
      post(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" + std::string(revision) +
               R"(","capabilities":{},"clientInfo":{"name":"test","version":"1"}}})",
           headers);
  std::string session = answer.headers["mcp-session-id"];
  if (session.empty()) throw std::runtime_error("no session: " + answer.body);
  HttpHeaders with_session = headers;
  with_session.emplace_back("Mcp-Session-Id", session);
  static_cast<void>(post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})", with_session));
  return session;
}

HttpResponse HttpWorkbench::request(std::string_view session, std::string_view method, std::string_view params,
                                    std::string_view id) const {
  return post(R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":")" + std::string(method) +
                  R"(","params":)" + std::string(params) + "}",
              {{"Mcp-Session-Id", std::string(session)}});
}

}  // namespace test_support
