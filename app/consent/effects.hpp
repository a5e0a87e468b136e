#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace workbench::app {

/// A file that was read for a configuration, with its text.
struct ShownFile {
  std::filesystem::path path;
  std::string text;
};

/// Whether the values of variables and headers are shown. They may be secrets, and they decide what a program does: the
/// person who decides has to see them, other readers must not.
enum class Values { shown, hidden };

/// What a toolboxes file would make the workbench do, for the person who decides whether it may: each command line,
/// each address, all other keys of each server and of the file that have an effect, and what the files that it refers
/// to set. Everything is as it is written, with variables as `${NAME}`. Every line is safe to be shown on a terminal.
/// `files`: the toolboxes file first, which has no error but of single entries.
[[nodiscard]] std::string effects_text(const std::vector<ShownFile>& files, Values values);

}  // namespace workbench::app
