#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/tool.hpp>

#include "base/name_map.hpp"
#include "config/toolboxes_file/config.hpp"
#include "protocol/listing.hpp"
#include "protocol/tasks.hpp"
#include "servers/catalog_reviewer.hpp"
#include "servers/native_tools.hpp"
#include "servers/output_schemas.hpp"
#include "servers/tool_filters.hpp"
#include "servers/tool_presentation.hpp"

namespace workbench::servers {

/// The lists of one server, as its clients see them: the tools that the filters admit, in the server's order, under the
/// names and with the texts that the configuration gives them, with definitions that clients do not refuse; prompts,
/// resources and templates unchanged. Hidden characters are written out in all of them (base/visible_text.hpp),
/// because models read them. Kept when the server ends. Hidden characters and repairs are logged. [loop thread]
class Catalog {
 public:
  /// `source` names the server in logs; `entries` are the tools that clients see in another way; `reviewer` decides
  /// first which items clients may see. `host` must outlive the catalog.
  Catalog(Host& host, std::string source, ToolFilters filters, std::vector<config::ToolEntry> entries = {},
          CatalogReviewer reviewer = {});

  /// Whether reviews have to be asked, or have admitted the same before without a text.
  enum class Review { needed, done };

  /// Replaces one list by the server's present list. `repaired_for` is the protocol version of the clients whose
  /// demands tool definitions are to meet; absent: they stay unchanged. False: clients see no difference.
  bool update(protocol::ListKind kind, const std::vector<protocol::ListedItem>& listed,
              std::optional<std::string_view> repaired_for, Review review = Review::needed);

  /// Before an update of this list: why it may lack items of the server, which becomes a note, the first one; empty: it
  /// is whole.
  void note_early_end(protocol::ListKind kind, const std::string& sentence);

  /// The most that is kept of a server's instructions: models read them without having asked.
  static constexpr std::size_t kMaxInstructions = 64UL * 1024;

  /// Bytes in the name of a tool: no client could call one with a longer name.
  static constexpr std::size_t kMaxToolName = 1'000;

  /// What a run has learned about the server: its ServerCapabilities, and its own instructions for use, of which the
  /// visible part is kept, up to kMaxInstructions; hidden characters in them are written out.
  /// `server_info` is its Implementation, which is only reviewed; absent: there is none.
  void describe(Json capabilities, std::string_view instructions, const Json& server_info = {},
                Review review = Review::needed);

  /// Whether a run has reported the server's description yet.
  [[nodiscard]] bool is_known() const { return is_known_; }

  [[nodiscard]] const std::vector<Tool>& tools() const { return tools_; }
  /// As native lists show them: clients pass these definitions of tools to models' APIs, which refuse more than clients
  /// do (see native()). Tools have the order of tools().
  [[nodiscard]] const std::vector<protocol::ListedItem>& items(protocol::ListKind kind) const {
    return items_[static_cast<std::size_t>(kind)];
  }
  /// What is different about tools in native lists.
  [[nodiscard]] const NativeTools& native() const { return native_; }
  /// Sentences about lists that may lack something, what was repaired in the definitions, which tools had to be left
  /// out, and where the configuration does not match the server.
  /// Without those of reviews; see catalog_notes.hpp.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

  /// A note about an entry of the configuration.
  struct EntryNote {
    std::string tool;  ///< the server's own name for it, as the configuration has it
    std::string text;
  };
  /// The notes about entries; none before the tools have been listed.
  [[nodiscard]] const std::vector<EntryNote>& entry_notes() const { return entry_notes_; }

  [[nodiscard]] bool has_tool(std::string_view name) const { return by_name_.find(name) != by_name_.end(); }
  /// Null: there is none of this name, or it is not admitted.
  [[nodiscard]] const Tool* find_tool(std::string_view name) const;

  /// The same, if transports may carry arguments of the tool beside the message ("x-mcp-header" in its definition).
  [[nodiscard]] const Tool* find_tool_with_headers(std::string_view name) const;

  /// The name and arguments that the server is sent for a call of the tool that clients know by this name; null: the
  /// client's own. Known before the tools are listed.
  [[nodiscard]] const ToolOnServer* on_server(std::string_view name) const {
    if (on_server_.empty()) return nullptr;
    const auto found = on_server_.find(name);
    return found == on_server_.end() ? nullptr : &found->second;
  }

  /// The server's spelling of names, URIs and other short texts of prompts, resources and templates in which hidden
  /// characters were written out, by the clients' spelling. Mostly empty.
  [[nodiscard]] const std::map<std::string, std::string>& hidden_texts() const { return hidden_texts_; }

  /// What reviews withhold of its lists, and why.
  [[nodiscard]] const CatalogReviewer& reviewer() const { return reviewer_; }

  /// Which tools native lists show without their outputSchema. What changes it takes effect with the next update().
  [[nodiscard]] OutputSchemas& output_schemas() const { return *output_schemas_; }

  /// Whether the server makes a task of a call of this tool. An unknown tool runs without.
  [[nodiscard]] protocol::TaskSupport task_support_of(std::string_view name) const;

  /// Whether a host shows a view of the server (see protocol::view_of()), which knows the tools by the server's names.
  [[nodiscard]] bool has_views() const { return !views_.empty(); }
  /// Whether a tool's definition names the resource `uri` as its view.
  [[nodiscard]] bool has_view(const std::string& uri) const { return views_.count(uri) > 0; }

  /// The name by which clients know the tool that the server itself calls `own_name`; absent: they know none.
  [[nodiscard]] std::optional<std::string> shown_name_of(std::string_view own_name) const;

  /// The server's ServerCapabilities.
  [[nodiscard]] const Json& capabilities() const { return capabilities_; }
  /// The server's declaration of the capability (a member of ServerCapabilities); absent: it does not declare it.
  [[nodiscard]] Json capability(std::string_view name) const;
  [[nodiscard]] bool has_capability(std::string_view name) const { return !capability(name).is_absent(); }
  /// Whether it declares this part of the capability, as `true`.
  [[nodiscard]] bool has_capability(std::string_view name, std::string_view part) const;
  /// Empty: it gave none.
  [[nodiscard]] const std::string& instructions() const { return instructions_; }

 private:
  void update_admitted(protocol::ListKind kind, const std::vector<protocol::ListedItem>& listed,
                       std::optional<std::string_view> repaired_for);
  void update_tools(const std::vector<protocol::ListedItem>& listed, std::optional<std::string_view> repaired_for);
  void update_content(protocol::ListKind kind, const std::vector<protocol::ListedItem>& listed);
  void add(Tool tool, protocol::TaskSupport tasks);
  [[nodiscard]] Json native_definition(const Tool& tool);
  /// The same for a tool with hidden characters, which its server knows as `item`.
  void add_visible(Tool tool, protocol::TaskSupport tasks, const protocol::ListedItem& item,
                   std::map<std::string, std::string> hidden);
  [[nodiscard]] bool is_admitted(const Tool& tool, protocol::TaskSupport tasks) const;
  /// The definition as clients accept it; absent: the tool has to be left out.
  [[nodiscard]] std::optional<Json> repaired(const Tool& tool, std::string_view revision);
  /// The tool as clients are shown it; absent: it has to be left out.
  [[nodiscard]] std::optional<Tool> presented(Tool tool);
  void note_entry(const std::string& tool, const std::string& sentence);
  void note_missing(const std::vector<protocol::ListedItem>& listed);
  void review_description(std::string_view& instructions, const Json& server_info);
  void correct_hints(Tool& tool) const;
  void forget_tools();

  Host& host_;
  const std::string source_;
  const ToolFilters filters_;
  const std::vector<config::ToolEntry> entries_;
  CatalogReviewer reviewer_;
  std::vector<Tool> tools_;
  struct Found {
    std::size_t index;
    bool has_headers;
    protocol::TaskSupport tasks;
  };
  base::NameMap<Found> by_name_;                                // in tools_
  std::map<std::string, ToolOnServer, std::less<>> on_server_;  // by the names that clients know
  NativeTools native_;
  std::vector<std::string> notes_;
  std::array<std::string, 4> early_ends_;  // by ListKind; in notes_, too
  std::vector<EntryNote> entry_notes_;
  std::array<std::vector<protocol::ListedItem>, 4> items_;  // by ListKind
  std::set<std::string> views_;                             // URIs
  const std::unique_ptr<OutputSchemas> output_schemas_ = std::make_unique<OutputSchemas>();
  bool runs_tasks_ = false;  // of calls of some tool
  bool is_known_ = false;
  Json capabilities_{"{}"};
  std::string instructions_;
  bool has_hidden_instructions_ = false;
  bool has_logged_empty_arrays_ = false;
  bool repairs_ = false;  // definitions
  std::map<std::string, std::string> hidden_texts_;
};

}  // namespace workbench::servers
