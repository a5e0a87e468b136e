#include "servers/catalog.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "config/suggestion.hpp"
#include "json/changes.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "json/visible_json.hpp"
#include "protocol/listing.hpp"
#include "schema_repair/repair.hpp"
#include "servers/hidden_characters.hpp"

namespace workbench::servers {

using protocol::ListedItem;
using protocol::ListKind;

namespace {

/// Bytes of names and URIs that are remembered because they have hidden characters.
constexpr std::size_t kMaxHiddenTexts = 1000;

Json without_output_schema(const Json& definition) {
  const json::Change changed = json::changed_members(definition, [](std::string_view key, const Json&) {
    return key == "outputSchema" ? json::Change("") : json::Change();
  });
  return json::with_change(definition, changed);
}

}  // namespace

Catalog::Catalog(Host& host, std::string source, ToolFilters filters, std::vector<config::ToolEntry> entries,
                 CatalogReviewer reviewer)
    : host_(host),
      source_(std::move(source)),
      filters_(std::move(filters)),
      entries_(std::move(entries)),
      reviewer_(std::move(reviewer)) {
  forget_tools();
}

bool Catalog::update(ListKind kind, const std::vector<ListedItem>& listed, std::optional<std::string_view> repaired_for,
                     Review review) {
  std::vector<ListedItem>& items = items_[static_cast<std::size_t>(kind)];
  const std::vector<ListedItem> before = std::exchange(items, {});
  if (!reviewer_.has_reviews()) {
    update_admitted(kind, listed, repaired_for);
  } else if (review == Review::done) {
    reviewer_.admit_unasked(kind);
    update_admitted(kind, listed, repaired_for);
  } else {
    const bool is_whole = early_ends_[static_cast<std::size_t>(kind)].empty();
    update_admitted(kind, is_whole ? reviewer_.admitted_of_all(kind, listed) : reviewer_.admitted(kind, listed),
                    repaired_for);
  }
  return items != before;
}

void Catalog::update_admitted(ListKind kind, const std::vector<ListedItem>& listed,
                              std::optional<std::string_view> repaired_for) {
  if (kind == ListKind::tools) {
    update_tools(listed, repaired_for);
  } else {
    update_content(kind, listed);
  }
}

/// Hidden characters of an earlier list are kept: a client may still know its names.
void Catalog::update_content(ListKind kind, const std::vector<ListedItem>& listed) {
  std::vector<ListedItem>& items = items_[static_cast<std::size_t>(kind)];
  items.reserve(listed.size());
  for (const ListedItem& item : listed) {
    json::VisibleJson visible = json::with_visible_strings(item.definition);
    items.push_back({base::visible_text(item.name), visible.value});
    if (visible.shown.empty()) continue;
    host_.log(LogLevel::warning, source_,
              json::quoted(items.back().name) + " (" + std::string(protocol::list_member(kind)) + ") " +
                  hidden_in(visible.shown));
    if (hidden_texts_.size() < kMaxHiddenTexts) hidden_texts_.merge(sent_back(std::move(visible.shown)));
  }
}

void Catalog::note_early_end(ListKind kind, const std::string& sentence) {
  std::string& known = early_ends_[static_cast<std::size_t>(kind)];
  if (!known.empty()) std::erase(notes_, known);
  known = sentence;
  if (!known.empty()) notes_.insert(notes_.begin(), known);
}

void Catalog::describe(Json capabilities, std::string_view instructions, const Json& server_info, Review review) {
  is_known_ = true;
  capabilities_ = std::move(capabilities);
  if (review == Review::needed) {
    review_description(instructions, server_info);
  } else {
    reviewer_.admit_unasked(CatalogItemKind::server_info);
    reviewer_.admit_unasked(CatalogItemKind::instructions);
  }
  VisibleInstructions visible = visible_instructions(instructions, kMaxInstructions);
  instructions_ = std::move(visible.text);
  has_hidden_instructions_ = visible.has_hidden;
}

/// Makes instructions empty that are withheld.
void Catalog::review_description(std::string_view& instructions, const Json& server_info) {
  if (!server_info.is_absent()) static_cast<void>(reviewer_.admits(CatalogItemKind::server_info, server_info));
  if (instructions.empty() || reviewer_.admits(CatalogItemKind::instructions, Json(json::quoted(instructions)))) return;
  instructions = {};
}

void Catalog::update_tools(const std::vector<ListedItem>& listed, std::optional<std::string_view> repaired_for) {
  forget_tools();
  repairs_ = repaired_for.has_value();
  tools_.reserve(listed.size());
  by_name_.reserve(listed.size());
  items_[static_cast<std::size_t>(ListKind::tools)].reserve(listed.size());
  const bool has_tasks = protocol::has_tool_tasks(capabilities_);
  if (has_hidden_instructions_) {
    notes_.emplace_back("the instructions of the server have characters that cannot be seen, which are written out");
  }
  for (const ListedItem& item : listed) {
    json::VisibleJson visible = with_visible_tool(item.definition);
    auto tool = protocol::read_tool(visible.value);
    if (!tool) continue;
    correct_hints(*tool);
    const protocol::TaskSupport declared = protocol::task_support_of(*tool);
    if (!is_admitted(*tool, declared)) continue;
    const protocol::TaskSupport tasks = has_tasks ? declared : protocol::TaskSupport::forbidden;
    if (repaired_for) {
      auto definition = repaired(*tool, *repaired_for);
      if (!definition) continue;
      tool->definition = *std::move(definition);
    }
    if (!visible.shown.empty()) {
      add_visible(*std::move(tool), tasks, item, std::move(visible.shown));
    } else if (entries_.empty()) {
      add(*std::move(tool), tasks);
    } else if (auto shown = presented(*std::move(tool))) {
      add(*std::move(shown), tasks);
    }
  }
  note_missing(listed);
}

/// Filters read them; the definition is corrected when the tool is presented.
void Catalog::correct_hints(Tool& tool) const {
  for (const config::ToolEntry& entry : entries_) {
    if (entry.own_name == tool.name) tool.annotations = corrected(tool.annotations, entry.annotations);
  }
}

void Catalog::add(Tool tool, protocol::TaskSupport tasks) {
  const bool has_headers = tool.definition.text().find("x-mcp-header") != std::string_view::npos;
  by_name_.emplace(tool.name, Found{tools_.size(), has_headers, tasks});
  if (output_schemas_->is_withdrawn(tool.name)) {
    notes_.push_back("the tool " + json::quoted(tool.name) +
                     " is shown natively without its outputSchema, to which a result of it did not conform");
  }
  runs_tasks_ = runs_tasks_ || tasks != protocol::TaskSupport::forbidden;
  if (std::string view = protocol::view_of(tool.definition); !view.empty()) views_.insert(std::move(view));
  items_[static_cast<std::size_t>(ListKind::tools)].push_back({tool.name, native_definition(tool)});
  tools_.push_back(std::move(tool));
}

Json Catalog::native_definition(const Tool& tool) {
  const bool is_withdrawn = output_schemas_->is_withdrawn(tool.name);
  const Json definition = is_withdrawn ? without_output_schema(tool.definition) : tool.definition;
  if (!repairs_) return definition;
  Json native = native_.add(tool.name, definition);
  if (const schema_repair::ArgumentNames* const renamed = native_.renamed_arguments(tool.name)) {
    host_.log(LogLevel::information, source_,
              "the tool " + json::quoted(tool.name) +
                  ": models' APIs refuse the names of some arguments; native lists call " +
                  schema_repair::names_in_words(*renamed));
  }
  return native;
}

void Catalog::add_visible(Tool tool, protocol::TaskSupport tasks, const ListedItem& item,
                          std::map<std::string, std::string> hidden) {
  const std::string sentence = "the tool " + json::quoted(tool.name) + " " + hidden_in(hidden);
  host_.log(LogLevel::warning, source_, sentence);
  notes_.push_back(sentence);
  auto shown = presented(std::move(tool));
  if (!shown) return;
  ToolOnServer& on_server = on_server_[shown->name];
  on_server.name = item.name;
  on_server.hidden = sent_back(std::move(hidden));
  add(*std::move(shown), tasks);
}

// A call may arrive before the server lists its tools, and is sent to it: by either name, a fixed argument is fixed.
void Catalog::forget_tools() {
  tools_.clear();
  by_name_.clear();
  views_.clear();
  runs_tasks_ = false;
  notes_.clear();
  std::copy_if(early_ends_.begin(), early_ends_.end(), std::back_inserter(notes_),
               [](const std::string& sentence) { return !sentence.empty(); });
  entry_notes_.clear();
  on_server_.clear();
  native_.clear();
  for (const config::ToolEntry& entry : entries_) on_server_[entry.shown_name()] = {entry.own_name, entry.arguments};
  for (const config::ToolEntry& entry : entries_) {
    on_server_.try_emplace(entry.own_name, ToolOnServer{entry.own_name, entry.arguments});
  }
}

std::optional<Tool> Catalog::presented(Tool tool) {
  const auto entry = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const config::ToolEntry& one) { return one.own_name == tool.name; });
  const bool has_entry = entry != entries_.end();
  const std::string& name = has_entry ? entry->shown_name() : tool.name;
  if (has_tool(name)) {
    note_entry(tool.name, "the tool " + json::quoted(tool.name) + " is left out: another one is shown as " +
                              json::quoted(name) + "; give one of them another name");
    return std::nullopt;
  }
  if (!has_entry) {
    on_server_.erase(name);  // of a tool that is not listed, or comes later and is left out
    return tool;
  }
  PresentedTool shown = present(tool.definition, *entry);
  on_server_[name] = std::move(shown.on_server);
  for (const std::string& problem : shown.problems) {
    note_entry(tool.name, "the tool " + json::quoted(tool.name) + ": " + problem);
  }
  auto read = protocol::read_tool(shown.definition);
  if (!read) return std::nullopt;
  return *std::move(read);
}

void Catalog::note_missing(const std::vector<ListedItem>& listed) {
  if (entries_.empty()) return;
  std::vector<std::string> names;
  for (const ListedItem& item : listed) names.push_back(base::visible_text(item.name));  // as entries name them
  for (const config::ToolEntry& entry : entries_) {
    if (std::find(names.begin(), names.end(), entry.own_name) != names.end()) continue;
    const auto meant = config::closest_match(entry.own_name, names);
    note_entry(entry.own_name,
               "the server lists no tool " + json::quoted(entry.own_name) + "; " +
                   (meant ? "did you mean " + json::quoted(*meant) + "?" : "its tools are: " + base::listed(names)));
  }
}

void Catalog::note_entry(const std::string& tool, const std::string& sentence) {
  host_.log(LogLevel::warning, source_, sentence);
  notes_.push_back(sentence);
  entry_notes_.push_back({tool, sentence});
}

const Tool* Catalog::find_tool(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &tools_[found->second.index];
}

const Tool* Catalog::find_tool_with_headers(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() || !found->second.has_headers ? nullptr : &tools_[found->second.index];
}

protocol::TaskSupport Catalog::task_support_of(std::string_view name) const {
  if (!runs_tasks_) return protocol::TaskSupport::forbidden;
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? protocol::TaskSupport::forbidden : found->second.tasks;
}

std::optional<std::string> Catalog::shown_name_of(std::string_view own_name) const {
  for (const auto& [shown_name, tool] : on_server_) {
    if (tool.name == own_name && has_tool(shown_name)) return shown_name;
  }
  if (!has_tool(own_name)) return std::nullopt;
  return std::string(own_name);
}

Json Catalog::capability(std::string_view name) const {
  return json::member(capabilities_, name);
}

bool Catalog::has_capability(std::string_view name, std::string_view part) const {
  const Json value = json::member(json::member(capabilities_, name), part);
  return value.text() == "true";
}

// A filter may take as many steps as a name and a pattern have characters, multiplied.
bool Catalog::is_admitted(const Tool& tool, protocol::TaskSupport tasks) const {
  if (tool.name.size() > kMaxToolName) {
    host_.log(LogLevel::warning, source_,
              "the tool '" + base::shortened(tool.name, 60) + "' is hidden: its name is longer than " +
                  std::to_string(kMaxToolName) + " bytes");
    return false;
  }
  const Result<bool> admitted = filters_.admit(tool);
  if (!admitted) {
    host_.log(LogLevel::error, source_, "the tool '" + tool.name + "' is hidden: " + admitted.error().message);
  }
  if (!admitted || !*admitted) return false;
  if (tasks != protocol::TaskSupport::required) return true;
  if (protocol::has_tool_tasks(capabilities_) || protocol::has_tasks_extension(capabilities_)) return true;
  host_.log(LogLevel::warning, source_,
            "the tool '" + tool.name + "' is hidden: it runs as a task only, and its server does not declare " +
                "that it makes tasks of calls (tasks.requests.tools.call)");
  return false;
}

std::optional<Json> Catalog::repaired(const Tool& tool, std::string_view revision) {
  const auto requirements = schema_repair::requirements_of(revision);
  auto repaired = schema_repair::repair(tool.definition, requirements);
  const std::optional<Error> fault = repaired ? std::nullopt : std::optional<Error>(repaired.error());
  if (fault) repaired = schema_repair::repair_in_part(tool.definition, requirements);
  if (!repaired) {
    host_.log(LogLevel::warning, source_, repaired.error().message);
    notes_.push_back(repaired.error().message);
    return std::nullopt;
  }
  if (repaired->had_empty_arrays && !std::exchange(has_logged_empty_arrays_, true)) {
    host_.log(LogLevel::information, source_,
              "where a definition has to have an object, the server writes [] for an empty one; it is read as {}");
  }
  if (fault) {
    notes_.push_back("the tool " + json::quoted(tool.name) +
                     " is shown without a part of its inputSchema: " + std::string(schema_repair::fault_in(*fault)));
    host_.log(LogLevel::warning, source_, notes_.back());
  }
  for (const std::string& note : repaired->notes) {
    const std::string sentence = "the tool \"" + tool.name + "\": " + note;
    host_.log(LogLevel::information, source_, sentence);
    if (repaired->was_changed) notes_.push_back(sentence);
  }
  return std::move(repaired->definition);
}

}  // namespace workbench::servers
