#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "process.hpp"
#include "temporary_folder.hpp"

namespace test_support {

/// A client of the real program: starts it with a toolboxes file, speaks JSON-RPC with it line by line, and keeps what
/// comes as the bytes that came.
class WorkbenchClient {
 public:
  /// `toolboxes` is the text of the toolboxes file; `options` go on the command line.
  explicit WorkbenchClient(std::string_view toolboxes, const std::vector<std::string>& options = {},
                           const std::map<std::string, std::string>& environment = {});

  /// The handshake of a client that calls itself `client`; returns the result of `initialize`.
  std::string initialize(std::string_view revision = "2025-11-25", std::string_view capabilities = "{}",
                         std::string_view client = "test");

  /// Sends a request with a fresh id; `params` is raw JSON. Returns the id.
  int send(std::string_view method, std::string_view params);
  void notify(std::string_view method, std::string_view params);
  void send_raw(std::string_view line) { process_.write_line(line); }

  /// The whole line that answers the request, other messages are kept for `notifications`.
  [[nodiscard]] std::string answer_to(int id);
  /// The next line, whatever it is.
  [[nodiscard]] std::string next_line();

  /// send and answer_to in one; the raw `result`, or the raw `error` with "error: " before it.
  std::string request(std::string_view method, std::string_view params);
  /// tools/call of a tool of ours, `arguments` raw; the raw result.
  std::string call(std::string_view tool, std::string_view arguments);
  /// The same, but the first text block of the result, decoded.
  std::string call_text(std::string_view tool, std::string_view arguments);
  /// open_toolbox; the raw result.
  std::string open(std::string_view toolbox);
  /// use_tool; the raw result.
  std::string use(std::string_view toolbox, std::string_view server, std::string_view tool,
                  std::string_view arguments = "{}");
  /// The same, but the first text block of the result, decoded.
  std::string use_text(std::string_view toolbox, std::string_view server, std::string_view tool,
                       std::string_view arguments = "{}");

  /// Lines that were no answer, in order.
  [[nodiscard]] const std::vector<std::string>& notifications() const { return notifications_; }

  [[nodiscard]] Process& process() { return process_; }
  [[nodiscard]] const TemporaryFolder& folder() const { return *folder_; }

 private:
  std::unique_ptr<TemporaryFolder> folder_;
  Process process_;
  int last_id_ = 0;
  std::vector<std::string> notifications_;
  std::vector<std::string> answers_;  // to other requests
};

/// The member of a raw JSON object, raw; empty if it is not there. `path` is dotted: "result.content".
[[nodiscard]] std::string member(std::string_view object, std::string_view path);
/// The characters of a raw JSON string.
[[nodiscard]] std::string characters(std::string_view string);
/// The first text block of a tool result, decoded.
[[nodiscard]] std::string first_text(std::string_view result);
[[nodiscard]] std::string quoted(std::string_view characters);
/// The raw elements of a raw array.
[[nodiscard]] std::vector<std::string> elements(std::string_view array);

/// `{"toolboxes":{...}}` around the raw members.
[[nodiscard]] std::string toolboxes_file(std::string_view members);
/// A server entry of the scriptable fake server with these arguments, as `"NAME":{...}`.
[[nodiscard]] std::string fake_server(std::string_view name, const std::vector<std::string>& arguments = {},
                                      std::string_view more_members = {});

}  // namespace test_support
