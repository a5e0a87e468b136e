#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "process.hpp"
#include "temporary_folder.hpp"

namespace test_support {

/// A connection to a port of this machine, or to a Unix socket. Every wait has a deadline and throws when it passes.
class RawConnection {
 public:
  /// `from` is the address of this machine that the server sees as the client's.
  explicit RawConnection(std::uint16_t port, const char* from = "127.0.0.1");
  /// `@name`: an abstract socket.
  explicit RawConnection(const std::filesystem::path& unix_socket);
  ~RawConnection();
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  void write(std::string_view bytes);
  /// Reads up to and including `end`.
  [[nodiscard]] std::string read_until(std::string_view end);
  [[nodiscard]] std::string read_bytes(std::size_t count);
  /// Reads to the end of the connection.
  [[nodiscard]] std::string read_all();
  void close();

 private:
  bool read_more();

  int socket_;
  std::string pending_;
};

struct HttpResponse {
  int status = 0;
  std::map<std::string, std::string> headers;  ///< names in lower case
  std::string body;                            ///< without the framing of its chunks; empty while a stream is open
};

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

/// An HTTP client on one connection.
class HttpClient {
 public:
  explicit HttpClient(std::uint16_t port, const char* from = "127.0.0.1")
      : connection_(std::make_unique<RawConnection>(port, from)) {}
  explicit HttpClient(const std::filesystem::path& unix_socket)
      : connection_(std::make_unique<RawConnection>(unix_socket)) {}

  void send(std::string_view method, std::string_view path, const HttpHeaders& headers, std::string_view body = {});
  /// The head of the response.
  [[nodiscard]] HttpResponse read_head();
  /// The whole response.
  [[nodiscard]] HttpResponse read_answer();
  /// The next event of an open stream, without its comments; absent at the end of the stream.
  [[nodiscard]] std::optional<std::string> next_event();

  [[nodiscard]] HttpResponse ask(std::string_view method, std::string_view path, const HttpHeaders& headers,
                                 std::string_view body = {}) {
    send(method, path, headers, body);
    return read_answer();
  }

  [[nodiscard]] RawConnection& connection() { return *connection_; }

 private:
  [[nodiscard]] std::string read_chunk();

  std::unique_ptr<RawConnection> connection_;
  std::string events_;  // received from the stream and not yet returned
};

/// The real program with its HTTP listener on a free port.
class HttpWorkbench {
 public:
  explicit HttpWorkbench(std::string_view toolboxes, const std::vector<std::string>& options = {},
                         const std::map<std::string, std::string>& environment = {}, const Launch& launch = {});

  /// Of the TCP address that is named first; 0: there are only other addresses.
  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] Process& process() { return *process_; }
  [[nodiscard]] const TemporaryFolder& folder() const { return *folder_; }

  /// POSTs a message over a new connection.
  [[nodiscard]] HttpResponse post(std::string_view body, const HttpHeaders& headers = {}) const;
  /// A modern request with its headers; `params` are raw members without `_meta`.
  [[nodiscard]] HttpResponse call(std::string_view method, std::string_view params, std::string_view name = {}) const;
  /// Initializes a legacy session; returns its id.
  [[nodiscard]] std::string initialize(std::string_view revision = "2025-11-25", const HttpHeaders& headers = {}) const;
  /// A request in a session.
  [[nodiscard]] HttpResponse request(std::string_view session, std::string_view method, std::string_view params,
                                     std::string_view id = "1") const;

 private:
  std::unique_ptr<TemporaryFolder> folder_;
  std::unique_ptr<Process> process_;
  std::uint16_t port_ = 0;
};

/// These headers and the two that every POST has.
[[nodiscard]] HttpHeaders with_json(const HttpHeaders& headers = {});

}  // namespace test_support
