#include "bad_client.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <stdexcept>

#include "workbench_client.hpp"

namespace chaos {

using namespace test_support;

BadClient::BadClient(std::uint16_t port, int receive_buffer)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (receive_buffer > 0) {
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("cannot connect to the workbench");
  }
}

void BadClient::wait_for(short events) {
  pollfd waiting{socket_.get(), events, 0};
  const auto patience = std::chrono::duration_cast<std::chrono::milliseconds>(kPatience);
  if (::poll(&waiting, 1, static_cast<int>(patience.count())) == 0) {
    throw std::runtime_error("the connection was not ready in time");
  }
}

void BadClient::write(std::string_view bytes) {
  while (!bytes.empty()) {
    wait_for(POLLOUT);
    const ssize_t written = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (written < 0 && errno != EAGAIN) return;
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string BadClient::read_byte_by_byte(std::size_t count) {
  std::string text;
  char byte = 0;
  while (text.size() < count) {
    wait_for(POLLIN);
    if (::recv(socket_.get(), &byte, 1, 0) <= 0) break;
    text += byte;
  }
  return text;
}

std::string BadClient::read_all() {
  std::string text;
  std::array<char, 65536> buffer;
  while (true) {
    wait_for(POLLIN);
    const ssize_t size = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
    if (size <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

void BadClient::wait_for_answer() {
  wait_for(POLLIN);
}

void BadClient::half_close() {
  ::shutdown(socket_.get(), SHUT_WR);
}

void BadClient::reset() {
  const linger at_once{1, 0};
  ::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close();
}

Speaker::Speaker(const HttpWorkbench& workbench, Era era) : workbench_(workbench), era_(era) {
  if (era_ == Era::legacy) session_ = workbench_.initialize();
}

std::string Speaker::post(std::string_view method, std::string_view params, std::string_view name, std::string_view id,
                          std::string_view meta) const {
  std::string body = R"({"jsonrpc":"2.0",)";
  if (!id.empty()) body.append("\"id\":").append(id).append(",");
  body.append("\"method\":").append(quoted(method)).append(",\"params\":{").append(params);
  std::string head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n";
  for (const auto& [field, value] : with_json()) head.append(field).append(": ").append(value).append("\r\n");
  if (era_ == Era::legacy) {
    head.append("Mcp-Session-Id: ").append(session_).append("\r\n");
  } else {
    head.append("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: ").append(method).append("\r\n");
    if (!name.empty()) head.append("Mcp-Name: ").append(name).append("\r\n");
  }
  std::string members = era_ == Era::modern ? modern_request_metadata() : std::string();
  if (!meta.empty()) members.append(members.empty() ? "" : ",").append(meta);
  if (!members.empty()) body.append(params.empty() ? "" : ",").append("\"_meta\":{").append(members).append("}");
  body.append("}}");
  return head + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string Speaker::use(std::string_view toolbox, std::string_view server, std::string_view tool,
                         std::string_view arguments, std::string_view id, std::string_view meta) const {
  const std::string params = use_tool_params(toolbox, server, tool, arguments);
  return post("tools/call", std::string_view(params).substr(1, params.size() - 2), "use_tool", id, meta);
}

void Speaker::open(std::string_view toolbox) const {
  if (era_ == Era::modern) return;
  static_cast<void>(workbench_.request(
      session_, "tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":)" + quoted(toolbox) + "}}"));
}

void Speaker::leave() const {
  if (era_ == Era::modern) return;
  static_cast<void>(HttpClient(workbench_.port()).ask("DELETE", "/mcp", {{"Mcp-Session-Id", session_}}));
}

}  // namespace chaos
