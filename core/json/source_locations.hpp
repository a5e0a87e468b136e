#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace workbench::json {

/// A place in a text as people count: both from 1, the column in characters (code points), not bytes.
struct LineColumn {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// Where the byte at `offset` is. Lines end with "\n"; an offset behind the text means its end.
[[nodiscard]] LineColumn line_column(std::string_view text, std::size_t offset) noexcept;

/// The path of a member of the object at `parent`: `$.name`, or `$["my name"]` if it is not a plain name
/// ([A-Za-z_][A-Za-z0-9_-]*). The root is `$`.
[[nodiscard]] std::string path_member(std::string_view parent, std::string_view name);
/// The path of an element of the array at `parent`: `$[0]`.
[[nodiscard]] std::string path_element(std::string_view parent, std::size_t index);

/// Where everything in a JSON text is written, by path: `$.toolboxes.dev.mcpServers["my.server"].args[0]`. For files
/// that people write, so that a finding can say where; not for messages.
class SourceLocations {
 public:
  /// A member whose name occurred before in the same object.
  struct Duplicate {
    std::string path;
    std::size_t offset = 0;        ///< of the later key
    std::size_t first_offset = 0;  ///< of the first one
  };

  /// `checked_text` is one that check() accepts; it is not kept. If its names are so long that the paths would take
  /// far more memory than the text, the rest is left out.
  explicit SourceLocations(std::string_view checked_text);

  /// The byte offset of a member's key, of an array's element, or of the root value; for duplicates, of the first.
  /// Absent: nothing has that path.
  [[nodiscard]] std::optional<std::size_t> offset_of(std::string_view path) const;

  /// Whether nothing was left out.
  [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }

  /// In the order of the text.
  [[nodiscard]] const std::vector<Duplicate>& duplicates() const noexcept { return duplicates_; }

 private:
  std::unordered_map<std::string, std::size_t> offsets_;
  std::vector<Duplicate> duplicates_;
  bool is_complete_ = true;
};

}  // namespace workbench::json
