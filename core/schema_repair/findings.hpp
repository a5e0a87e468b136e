#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema_repair/edits.hpp"
#include "schema_repair/tree.hpp"

namespace workbench::schema_repair {

/// Sentences for people, not more than they will read.
class Notes {
 public:
  static constexpr std::size_t kMax = 8;

  [[nodiscard]] bool is_full() const noexcept { return notes_.size() >= kMax; }
  /// When the notes are full, the note is only counted.
  void add(std::string note);
  /// Counts a note without a sentence; for use when the notes are full.
  void count() noexcept { ++more_; }
  void merge(Notes&& others);

  /// The notes; a last one gives the number of those that were only counted.
  [[nodiscard]] std::vector<std::string> sentences() &&;

 private:
  std::vector<std::string> notes_;
  std::size_t more_ = 0;
};

/// The findings about a definition or a part of it: the edits that repair it, a note on each, remarks on what clients
/// may refuse but is not changed, and the first fault that cannot be repaired. With a fault the rest is meaningless.
class Findings {
 public:
  /// `tree` must outlive the findings.
  explicit Findings(const Tree& tree) : tree_(&tree) {}

  // A note begins with the location in the tree, `why` is the rest of the sentence.
  void remove(NodeId member, std::string_view why);
  void replace(NodeId value, std::string text, std::string_view why);
  /// `key` is not JSON but the characters.
  void rename(NodeId member, std::string_view key, std::string_view why);
  /// `member` is JSON, `"key":value`.
  void put_first(NodeId object, std::string member, std::string_view why);
  /// Removes a member as part of another change, without a note of its own.
  void remove_silently(NodeId member) { edits_.remove(member); }
  /// Replaces an empty array by the object that it is meant to be, without a note of its own: servers that write one
  /// have many.
  void read_as_object(NodeId array) {
    edits_.replace(array, "{}");
    has_empty_arrays_ = true;
  }
  void remark(NodeId node, std::string_view what) { record(remarks_, node, what); }
  void fail(NodeId node, std::string_view why);

  /// Adds the findings of another part of the same tree. The fault that was found first is kept.
  void merge(Findings&& others);

  [[nodiscard]] const Edits& edits() const { return edits_; }
  [[nodiscard]] const std::optional<std::string>& fault() const { return fault_; }
  [[nodiscard]] bool has_empty_arrays() const { return has_empty_arrays_; }
  [[nodiscard]] Notes& changes() { return changes_; }
  [[nodiscard]] Notes& remarks() { return remarks_; }

 private:
  void record(Notes& notes, NodeId node, std::string_view what) const;

  const Tree* tree_;
  Edits edits_;
  Notes changes_;
  Notes remarks_;
  std::optional<std::string> fault_;
  bool has_empty_arrays_ = false;  // replaced by objects
};

/// At most `max_bytes` of `text`, ending in "..." if it is longer, as a JSON string: fit for a line of a log.
[[nodiscard]] std::string shown(std::string_view text, std::size_t max_bytes = 80);

}  // namespace workbench::schema_repair
