#include "operator/operator_client.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <cerrno>
#include <string>
#include <utility>
#include <variant>

#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "json/scanner.hpp"
#include "jsonrpc/envelope.hpp"
#include "requests/error_kinds.hpp"

namespace workbench::app {
namespace {

constexpr timeval kTimeLimit{10, 0};

Error failure_of_errno() {
  if (errno == EAGAIN) return {ErrorKind::timed_out, "the workbench has not responded within 10 s"};
  return {ErrorKind::unavailable, "the workbench has closed the connection"};
}

Result<std::string> read_response(const FileDescriptor& socket) {
  std::string text;
  std::array<char, 65536> bytes;
  while (text.find('\n') == std::string::npos) {
    const ssize_t count = ::recv(socket.get(), bytes.data(), bytes.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failure_of_errno();
    if (count == 0) return Error{ErrorKind::unavailable, "the workbench has closed the connection"};
    text.append(bytes.data(), static_cast<std::size_t>(count));
  }
  return text.substr(0, text.find('\n'));
}

/// A long list of ids needs more than one call.
Result<void> send_all(const FileDescriptor& socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failure_of_errno();
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

std::string request_lines(std::string_view method, const Json& params) {
  std::string lines = R"({"jsonrpc":"2.0","method":"workbench/operate"})"
                      "\n"
                      R"({"jsonrpc":"2.0","id":1,"method":")";
  lines.append(method).append("\"");
  if (!params.is_absent()) lines.append(R"(,"params":)").append(params.text());
  return lines + "}\n";
}

Error refusal(const Json& error) {
  const auto kind = error_kind_of(json::member_characters(json::member(error, "data"), "kind"));
  const bool is_unknown = kind == ErrorKind::not_found;
  return {is_unknown ? ErrorKind::not_found : ErrorKind::protocol, json::member_characters(error, "message")};
}

}  // namespace

Result<Json> request_as_operator(FileDescriptor socket, std::string_view method, const Json& params) {
  ::fcntl(socket.get(), F_SETFL, 0);
  ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &kTimeLimit, sizeof kTimeLimit);
  ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &kTimeLimit, sizeof kTimeLimit);
  if (const auto sent = send_all(socket, request_lines(method, params)); !sent) return sent.error();
  auto line = read_response(socket);
  if (!line) return line.error();
  auto reading = jsonrpc::read_message(*std::move(line), json::kMaxDepth);
  auto* const response = std::get_if<jsonrpc::Envelope>(&reading);
  if (response == nullptr) return Error{ErrorKind::protocol, "the workbench has sent no valid response"};
  if (response->kind == jsonrpc::Envelope::Kind::result) return response->result;
  return refusal(response->error);
}

}  // namespace workbench::app
