#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <workbench/message.hpp>

#include "jsonrpc/envelope.hpp"
#include "tools.hpp"

namespace workbench::demo {

/// The session of one client, from `initialize` to the end of its input.
class Session {
 public:
  /// `log` gets what the protocol has no message for. It must outlive the session.
  explicit Session(std::ostream& log) : log_(log) {}

  /// The response to one line, without its newline; empty if it needs none.
  [[nodiscard]] std::string answer(std::string line);

 private:
  using Reading = std::variant<jsonrpc::Envelope, jsonrpc::Unreadable>;

  [[nodiscard]] std::string answer_batch(std::string line);
  [[nodiscard]] std::string answer_reading(const Reading& reading);
  [[nodiscard]] std::string answer_unreadable(const jsonrpc::Unreadable& unreadable);
  [[nodiscard]] Message answer_request(const jsonrpc::Envelope& request);
  [[nodiscard]] Message initialize(const jsonrpc::Envelope& request);
  [[nodiscard]] Message list_tools(const jsonrpc::Envelope& request) const;
  [[nodiscard]] Message call_tool(const jsonrpc::Envelope& request) const;

  std::ostream& log_;
  std::optional<ProtocolRevision> revision_;  // absent until initialize
};

}  // namespace workbench::demo
