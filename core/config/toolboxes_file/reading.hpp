#pragma once

#include <filesystem>

#include "config/toolboxes_file/read_config.hpp"
#include "config/toolboxes_file/report.hpp"

namespace workbench::config {

/// What every part of the reading of one toolboxes file needs. All of it outlives the reading.
struct Reading {
  Report& report;
  const Vocabulary& vocabulary;
  const Environment& environment;
  std::filesystem::path folder;  ///< of the file; what the paths in it are relative to
};

}  // namespace workbench::config
