#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/message.hpp>

#include "jsonrpc/envelope.hpp"
#include "protocol_revision.hpp"

namespace workbench::demo {

/// One client's conversation with this server, from `initialize` to the end of its input.
class Session {
 public:
  /// What cannot be told to the client is told to `log`, which must outlive the session.
  explicit Session(std::ostream& log) : log_(log) {}

  /// The answer to one line, without its newline; empty when none is due.
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
