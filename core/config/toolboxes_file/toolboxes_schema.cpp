#include "config/toolboxes_file/toolboxes_schema.hpp"

#include <Poco/JSON/Object.h>
#include <Poco/JSON/Parser.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "config/toolboxes_file/file_keys.hpp"
#include "config/toolboxes_file/other_clients.hpp"
#include "config/toolboxes_file/value_shapes.hpp"

namespace workbench::config {
namespace {

/// A key of a server's entry that its transport reads.
struct TransportKey {
  std::string name;
  std::string schema;  ///< the members of a JSON Schema, as JSON text
  bool is_required = false;
  std::string description;
};

/// The members of the schema of an object whose members are the options "NAME.MEMBER" and "NAME.MEMBER.MEMBER".
void write_members(JsonWriter& schema, const std::string& name, const std::vector<OptionDescription>& options) {
  std::set<std::string> written;
  schema.member("type", "object").key("properties").object();
  for (const OptionDescription& option : options) {
    if (!option.name.starts_with(name + ".")) continue;
    const std::size_t end = std::min(option.name.find('.', name.size() + 1), option.name.size());
    const std::string member = option.name.substr(0, end);
    if (!written.insert(member).second) continue;
    schema.key(member.substr(name.size() + 1)).object();
    if (end < option.name.size()) {
      write_members(schema, member, options);
    } else {
      schema.raw_items(value_of(option).schema).member("description", option.description);
    }
    schema.end();
  }
  schema.end().member("additionalProperties", false);
}

/// The key of an object whose members are options.
TransportKey key_of_members(const std::string& name, const std::vector<OptionDescription>& options) {
  JsonWriter schema;
  schema.object();
  write_members(schema, name, options);
  schema.end();
  const std::string text = std::move(schema).take();
  return {name, text.substr(1, text.size() - 2), false, "Several options in one object."};
}

std::vector<TransportKey> keys_of(const std::vector<OptionDescription>& options) {
  std::vector<TransportKey> keys;
  for (const OptionDescription& option : options) {
    const std::size_t dot = option.name.find('.');
    if (dot == std::string::npos) {
      keys.push_back({option.name, value_of(option).schema, option.required, option.description});
      continue;
    }
    const std::string name = option.name.substr(0, dot);
    const bool is_known = std::any_of(keys.begin(), keys.end(), [&](const auto& key) { return key.name == name; });
    if (!is_known) keys.push_back(key_of_members(name, options));
  }
  return keys;
}

/// Transports that have the same options, such as those that one plugin registers under several names.
struct TransportGroup {
  std::vector<std::string> names;
  std::vector<TransportKey> options;

  [[nodiscard]] bool has(std::string_view option) const {
    return std::any_of(options.begin(), options.end(), [&](const auto& one) { return one.name == option; });
  }
  [[nodiscard]] bool is_called(std::string_view name) const {
    return std::find(names.begin(), names.end(), name) != names.end();
  }
};

bool are_same(const std::vector<TransportKey>& one, const std::vector<TransportKey>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](const auto& left, const auto& right) {
    return left.name == right.name && left.schema == right.schema && left.is_required == right.is_required;
  });
}

std::vector<TransportGroup> groups_of(const Vocabulary& vocabulary) {
  std::vector<TransportGroup> groups;
  for (const auto& transport : vocabulary.transports) {
    const auto options = keys_of(transport.second);
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const TransportGroup& group) { return are_same(group.options, options); });
    TransportGroup& group = same == groups.end() ? groups.emplace_back(TransportGroup{{}, options}) : *same;
    group.names.push_back(transport.first);
    for (const std::string_view other : other_names_of_transport(transport.first)) group.names.emplace_back(other);
  }
  return groups;
}

void write_names(JsonWriter& schema, const std::vector<std::string>& names) {
  schema.array();
  for (const std::string& name : names) schema.string(name);
  schema.end();
}

void write_has(JsonWriter& schema, const std::vector<std::string>& keys) {
  schema.key("required");
  write_names(schema, keys);
}

std::string with_default(const FileKey& key) {
  return key.description + (key.default_value.empty() ? "" : " Default: " + key.default_value + ".");
}

void write_property(JsonWriter& schema, const std::string& name, const ValueShape& shape,
                    const std::string& description) {
  schema.key(name).object().raw_items(shape.schema).member("description", description).end();
}

void write_keys(JsonWriter& schema, KeyPlace place) {
  for (const FileKey& key : file_keys()) {
    if (key.place == place) write_property(schema, key.name, key.shape, with_default(key));
  }
}

void write_required(JsonWriter& schema, KeyPlace place) {
  std::vector<std::string> required;
  for (const FileKey& key : file_keys()) {
    if (key.place == place && key.is_required) required.push_back(key.name);
  }
  if (!required.empty()) write_has(schema, required);
}

enum class OtherKeys { refused, allowed };

void write_plain_object(JsonWriter& schema, KeyPlace place, const char* title, OtherKeys others = OtherKeys::refused) {
  schema.object().member("title", title).member("type", "object").key("properties").object();
  write_keys(schema, place);
  schema.end();
  write_required(schema, place);
  if (others == OtherKeys::refused) schema.member("additionalProperties", false);
  schema.end();
}

/// Writes the schema of a server, which depends on its transport.
class ServerSchema {
 public:
  ServerSchema(JsonWriter& schema, const Vocabulary& vocabulary) : schema_(schema), groups_(groups_of(vocabulary)) {}

  void write() {
    schema_.object().member("title", "A server").member("type", "object").key("properties").object();
    write_keys_of_the_host();
    write_options();
    write_foreign_keys();
    schema_.end();
    write_required(schema_, KeyPlace::server);
    schema_.member("additionalProperties", false).key("allOf").array();
    for (const TransportGroup& group : groups_) write_condition(group);
    schema_.end().end();
  }

 private:
  void write_keys_of_the_host() {
    std::vector<std::string> names;
    for (const TransportGroup& group : groups_) names.insert(names.end(), group.names.begin(), group.names.end());
    for (const FileKey& key : file_keys()) {
      if (key.place != KeyPlace::server) continue;
      const bool names_transport = key.name == "transport" || key.name == "type";
      write_property(schema_, key.name, names_transport ? choice_value(names) : key.shape, with_default(key));
      written_.insert(key.name);
    }
  }

  /// An option that transports describe differently may be as any of them describes it; its transport decides.
  void write_options() {
    for (const TransportGroup& group : groups_) {
      for (const TransportKey& option : group.options) {
        if (!written_.insert(option.name).second) continue;
        std::vector<std::string> shapes;
        for (const TransportGroup& other : groups_) {
          for (const TransportKey& same : other.options) {
            if (same.name != option.name) continue;
            if (std::find(shapes.begin(), shapes.end(), same.schema) == shapes.end()) shapes.push_back(same.schema);
          }
        }
        schema_.key(option.name).object();
        if (shapes.size() == 1) {
          schema_.raw_items(shapes.front());
        } else {
          schema_.key("anyOf").array();
          for (const std::string& shape : shapes) schema_.object().raw_items(shape).end();
          schema_.end();
        }
        schema_.member("description", option.description).end();
      }
    }
  }

  void write_foreign_keys() {
    for (const std::string_view view : foreign_keys()) {
      const std::string key(view);
      if (!written_.insert(key).second) continue;
      const auto off = off_key(key);
      schema_.key(key).object();
      if (off) schema_.raw_items((*off == OffKey::enabled ? flag_value() : text_list_value()).schema);
      schema_.member("description", "A key of other clients: " + std::string(*foreign_key_note(key)) + ".");
      schema_.member("deprecated", true).end();
    }
  }

  /// For an entry with one of these transports: what it must have, and what belongs to others.
  void write_condition(const TransportGroup& group) {
    schema_.object().key("if").object().key("anyOf").array();
    write_is_named(group, "transport", "");
    write_is_named(group, "type", "transport");
    if (group.is_called(kDefaultTransport)) write_is_default();
    if (group.is_called(kAddressTransport)) write_has_only("url");
    if (group.is_called(kImageTransport)) write_has_only(kImage);
    schema_.end().end().key("then").object();
    std::vector<std::string> required;
    for (const TransportKey& option : group.options) {
      if (option.is_required) required.push_back(option.name);
    }
    if (!required.empty()) write_has(schema_, required);
    schema_.key("properties").object();
    for (const TransportKey& option : group.options) {
      schema_.key(option.name).object().raw_items(option.schema).end();
    }
    for (const std::string& other : options_of_others(group)) schema_.key(other).boolean(false);
    schema_.end().end().end();
  }

  void write_is_named(const TransportGroup& group, const std::string& key, const std::string& stronger) {
    schema_.object();
    write_has(schema_, {key});
    schema_.key("properties").object().key(key).object().key("enum");
    write_names(schema_, group.names);
    schema_.end();
    if (!stronger.empty()) schema_.key(stronger).boolean(false);
    schema_.end().end();
  }

  void write_names_none() {
    schema_.key("properties").object().key("transport").boolean(false).key("type").boolean(false);
  }

  /// Without an address or an image, or with a command.
  void write_is_default() {
    schema_.object();
    write_names_none();
    schema_.end();
    const bool has_address = has_transport(kAddressTransport);
    const bool has_image = has_transport(kImageTransport);
    if (has_address || has_image) {
      schema_.key("anyOf").array().object();
      write_has(schema_, {"command"});
      schema_.end().object().key("properties").object();
      if (has_address) schema_.key("url").boolean(false);
      if (has_image) schema_.key(kImage).boolean(false);
      schema_.end().end().end();
    }
    schema_.end();
  }

  /// Without a command.
  void write_has_only(const std::string& key) {
    schema_.object();
    write_has(schema_, {key});
    write_names_none();
    schema_.key("command").boolean(false).end().end();
  }

  [[nodiscard]] bool has_transport(std::string_view name) const {
    return std::any_of(groups_.begin(), groups_.end(),
                       [&](const TransportGroup& group) { return group.is_called(name); });
  }

  [[nodiscard]] std::set<std::string> options_of_others(const TransportGroup& group) const {
    std::set<std::string> names;
    for (const TransportGroup& other : groups_) {
      for (const TransportKey& option : other.options) {
        if (!group.has(option.name) && !foreign_key_note(option.name)) names.insert(option.name);
      }
    }
    return names;
  }

  JsonWriter& schema_;
  const std::vector<TransportGroup> groups_;
  std::set<std::string> written_;
};

/// The same value in lines that a person can read.
std::string indented(const std::string& json) {
  constexpr bool kKeepsOrder = true;
  Poco::JSON::Parser parser(new Poco::JSON::ParseHandler(kKeepsOrder));
  std::ostringstream out;
  parser.parse(json).extract<Poco::JSON::Object::Ptr>()->stringify(out, 2);
  return out.str() + "\n";
}

}  // namespace

std::string toolboxes_schema(const Vocabulary& vocabulary) {
  JsonWriter schema;
  schema.object().member("$schema", "https://json-schema.org/draft/2020-12/schema");
  schema.member("title", "The toolboxes file of MCP Workbench");
  schema.member("description", "Defines toolboxes and the MCP servers in them.").member("type", "object");
  schema.key("properties").object();
  write_keys(schema, KeyPlace::file);
  schema.end();
  write_required(schema, KeyPlace::file);
  schema.member("additionalProperties", false).key("$defs").object();
  write_plain_object(schema.key("toolbox"), KeyPlace::toolbox, "A toolbox");
  write_plain_object(schema.key("host"), KeyPlace::host, "A host");
  write_plain_object(schema.key("tool"), KeyPlace::tool, "A tool of a server");
  write_plain_object(schema.key("argument"), KeyPlace::argument, "An argument of a tool");
  write_plain_object(schema.key("input"), KeyPlace::input, "A value that a person is asked for", OtherKeys::allowed);
  ServerSchema(schema.key("server"), vocabulary).write();
  return indented(std::string(schema.end().end().text()));
}

}  // namespace workbench::config
