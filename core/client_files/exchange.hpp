#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "client_files/document.hpp"

// Edits of single entries in a file of any format: every other byte stays.

namespace workbench::client_files {

/// A member of an object, or an element of a list whose elements have a name.
struct Item {
  std::string name;
  std::size_t begin;  ///< of the key, or of the element
  const Value* value;
};
[[nodiscard]] std::vector<Item> items_of(const Value& container);

/// An item as a file has it: in JSON without the comma, in YAML its lines without their common indentation, in TOML its
/// tables with their heads.
struct WrittenItem {
  std::string name;
  std::string text;
};

/// The item of this name as it is written in `container`. Absent: it does not exist, or not as a part of its own.
[[nodiscard]] std::optional<WrittenItem> written_item(const Document& document,
                                                      const std::vector<std::string>& container,
                                                      const std::string& name);

/// The change of one object or list of a file.
struct Exchange {
  std::vector<std::string> container;  ///< its path; what is missing of it is made
  std::vector<std::string> removed;    ///< names; those that are not there have no effect
  std::vector<WrittenItem> inserted;   ///< in place of the first that is removed, or at the end
};

/// The text with the change. An error if the file is written in a way in which it cannot be done without changing more
/// than that.
[[nodiscard]] Result<std::string> exchanged(const Document& document, const Exchange& exchange);

// For exchanged() and written_item(), by format; the result is not yet known to be right.
[[nodiscard]] std::string exchanged_in_json(const Document& document, const Exchange& exchange);
[[nodiscard]] std::string exchanged_in_yaml(const Document& document, const Exchange& exchange);
[[nodiscard]] std::string exchanged_in_toml(const Document& document, const Exchange& exchange);
[[nodiscard]] std::string text_of_yaml_item(std::string_view text, const Item& item);
[[nodiscard]] std::string text_of_toml_item(const Document& document, const std::vector<std::string>& path);

}  // namespace workbench::client_files
