#pragma once

#include <Poco/JSON/Object.h>

#include <string>

#include "screen.hpp"
#include "workbench_process.hpp"

namespace workbench::demo_client {

/// The result of a tool call (CallToolResult).
struct ToolResult {
  bool is_error = false;
  std::string text;                    ///< the text blocks
  Poco::JSON::Object::Ptr structured;  ///< null: none
  double milliseconds = 0;             ///< from the request to the result
};

/// The client's side of MCP, as much of it as the demo needs: one request at a time. Errors are std::runtime_error.
class Client {
 public:
  /// Both must outlive the client. With `shows_messages`, every message is shown on `screen`.
  Client(WorkbenchProcess& workbench, Screen& screen, bool shows_messages)
      : workbench_(workbench), screen_(screen), shows_messages_(shows_messages) {}

  /// `initialize` and its notification; returns the result of `initialize`.
  Poco::JSON::Object::Ptr initialize();

  /// The result of `tools/list`.
  [[nodiscard]] Poco::JSON::Array::Ptr list_tools();

  [[nodiscard]] ToolResult call_tool(const std::string& name, const Poco::JSON::Object::Ptr& arguments);

 private:
  [[nodiscard]] Poco::JSON::Object::Ptr request(const std::string& method, const Poco::JSON::Object& params);
  [[nodiscard]] Poco::JSON::Object::Ptr response_to(int id);
  void send(const Poco::JSON::Object& message);

  WorkbenchProcess& workbench_;
  Screen& screen_;
  const bool shows_messages_;
  int last_id_ = 0;
};

}  // namespace workbench::demo_client
