#pragma once

#include <string>

#include "config/toolboxes_file/vocabulary.hpp"

namespace workbench::config {

/// The JSON Schema (draft 2020-12) of the toolboxes file, for editors: the keys of file_keys(), the options of
/// `vocabulary.transports`, and the keys of other clients that the reader accepts. What it refuses, the reader refuses;
/// it does not know what depends on the machine (variables, files, programs) or only on a plugin's check. With an end
/// of line.
[[nodiscard]] std::string toolboxes_schema(const Vocabulary& vocabulary);

}  // namespace workbench::config
