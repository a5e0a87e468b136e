#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema_repair/edits.hpp"
#include "schema_repair/tree.hpp"

namespace workbench::schema_repair {

/// Sentences for people, as many as they read.
class Notes {
 public:
  static constexpr std::size_t kMost = 8;

  void add(std::string note);
  [[nodiscard]] bool is_full() const noexcept { return notes_.size() >= kMost; }
  /// One that there is no room for.
  void count() noexcept { ++more_; }

  void take(Notes&& others);
  /// The last one says how many there are no words for.
  [[nodiscard]] std::vector<std::string> all() &&;

 private:
  std::vector<std::string> notes_;
  std::size_t more_ = 0;
};

/// What one look at a definition, or at a part of it, brings.
struct Findings {
  Edits edits;
  Notes changes;                     ///< what the edits change, and why
  Notes remarks;                     ///< what stays and may be refused nevertheless
  std::optional<std::string> fault;  ///< what cannot be mended; the rest is void then
};

/// Where a value is, for people: `inputSchema.properties["my key"].type`. Long keys and long paths are shortened.
[[nodiscard]] std::string place_of(const Tree& tree, NodeId node);

/// `place_of(node) what`, unless there are enough already.
void note(Notes& notes, const Tree& tree, NodeId node, std::string_view what);

/// At most `most` bytes of `text`, with "..." for the rest, as a JSON string: fit for a line of a log.
[[nodiscard]] std::string shown(std::string_view text, std::size_t most = 80);

}  // namespace workbench::schema_repair
