#pragma once

#include <functional>
#include <string>

#include "client_files/entry_values.hpp"
#include "client_files/value.hpp"
#include "client_files/written_server.hpp"

// How other clients and programs confine a server, in the words of our own entries.

namespace workbench::client_files {

/// Changes a text of a value; `at`: where it is.
using TextChange = std::function<std::string(const std::string& text)>;

/// The rules of `sandbox` as JSON, each text as `change` has it.
[[nodiscard]] std::string rules_as_json(const Value& rules, const TextChange& change);

/// A server that is started by a program which confines it (srt, codex sandbox) becomes one that the workbench
/// confines, with the rules of the file that srt reads. What cannot be translated stays as it is, which is noted.
void translate_confining_command(WrittenServer& server, const Where& where, FileFindings& findings);

}  // namespace workbench::client_files
