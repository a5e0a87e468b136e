#include "servers/tool_presentation.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/text.hpp"
#include "config/suggestion.hpp"
#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "json/visible_json.hpp"

namespace workbench::servers {
namespace {

using config::ArgumentEntry;

const ArgumentEntry* find(const std::vector<ArgumentEntry>& entries, std::string_view name) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const ArgumentEntry& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

/// The text of an object with the members that `write` writes for each of its own, which it is given as they are
/// written.
template <typename Write>
std::string rewritten(const Json& object, Write write) {
  JsonWriter writer(object.text().size() + 64);
  writer.object();
  for (json::MemberReader member(object.text()); member.next();) write(member.key(), member.value(), writer);
  return std::move(writer.end()).take();
}

/// A member to the byte, its key included.
void write_as_it_is(const json::RawString& key, std::string_view value, JsonWriter& writer) {
  writer.raw_items(std::string("\"").append(key.text).append("\":").append(value));
}

/// Rewrites the `inputSchema` of a tool.
class SchemaEdit {
 public:
  SchemaEdit(const Json& schema, const std::vector<ArgumentEntry>& entries, std::vector<std::string>& problems)
      : schema_(schema), problems_(problems) {
    for (const Json& name : json::elements(json::member(schema_, "required"))) {
      required_.push_back(json::characters(name));
    }
    for (const JsonMember& property : json::members(json::member(schema_, "properties"))) {
      properties_.push_back(property.key);
    }
    for (const ArgumentEntry& entry : entries) add(entry);
  }

  /// The entries that are applied.
  [[nodiscard]] const std::vector<ArgumentEntry>& entries() const { return entries_; }

  [[nodiscard]] std::string text() const {
    return rewritten(schema_, [this](const json::RawString& key, std::string_view value, JsonWriter& writer) {
      if (key.equals("properties") && schema_.part(value).kind() == JsonKind::object) {
        writer.key("properties").raw(properties(schema_.part(value)));
      } else if (key.equals("required")) {
        write_required(schema_.part(value), writer);
      } else {
        write_as_it_is(key, value, writer);
      }
    });
  }

 private:
  void add(const ArgumentEntry& entry) {
    if (std::find(properties_.begin(), properties_.end(), entry.name) == properties_.end()) {
      const auto meant = config::closest_match(entry.name, properties_);
      problems_.push_back(
          "its input schema has no argument " + json::quoted(entry.name) + "; " +
          (meant ? "did you mean " + json::quoted(*meant) + "?" : "its arguments are: " + base::listed(properties_)));
    }
    const bool is_required = std::find(required_.begin(), required_.end(), entry.name) != required_.end();
    if (entry.is_hidden && entry.value.empty() && is_required) {
      problems_.push_back("the argument " + json::quoted(entry.name) +
                          " is shown, because the server requires it; give it a \"default\" to hide it");
      return;
    }
    entries_.push_back(entry);
  }

  [[nodiscard]] std::string properties(const Json& properties) const {
    return rewritten(properties, [&](const json::RawString& key, std::string_view value, JsonWriter& writer) {
      const ArgumentEntry* const entry = find(entries_, key.decoded());
      if (entry == nullptr || (!entry->is_hidden && entry->value.empty())) return write_as_it_is(key, value, writer);
      if (!entry->is_hidden) writer.key(entry->name).raw(with_default(properties.part(value), entry->value));
    });
  }

  /// The schema of an argument; `true` allows everything, as an empty object does.
  [[nodiscard]] static std::string with_default(const Json& schema, const std::string& value) {
    if (schema.kind() != JsonKind::object && schema.text() != "true") return std::string(schema.text());
    const std::string others = json::members_without(schema, [](std::string_view key) { return key == "default"; });
    JsonWriter writer(schema.text().size() + value.size() + 16);
    writer.object().raw_items(others).key("default").raw(value).end();
    return std::move(writer).take();
  }

  /// Without the arguments that have a value here. An empty list is left out: not every draft of JSON Schema allows it.
  void write_required(const Json& required, JsonWriter& writer) const {
    std::string names;
    bool is_changed = false;
    for (const Json& name : json::elements(required)) {
      const ArgumentEntry* const entry = find(entries_, json::characters(name));
      const bool is_left_out = entry != nullptr && !entry->value.empty();
      is_changed = is_changed || is_left_out;
      if (!is_left_out) names.append(names.empty() ? "" : ",").append(name.text());
    }
    if (!is_changed) {
      writer.key("required").value(required);
    } else if (!names.empty()) {
      writer.key("required").array().raw_items(names).end();
    }
  }

  const Json schema_;
  std::vector<std::string>& problems_;
  std::vector<ArgumentEntry> entries_;
  std::vector<std::string> required_;
  std::vector<std::string> properties_;
};

/// Calls `use(name, value)` for each hint that the entry corrects.
template <typename Use>
void for_each_hint(const config::AnnotationsEntry& entry, Use use) {
  if (entry.read_only_hint) use("readOnlyHint", *entry.read_only_hint);
  if (entry.destructive_hint) use("destructiveHint", *entry.destructive_hint);
  if (entry.idempotent_hint) use("idempotentHint", *entry.idempotent_hint);
  if (entry.open_world_hint) use("openWorldHint", *entry.open_world_hint);
}

/// The server's other hints, to the byte, and those of the entry.
std::string corrected_annotations(const Json& own, const config::AnnotationsEntry& entry) {
  JsonWriter writer(own.text().size() + 64);
  writer.object();
  for (json::MemberReader member(own.kind() == JsonKind::object ? own.text() : "{}"); member.next();) {
    bool is_corrected = false;
    for_each_hint(entry,
                  [&](std::string_view name, bool) { is_corrected = is_corrected || member.key().equals(name); });
    if (!is_corrected) write_as_it_is(member.key(), member.value(), writer);
  }
  for_each_hint(entry, [&](std::string_view name, bool value) { writer.key(name).boolean(value); });
  return std::move(writer.end()).take();
}

Json with_entries(const Json& arguments, const std::vector<ArgumentEntry>& entries) {
  if (entries.empty()) return arguments;
  std::vector<const ArgumentEntry*> added;
  bool is_changed = false;
  for (const ArgumentEntry& entry : entries) {
    const bool has_it = !json::member(arguments, entry.name).is_absent();
    const bool adds_it = !entry.value.empty() && (entry.is_hidden || !has_it);
    if (adds_it) added.push_back(&entry);
    is_changed = is_changed || adds_it || (entry.is_hidden && has_it);
  }
  if (!is_changed) return arguments;
  std::string text = "{" + json::members_without(arguments, [&](std::string_view name) {
                       const ArgumentEntry* const entry = find(entries, name);
                       return entry != nullptr && entry->is_hidden;
                     });
  for (const ArgumentEntry* const entry : added) {
    if (text.size() > 1) text += ',';
    text.append(json::quoted(entry->name)).append(":").append(entry->value);
  }
  return Json(std::move(text.append("}")));
}

}  // namespace

ToolAnnotations corrected(ToolAnnotations annotations, const config::AnnotationsEntry& entry) {
  if (entry.read_only_hint) annotations.read_only_hint = entry.read_only_hint;
  if (entry.destructive_hint) annotations.destructive_hint = entry.destructive_hint;
  if (entry.idempotent_hint) annotations.idempotent_hint = entry.idempotent_hint;
  if (entry.open_world_hint) annotations.open_world_hint = entry.open_world_hint;
  return annotations;
}

PresentedTool present(const Json& definition, const config::ToolEntry& entry) {
  PresentedTool tool;
  tool.on_server.name = entry.own_name;
  std::optional<std::string> schema;
  if (!entry.arguments.empty()) {
    const Json own = json::member(definition, "inputSchema");
    const SchemaEdit edit(own, entry.arguments, tool.problems);
    tool.on_server.arguments = edit.entries();
    if (own.kind() == JsonKind::object) schema = edit.text();
  }
  const bool has_hints = !entry.annotations.empty();
  const auto hints = [&](const Json& own) { return corrected_annotations(own, entry.annotations); };
  const auto lacks = [&](std::string_view member) { return json::member(definition, member).is_absent(); };
  tool.definition =
      Json(rewritten(definition, [&](const json::RawString& key, std::string_view value, JsonWriter& writer) {
        if (key.equals("name")) {
          writer.member("name", entry.shown_name());
          if (entry.title && lacks("title")) writer.member("title", *entry.title);
          if (entry.description && lacks("description")) writer.member("description", *entry.description);
          if (has_hints && lacks("annotations")) writer.key("annotations").raw(hints(Json("{}")));
        } else if (key.equals("title") && entry.title) {
          writer.member("title", *entry.title);
        } else if (key.equals("description") && entry.description) {
          writer.member("description", *entry.description);
        } else if (key.equals("annotations") && has_hints) {
          writer.key("annotations").raw(hints(definition.part(value)));
        } else if (key.equals("inputSchema") && schema) {
          writer.key("inputSchema").raw(*schema);
        } else {
          write_as_it_is(key, value, writer);
        }
      }));
  return tool;
}

Json arguments_for_server(const Json& arguments, const ToolOnServer& tool) {
  if (arguments.kind() != JsonKind::object) return arguments;
  if (tool.hidden.empty()) return with_entries(arguments, tool.arguments);
  // Entries name arguments as clients see them, however the client has written them.
  json::VisibleJson visible = json::with_visible_strings(arguments);
  visible.shown.insert(tool.hidden.begin(), tool.hidden.end());
  return json::with_hidden_strings(with_entries(visible.value, tool.arguments), visible.shown);
}

}  // namespace workbench::servers
