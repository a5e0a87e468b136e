#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "client_files/client_table.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/foreign_text.hpp"
#include "client_files/written_server.hpp"

namespace workbench::client_files {

/// Where a value is, for findings.
struct Where {
  std::size_t offset = 0;
  std::string path;
};

/// Reads the values in the entries of a group, whatever key they belong to, with their variables as ours. A value of
/// another type than expected is found, and left out.
class EntryValues {
 public:
  /// `findings` must outlive it.
  EntryValues(const ServerGroup& group, FileFindings& findings);

  /// From now on: the names that the entry's own `env` has. Its values are read without them.
  void set_variables_of_server(std::vector<std::string> names);

  [[nodiscard]] std::string translated(std::string_view text, const Where& at);
  [[nodiscard]] std::string text_of(const Value& value, const Where& at);
  /// A list of texts, or one text with several words.
  void append_texts(const Value& value, const Where& at, std::vector<std::string>& texts);
  void append_map(const Value& value, const Where& at, TextMap& map);
  /// A list of names, which have no variables.
  void read_names(const Value& value, const Where& at, std::vector<std::string>& names);

  /// `expected`: what should be there, as "a list of names".
  void wrong_type(const Value& value, std::string_view expected, const Where& at);

 private:
  FileFindings& findings_;
  TextRules rules_;
};

}  // namespace workbench::client_files
