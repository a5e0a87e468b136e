#include "config/toolboxes_file/server_identity.hpp"

#include <utility>

#include <workbench/json_writer.hpp>

namespace workbench::config {
namespace {

void write_value(JsonWriter& writer, const Options& options, const OptionDescription& description) {
  const std::string& name = description.name;
  switch (description.type) {
    case OptionType::text:
    case OptionType::path: writer.string(options.text(name)); return;
    case OptionType::number: writer.number(options.number(name, 0)); return;
    case OptionType::flag: writer.boolean(options.flag(name, false)); return;
    case OptionType::mount_list:
    case OptionType::text_list:
      writer.array();
      for (const std::string& text : options.text_list(name)) writer.string(text);
      writer.end();
      return;
    case OptionType::text_map:
      writer.object();
      for (const auto& [key, value] : options.text_map(name)) writer.member(key, value);
      writer.end();
      return;
    case OptionType::number_map:
      writer.object();
      for (const auto& [key, value] : options.number_map(name)) writer.member(key, value);
      writer.end();
      return;
  }
}

}  // namespace

std::string identity_of(const ServerEntry& entry, const std::vector<OptionDescription>& descriptions) {
  // The marks tell a reference to the client from a value that looks like one.
  Options options = entry.options;
  for (const auto& [name, value] : entry.client_templates) options.set(name, value);
  JsonWriter writer;
  writer.object();
  for (const OptionDescription& description : descriptions) {
    if (!options.has(description.name)) continue;
    writer.key(description.name);
    write_value(writer, options, description);
  }
  return std::move(writer.end()).take();
}

}  // namespace workbench::config
