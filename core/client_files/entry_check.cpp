#include "client_files/entry_check.hpp"

#include <utility>

#include "client_files/toolboxes_text.hpp"
#include "config/toolboxes_file/env_file.hpp"
#include "config/toolboxes_file/read_config.hpp"

namespace workbench::client_files {

EntryCheck check_by_reader(std::filesystem::path file, config::Vocabulary vocabulary, config::Environment environment) {
  return [file = std::move(file), vocabulary = std::move(vocabulary), environment = std::move(environment)](
             const WrittenServer& server, const TextMap& variables,
             const std::vector<WrittenInput>& inputs) -> std::optional<std::string> {
    const std::string text = write_toolboxes_file({{"checked", "An entry.", {server}}}, "", "", inputs);
    const config::FileReader read = [&](const std::filesystem::path& wanted, std::size_t max_bytes) {
      return wanted == file ? Result<std::string>(text) : config::read_text_file(wanted, max_bytes);
    };
    const auto reading = config::read_config(file, vocabulary, config::with_variables(variables, environment), read);
    for (const config::Finding& finding : reading.findings) {
      if (finding.severity != config::Finding::Severity::note) return finding.what;
    }
    return std::nullopt;
  };
}

}  // namespace workbench::client_files
