#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

// The kinds of objects that plugins provide. What the registry, the settings and the program do for every kind is
// derived from the rows of kind_table.hpp.

namespace workbench::registry {

/// How the objects that are used are chosen among the registered ones of a kind. The program checks their options.
enum class ObjectChoice {
  by_list,             ///< a list of the properties file, in its order
  by_list_or_default,  ///< the same; if it is empty, the objects themselves: the options of all are read
  by_entries,          ///< the entries of the toolboxes file, which have their options, too
  all,                 ///< nothing: all of them are used
};

/// The setting that names the objects that are used, in their order.
struct ListSetting {
  std::string_view key = {};  ///< "metaTools"; empty: there is none
  /// Where the list may be empty, names of the default that no loaded plugin provides are left out.
  std::string_view default_value = {};
  bool may_be_empty = true;
  std::string_view description = {};  ///< one sentence
};

/// A name that no object of a kind may have.
struct ReservedName {
  std::string_view name;
  std::string_view reason;  ///< ends the sentence "... is reserved: "
};

/// One kind: a row of the table.
struct Kind {
  std::string_view name;    ///< "meta-tool": for messages, and to find the row by: the kKindName of its interface
  std::string_view plural;  ///< "meta-tools": in --list-plugins
  ObjectChoice choice = ObjectChoice::by_list;
  ListSetting list = {};         ///< for ObjectChoice::by_list and by_list_or_default
  std::string_view prefix = {};  ///< "metaTool.": of options in the properties file; empty: it has none for this kind
  std::string_view further_characters = {};  ///< in names, besides lower-case letters, digits and hyphens
  bool keeps_order = false;  ///< names are shown in the order of registration, because clients see it; otherwise sorted
  std::span<const ReservedName> reserved_names = {};
};

/// All kinds, in the order in which a person should read of them: kind_table.cpp returns its table.
[[nodiscard]] std::span<const Kind> kinds();

/// The row of the objects that implement T. Throws std::logic_error if the table has none.
template <typename T>
[[nodiscard]] const Kind& kind_of() {
  for (const Kind& kind : kinds()) {
    if (kind.name == T::kKindName) return kind;
  }
  throw std::logic_error("the table of kinds has no row '" + std::string(T::kKindName) + "'");
}

}  // namespace workbench::registry
