#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "process.hpp"
#include "temporary_folder.hpp"

namespace bench {

/// A program that serves HTTP on a free port of this machine.
class HttpServer {
 public:
  /// The smallest one, on Beast. Its responses have the body of the request.
  [[nodiscard]] static HttpServer beast_echo();
  /// A workbench whose toolbox `bench` has the server `echo`.
  [[nodiscard]] static HttpServer workbench(const std::string& program, const std::vector<std::string>& settings);

  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] pid_t pid() const { return process_->pid(); }

 private:
  HttpServer() = default;

  std::unique_ptr<test_support::TemporaryFolder> folder_;
  std::unique_ptr<test_support::Process> process_;
  std::uint16_t port_ = 0;
};

/// The text of the configuration of that workbench.
[[nodiscard]] std::string bench_toolboxes();

// Requests to a workbench, with their heads.
[[nodiscard]] std::string initialize_request();
/// In the session that the head of the response to `initialize` names.
[[nodiscard]] std::string session_request(std::string_view session, std::string_view message);
/// `params` are raw members without `_meta`.
[[nodiscard]] std::string modern_request(std::string_view method, std::string_view params, std::string_view name = {});
[[nodiscard]] std::string session_in(std::string_view response_head);

}  // namespace bench
