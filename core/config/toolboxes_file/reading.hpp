#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "config/config_file.hpp"
#include "config/toolboxes_file/confinement_rule.hpp"
#include "config/toolboxes_file/inputs.hpp"
#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/report.hpp"
#include "config/toolboxes_file/vocabulary.hpp"
#include "config/variables.hpp"

namespace workbench::config {

/// What every part of the reading of one toolboxes file needs. All of it outlives the reading.
struct Reading {
  Report& report;
  const JsonFile& file;
  const Vocabulary& vocabulary;
  Environment environment;                        ///< with the variables of an `envFile` where one applies
  std::filesystem::path folder;                   ///< of the file; the base of relative paths in it
  Inputs inputs = {};                             ///< what `${input:ID}` stands for
  std::vector<std::filesystem::path> files = {};  ///< others that were read for it
  ClientReferences client_references = ClientReferences::stay;  ///< in the text that is read now
  FileReader read_file = read_text_file;                        ///< reads them
  /// Names that the entry which is read now sets for its server, outside its `env`.
  std::vector<std::string> names_of_server = {};
  ConfinementRule confinement = ConfinementRule::listed;  ///< of the file
  std::vector<std::string> approve = {};                  ///< of the file: see CallPolicy
  std::string lock = {};                                  ///< of the file; empty: not configured
};

}  // namespace workbench::config
