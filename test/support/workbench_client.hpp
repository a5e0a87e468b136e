#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "json/escape.hpp"
#include "process.hpp"
#include "temporary_folder.hpp"

namespace test_support {

/// A client of the real program: starts it with a toolboxes file, exchanges JSON-RPC messages with it, a line each, and
/// keeps what it receives to the byte.
class WorkbenchClient {
 public:
  /// `toolboxes` is the text of the toolboxes file; `options` go on the command line. It keeps catalogs in a folder of
  /// its own, unless `environment` has XDG_CACHE_HOME.
  explicit WorkbenchClient(std::string_view toolboxes, const std::vector<std::string>& options = {},
                           const std::map<std::string, std::string>& environment = {}, const Launch& launch = {});

  /// Initializes a legacy session for a client of this name; returns the result of `initialize`.
  std::string initialize(std::string_view revision = "2025-11-25", std::string_view capabilities = "{}",
                         std::string_view client = "test");

  /// Sends a request with a fresh id; `params` is raw JSON. Returns the id.
  int send(std::string_view method, std::string_view params);
  void notify(std::string_view method, std::string_view params);
  void send_raw(std::string_view line) { process_.write_line(line); }

  /// The line of the response to this request. Requests and notifications that arrive first go to notifications().
  [[nodiscard]] std::string answer_to(int id);
  /// The next line, of any kind.
  [[nodiscard]] std::string next_line();

  /// Sends a request and waits for its response; returns the raw `result`, or "error: " and the raw `error`.
  std::string request(std::string_view method, std::string_view params);
  /// tools/call of a meta-tool with raw arguments; returns the raw result.
  std::string call(std::string_view tool, std::string_view arguments);
  /// The same; returns the first text block of the result, decoded.
  std::string call_text(std::string_view tool, std::string_view arguments);
  /// Calls open_toolbox; returns the raw result.
  std::string open(std::string_view toolbox);
  /// Calls use_tool; returns the raw result.
  std::string use(std::string_view toolbox, std::string_view server, std::string_view tool,
                  std::string_view arguments = "{}");
  /// The same; returns the first text block of the result, decoded.
  std::string use_text(std::string_view toolbox, std::string_view server, std::string_view tool,
                       std::string_view arguments = "{}");
  /// The names in the result of tools/list.
  std::vector<std::string> listed_names();

  /// The requests and notifications that arrived before a response, in order.
  [[nodiscard]] const std::vector<std::string>& notifications() const { return notifications_; }

  [[nodiscard]] Process& process() { return process_; }
  [[nodiscard]] const TemporaryFolder& folder() const { return *folder_; }

 private:
  std::unique_ptr<TemporaryFolder> folder_;
  Process process_;
  int last_id_ = 0;
  std::vector<std::string> notifications_;
  std::vector<std::string> responses_;  // to other requests
};

/// A client whose legacy session is initialized.
class InitializedClient : public WorkbenchClient {
 public:
  /// `toolboxes` are the raw members of the toolboxes file, in this mode unless that is empty.
  explicit InitializedClient(std::string_view toolboxes, const std::vector<std::string>& options = {},
                             std::string_view mode = {});

  /// The result of `initialize`.
  [[nodiscard]] const std::string& initialized() const { return initialized_; }

 private:
  std::string initialized_;
};

/// The raw member of a raw JSON object; empty if absent. `path` has dots: "result.content".
[[nodiscard]] std::string member(std::string_view object, std::string_view path);
/// The characters of a raw JSON string.
[[nodiscard]] std::string characters(std::string_view string);
/// The first text block of a tool result, decoded.
[[nodiscard]] std::string first_text(std::string_view result);
/// "SERVER/TOOL" for each tool in the result of open_toolbox.
[[nodiscard]] std::vector<std::string> tools_in(std::string_view result);
/// `characters` as a JSON string: quoted("a").
inline constexpr workbench::json::Quoted quoted;
/// The raw elements of a raw array.
[[nodiscard]] std::vector<std::string> elements(std::string_view array);

/// The text of a toolboxes file, in this mode unless that is empty. `toolboxes` are raw members.
[[nodiscard]] std::string toolboxes_file(std::string_view toolboxes, std::string_view mode = {});
/// A toolbox, as `"NAME":{...}`. `servers` are raw members.
[[nodiscard]] std::string toolbox(std::string_view name, std::string_view servers, std::string_view description = "d");
/// The text of a toolboxes file with the toolbox `dev` alone.
[[nodiscard]] std::string dev_toolbox(std::string_view servers);
/// A server entry of the fake server with these arguments, as `"NAME":{...}`.
[[nodiscard]] std::string fake_server(std::string_view name, const std::vector<std::string>& arguments = {},
                                      std::string_view more_members = {});

/// The params of a tools/call of use_tool. `more_members` are raw.
[[nodiscard]] std::string use_tool_params(std::string_view toolbox, std::string_view server, std::string_view tool,
                                          std::string_view arguments = "{}", std::string_view more_members = {});
/// The raw members of `_meta` of a modern request whose client declares `capabilities`.
[[nodiscard]] std::string modern_request_metadata(std::string_view capabilities = "{}");

}  // namespace test_support
