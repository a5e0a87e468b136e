#pragma once

#include <map>
#include <string>
#include <utility>

#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::servers {

/// The tools of one server whose results do not conform to their outputSchema. Native lists show them without it,
/// because official clients throw away what does not conform. Kept as long as the server is configured. [loop thread]
class OutputSchemas {
 public:
  /// `withdrawn` is called inside withdraw(), when the lists of tools have to be made again.
  void on_withdrawn(MoveOnlyFunction<void()> withdrawn) { withdrawn_ = std::move(withdrawn); }

  /// A result of the tool, by the name that clients know, does not conform to this schema, which clients were shown.
  /// Later results make no difference.
  void withdraw(const std::string& tool, Json schema) {
    const bool is_first = schemas_.emplace(tool, std::move(schema)).second;
    if (is_first && withdrawn_) withdrawn_();
  }

  [[nodiscard]] bool is_withdrawn(const std::string& tool) const { return schemas_.count(tool) > 0; }

  /// The schema that was withdrawn, which some clients may still know. Absent: none was.
  [[nodiscard]] Json withdrawn(const std::string& tool) const {
    const auto found = schemas_.find(tool);
    return found == schemas_.end() ? Json() : found->second;
  }

 private:
  std::map<std::string, Json> schemas_;  // by tool
  MoveOnlyFunction<void()> withdrawn_;
};

}  // namespace workbench::servers
