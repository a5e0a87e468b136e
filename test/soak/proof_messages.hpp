#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace soak {

/// The MCP of the proof server, without any transport.
class ProofMessages {
 public:
  /// Answers `server/discover` if modern, else `initialize`.
  ProofMessages(std::string name, bool is_modern) : name_(std::move(name)), is_modern_(is_modern) {}

  struct Response {
    std::string text;                    ///< without a newline; empty: the message was no request
    std::chrono::milliseconds delay{0};  ///< when to send it
  };
  /// `message` is one that the workbench writes: compact, with `id` and `method` before `params`.
  [[nodiscard]] Response respond(std::string_view message) const;

 private:
  [[nodiscard]] Response prove(std::string_view message) const;

  const std::string name_;
  const bool is_modern_;
};

}  // namespace soak
