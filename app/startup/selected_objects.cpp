#include "startup/selected_objects.hpp"

#include <utility>

#include "base/contains.hpp"
#include "base/text.hpp"

namespace workbench::app {

const std::map<std::string, config::OptionText>& texts_of(const config::PluginOptions& options,
                                                          const std::string& name) {
  static const std::map<std::string, config::OptionText> none;
  const auto found = options.find(name);
  return found == options.end() ? none : found->second;
}

std::string option_of(const config::PluginOptions& options, const std::string& object, const std::string& option) {
  const auto& texts = texts_of(options, object);
  const auto found = texts.find(option);
  return found == texts.end() ? std::string() : found->second.text;
}

std::vector<std::string> provided_by(const registry::RegisteredKind* registered) {
  return registered == nullptr ? std::vector<std::string>() : registered->names();
}

std::optional<registry::ObjectOptions> described_options(const registry::RegisteredKind* registered,
                                                         std::string_view name) {
  return registered == nullptr ? std::nullopt : registered->find_options(name);
}

std::string not_provided(const registry::Kind& kind, const std::string& name,
                         const std::vector<std::string>& provided) {
  const std::string list(kind.list.key);
  return list + ": no loaded plugin provides the " + std::string(kind.name) + " '" + name +
         "' (there are: " + base::listed(provided) + "); fix " + list + ", or load the plugin with plugins.load";
}

bool is_selected(const registry::Kind& kind) {
  return kind.choice != registry::ObjectChoice::by_entries;
}

bool may_be_unlisted(const registry::Kind& kind) {
  return kind.choice == registry::ObjectChoice::by_list_or_default || kind.choice == registry::ObjectChoice::all;
}

std::vector<std::string> needed_names(const registry::Kind& kind, const config::KindSettings& settings,
                                      const std::vector<std::string>& provided) {
  std::vector<std::string> names = settings.names;
  if (!settings.has_default_names || !kind.list.may_be_empty) return names;
  std::erase_if(names, [&provided](const std::string& name) { return !base::contains(provided, name); });
  return names;
}

}  // namespace workbench::app
