#include "config/toolboxes_file/inherited_variables.hpp"

#include <string_view>
#include <utility>

namespace workbench::config {

void name_variables(Options& options, const std::vector<OptionDescription>& descriptions,
                    const Vocabulary& vocabulary) {
  if (!vocabulary.variables_with) return;
  for (const OptionDescription& description : descriptions) {
    if (!description.names_variables || !options.has(description.name)) continue;
    Options::TextList names;
    for (std::string& text : options.text_list(description.name)) {
      if (!text.ends_with('*')) {
        names.push_back(std::move(text));
        continue;
      }
      for (std::string& name : vocabulary.variables_with(std::string_view(text).substr(0, text.size() - 1))) {
        names.push_back(std::move(name));
      }
    }
    options.set(description.name, std::move(names));
  }
}

std::vector<std::string> inherited_variables(const Options& options,
                                             const std::vector<OptionDescription>& descriptions) {
  std::vector<std::string> names;
  for (const OptionDescription& description : descriptions) {
    if (!description.names_variables) continue;
    for (std::string& name : options.text_list(description.name)) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace workbench::config
