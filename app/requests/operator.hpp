#pragma once

#include <memory>
#include <optional>
#include <string>

#include <workbench/principal.hpp>

namespace workbench::app {

/// Who is at the other end of an operator's connection, as the listener vouches for it; no member of a request changes
/// that.
struct Operator {
  std::string who;                            ///< the person, for records: a principal, or the user of the workbench
  std::shared_ptr<const Principal> own = {};  ///< the operator sees what belongs to it; null: everything

  bool is_local = false;  ///< a program of the user's, over a socket that only the user can connect to

  [[nodiscard]] bool sees_everything() const { return own == nullptr; }
};

/// The principal whose calls and decisions alone exist for the operator; absent: all exist.
[[nodiscard]] inline std::optional<std::string> own_name(const Operator& from) {
  return from.sees_everything() ? std::nullopt : std::optional(from.own->name);
}

}  // namespace workbench::app
