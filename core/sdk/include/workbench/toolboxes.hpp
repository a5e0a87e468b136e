#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/catalog_review.hpp>
#include <workbench/client_profile.hpp>
#include <workbench/extension.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>
#include <workbench/tool.hpp>
#include <workbench/tool_call.hpp>
#include <workbench/tool_identifier.hpp>
#include <workbench/tool_policy.hpp>

namespace workbench {

/// A tool of a server, as far as it is known without starting one.
struct KnownTool {
  ToolIdentifier identifier;
  Tool tool;
  /// Its toolbox is open, so that the tool can be called at once.
  bool is_open = false;
  /// The name under which tools/list shows it to the caller itself; empty: it does not, and use_tool calls it.
  std::string native_name;
};

/// The activity and the health of a server, as far as the caller may know.
struct ServerHealth {
  std::string server;                     ///< its name
  std::string state;                      ///< "ready", "starting", "stopped", "failed" or "ending"
  std::chrono::milliseconds age{};        ///< for how long it has been in this state
  int failures_in_a_row = 0;              ///< ends and failed starts without an answered call in between
  int timeouts_in_a_row = 0;              ///< calls that were not answered in time, without an answered one in between
  std::uint64_t calls = 0;                ///< that were sent to it and have ended; 0 if several principals share it
  std::uint64_t timeouts = 0;             ///< of those, not answered in time
  std::optional<std::string> last_error;  ///< why it ended or did not start the last time; absent if all is well
  /// Until calls are no longer refused, and it is started again; absent: calls are not refused.
  std::optional<std::chrono::milliseconds> next_attempt;
};

/// A server's description of its own use. The text is the server's, not ours and not to be trusted: without control
/// characters and of a limited length.
struct ServerInstructions {
  std::string server;  ///< its name
  std::string text;    ///< UTF-8
};

/// A configured toolbox, open or not.
struct ToolboxSummary {
  std::string name;
  std::string description;
  std::vector<std::string> servers;  ///< their names, in the order of the configuration
  bool is_open = false;
  std::vector<ServerHealth> health = {};  ///< of its servers, in the same order
  /// The instructions of its known servers; empty unless the toolbox shows them (`instructions`).
  std::vector<ServerInstructions> instructions = {};
};

/// An item of a server that a review withholds from clients (CatalogReview).
struct WithheldItem {
  CatalogItemKind kind;
  std::string name;      ///< hidden characters are written out; empty for kinds without a name
  std::string reason;    ///< a sentence for a person, perhaps with words of the server that a model must not read
  std::string advice{};  ///< the same for a model: see ReviewVerdict::withhold()
};

/// One server of an opened toolbox: the tools that its filters admit, or why there are none.
struct OpenedServer {
  std::string name;
  std::vector<Tool> tools;         ///< in the server's own order
  std::vector<std::string> notes;  ///< what was repaired in its definitions, and which tools were left out
  std::optional<Error> failure;    ///< set: not connected; why the last start failed
  bool is_starting = false;        ///< not connected yet; it is being started, perhaps after a failed start (`failure`)
  std::string instructions;        ///< see ServerInstructions; empty: it has none
  std::vector<WithheldItem> withheld{};  ///< by kind, then by name
};

/// An opened toolbox at one moment, with its servers in the order of the configuration. The object never changes. As
/// long as the toolbox does not change either, opening it again yields the same object.
struct OpenedToolbox {
  std::string name;
  std::string description;
  std::vector<OpenedServer> servers;
  std::size_t open_bytes = ClientProfile::kUnlimited;  ///< the most that the answer of open_toolbox should take
  ToolDetail detail = ToolDetail::full;                ///< the most that it says about each tool
  bool shows_instructions = false;  ///< it has the instructions of the servers whole, as far as there is room
};

/// One page of a result that was too long to be returned at once.
struct ResultPage {
  std::string text;        ///< UTF-8; whole characters
  std::size_t number = 1;  ///< from 1
  std::size_t pages = 1;
};

/// The bytes for the list of toolboxes in texts that every host shows (instructions, definitions).
inline constexpr std::size_t kToolboxesBytes = 1'200;

/// The toolboxes, as one client sees them: what meta-tools work with. [loop thread]
class Toolboxes {
 public:
  using Opened = Result<std::shared_ptr<const OpenedToolbox>>;

  /// Reports the progress of an opening: `done` of the `total` servers are connected, have failed or are not waited for
  /// any longer; `server` is the last of them.
  using Opening = MoveOnlyFunction<void(std::size_t done, std::size_t total, const std::string& server)>;

  /// All configured toolboxes, in the order of the configuration.
  [[nodiscard]] virtual std::vector<ToolboxSummary> summaries() const = 0;

  /// The toolboxes for a model to choose from, one line each with name, description and number of servers, in at most
  /// `max_bytes` bytes. If they do not fit, descriptions are cut evenly; if that is not enough, only the names remain;
  /// names that do not fit are counted. A last line says where the rest can be read, if a meta-tool shows it.
  [[nodiscard]] virtual std::string describe_toolboxes(std::size_t max_bytes) const = 0;

  /// Whether clients are shown the meta-tool `name`, so that a text may refer to it.
  [[nodiscard]] virtual bool has_meta_tool(std::string_view name) const = 0;

  /// What is known about the host behind `client`. Valid until control returns to the event loop: a changed
  /// configuration replaces it.
  [[nodiscard]] virtual const ClientProfile& profile_of(const ClientInfo& client) const = 0;

  /// Whether a meta-tool must refuse input that does not match its schema even if its meaning is clear (`strictInput`
  /// in the properties file).
  [[nodiscard]] virtual bool is_strict_about_input() const = 0;

  /// The name under which tools/list shows the tool itself to `caller`; absent: it does not show it, and use_tool calls
  /// it.
  [[nodiscard]] virtual std::optional<std::string> native_name(const ToolIdentifier& tool,
                                                               const Caller& caller) const = 0;

  /// The tools of all toolboxes that are known at this moment, in the order of the configuration: the tools of servers
  /// that have run before, in any process. Filtered and repaired like all others. Nothing is started or opened for it.
  [[nodiscard]] virtual std::vector<KnownTool> known_tools(const Caller& caller) const = 0;

  /// The same without a caller, and so without native names (KnownTool::native_name).
  [[nodiscard]] virtual std::vector<KnownTool> known_tools() const = 0;

  /// One of the known tools, without its native name; absent: no such tool is known at this moment, although a server
  /// that has never run may have it. Nothing is started or opened for it.
  [[nodiscard]] virtual std::optional<KnownTool> find_tool(const ToolIdentifier& tool) const = 0;

  /// Connects to all servers of the toolbox `name` at once and lists their tools; `done` is called exactly once,
  /// perhaps before this returns. `opening`, which may be empty, is called for each server before that. For a toolbox
  /// that is open, `done` is called at once, and servers that failed are started again. A server that cannot be reached
  /// is not an error of the toolbox, but reported in OpenedServer::failure. A start that takes longer than
  /// `limits.openPatience` continues in the background (OpenedServer::is_starting). If it then fails, later openings do
  /// not wait for that server, until it has been connected once. Dynamic mode connects to a known server when called.
  /// `caller` is used during the call only.
  /// not_found: there is no toolbox of this name. forbidden: it requires scopes that `caller` is not granted.
  virtual void open_toolbox(std::string_view name, const Caller& caller, Opening opening,
                            MoveOnlyFunction<void(Opened)> done) = 0;

  /// Asks the user of `caller` to log in to a server of the toolbox `name` that demands it (OpenedServer::failure is
  /// login_required), if the client can send a user to a URL. `done` is called once, perhaps before this returns:
  /// true: the login has succeeded, and the toolbox should be opened again. If the request is cancelled, `done` is
  /// destroyed instead: on_cancel() of the caller is used for that, and `caller` has to live as long as `done`.
  virtual void log_in(std::string_view name, Caller& caller, MoveOnlyFunction<void(bool has_logged_in)> done) = 0;

  /// Calls `done` once with the toolbox `name` as it is, perhaps before this returns. A toolbox that is not open is
  /// opened first if call_tool() would open it for `caller`. `tools` are those that the caller names, if any: a server
  /// of which an earlier run without one of them is all that is known is started, if it is reviewed (CatalogReview),
  /// because a review may withhold the tool: then OpenedServer::withheld has the reason.
  /// not_found: there is no toolbox of this name, or it is not open; the message is the contract's text. forbidden: as
  /// open_toolbox().
  virtual void look_into_toolbox(std::string_view name, std::vector<ToolIdentifier> tools, const Caller& caller,
                                 MoveOnlyFunction<void(Opened)> done) = 0;

  /// Closes the toolbox `name`: ends its servers, and answers their calls in flight with that reason. `done` is called
  /// once, when every process of the servers has exited. The toolbox may be opened again. `caller` is used during the
  /// call only.
  /// not_found: there is no open toolbox of this name. busy: other clients use it together with `caller`, as the modern
  /// clients of a principal do; it is not closed.
  virtual void close_toolbox(std::string_view name, const Caller& caller,
                             MoveOnlyFunction<void(Result<void>)> done) = 0;

  /// Calls a tool of an open toolbox, unless it, its server or its toolbox requires scopes that the caller is not
  /// granted. A toolbox that is not open is opened first for a caller of the modern era, for which nothing may depend
  /// on earlier requests; for a host that opens a new connection for each call; and if the
  /// configuration says so (`autoOpen`). `arguments` (an object, or absent) and the result are passed on to the byte.
  /// Takes over `call`, answers it in every case, with the contract's texts for failures, and passes progress and
  /// cancellation.
  virtual void call_tool(ToolIdentifier tool, Json arguments, ToolCall call) = 0;

  /// Whether the configuration limits what any tool returns at once (`maxResultTokens`).
  [[nodiscard]] virtual bool limits_results() const = 0;

  /// A page, the first one being 1, of a result that was longer than its limit; `uri` is from the resource_link in
  /// what the client got of it. The results of each client (of a principal's modern clients together) are kept until
  /// newer ones take their place.
  /// not_found: nothing is kept under `uri`, or it has no such page; the message says what to do. forbidden: the tool
  /// of which it is a result requires scopes that `caller` is not granted.
  [[nodiscard]] virtual Result<ResultPage> read_result(std::string_view uri, std::size_t page,
                                                       const Caller& caller) const = 0;

  /// What the configuration and the tool's hints demand of a call of it. The hints of a tool that its server has
  /// not listed yet are unknown: entries of `approve` that read hints match.
  [[nodiscard]] virtual ToolPolicy policy_of(const ToolIdentifier& tool) const = 0;

  /// The same for a request of another method (`prompts/get`, `resources/read`, ...), of which `name` is the prompt's
  /// name or the resource's URI: entries of `approve` that read hints do not match.
  [[nodiscard]] virtual ToolPolicy policy_of(std::string_view toolbox, std::string_view server,
                                             std::string_view name) const = 0;

  /// A place for what a plugin keeps for this workspace: one for each `id`, empty at first, destroyed with the
  /// workspace while the plugin's objects exist. The workspace of a legacy client is its session's; all modern clients
  /// of a principal that declare the same have one together: it ends when it has been idle for `limits.idle`, but not
  /// while something else shares the ownership of one of these objects.
  [[nodiscard]] virtual std::shared_ptr<void>& plugin_state(ExtensionId id) = 0;

 protected:
  ~Toolboxes() = default;
};

}  // namespace workbench
