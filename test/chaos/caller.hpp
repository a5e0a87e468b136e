#pragma once

// A client over HTTP of either era, which checks that each of its requests gets exactly one answer.

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include "http_client.hpp"

namespace chaos {

enum class Era { legacy, modern };

[[nodiscard]] constexpr const char* name_of(Era era) {
  return era == Era::legacy ? "legacy" : "modern";
}
inline void PrintTo(Era era, std::ostream* out) {
  *out << name_of(era);
}

/// Throws if an answer is missing, comes twice, or is that to another request. It has one connection, so its requests
/// are answered one after the other.
class Caller {
 public:
  Caller(std::uint16_t port, Era era);

  /// The raw result of a request, or "error: " and the raw error. `params` are raw members.
  std::string request(std::string_view method, std::string_view params = {});
  /// The raw result of a tools/call.
  std::string call(std::string_view tool, std::string_view arguments);
  std::string open(std::string_view toolbox);
  std::string use(std::string_view toolbox, std::string_view server, std::string_view tool,
                  std::string_view arguments = "{}");
  /// The first text of a result of use().
  std::string use_text(std::string_view toolbox, std::string_view server, std::string_view tool,
                       std::string_view arguments = "{}");
  /// Calls the tool `echo` of a server with a text that no other call has. Throws unless exactly that comes back.
  void prove(std::string_view toolbox, std::string_view server);

  /// Sends a tools/call of use_tool without waiting for its answer, which receive_result() returns.
  void send_use(std::string_view toolbox, std::string_view server, std::string_view tool,
                std::string_view arguments = "{}");
  /// The raw result of the request that was sent last.
  [[nodiscard]] std::string receive_result();

  /// Of the legacy era: closes the toolbox and ends the session. Servers of modern clients end with their toolbox.
  void leave(std::string_view toolbox);

  [[nodiscard]] Era era() const { return era_; }

 private:
  void begin_session();
  void send(std::string_view method, std::string_view params, std::string_view name);

  std::unique_ptr<test_support::HttpClient> connection_;
  Era era_;
  std::string session_;  // of the legacy era
  std::uint64_t last_id_ = 0;
};

}  // namespace chaos
