#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "client_files/written_server.hpp"
#include "config/toolboxes_file/vocabulary.hpp"
#include "config/variables.hpp"

namespace workbench::client_files {

/// Why the workbench would refuse this entry, `what is wrong; what to do`; absent: it can be used. `variables`: what
/// the file of variables will have. `inputs`: those of the toolboxes file.
using EntryCheck = std::function<std::optional<std::string>(const WrittenServer& server, const TextMap& variables,
                                                            const std::vector<WrittenInput>& inputs)>;

/// Asks the reader of toolboxes files, so that no entry is written that it refuses, for whatever reason. `file`: where
/// the entry will be, for relative paths; it need not exist.
[[nodiscard]] EntryCheck check_by_reader(std::filesystem::path file, config::Vocabulary vocabulary,
                                         config::Environment environment);

}  // namespace workbench::client_files
