#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::scan {

/// All keys and scalar values of a JSON text, in its order, with the place of each. Does not recurse, and takes linear
/// time. The text must outlive it, and be valid JSON: of another one it yields something, without harm.
class JsonStrings {
 public:
  enum class Kind { key, string, other };

  explicit JsonStrings(std::string_view json) : json_(json) {}

  /// Moves to the next one; false: there is none.
  bool next();

  [[nodiscard]] Kind kind() const { return kind_; }
  /// The decoded characters of a key or string, the text of another value. Valid until next().
  [[nodiscard]] std::string_view text() const { return text_; }
  /// The keys and positions that lead there: "inputSchema.properties.a.enum[2]"; of a key, with the key itself. At most
  /// kMaxPathBytes.
  [[nodiscard]] std::string path() const;
  /// The key at that level, as it is written: `level` 0 is the outermost. Empty: there is none, or it is a position.
  [[nodiscard]] std::string_view key_at(std::size_t level) const;
  /// Whether what is at that level is in an array.
  [[nodiscard]] bool is_array_at(std::size_t level) const {
    return level < levels_.size() && !levels_[level].is_object;
  }
  /// The innermost key that leads to the value, or the key itself.
  [[nodiscard]] std::string_view last_key() const;
  [[nodiscard]] std::size_t depth() const { return levels_.size(); }

  static constexpr std::size_t kMaxPathBytes = 200;

 private:
  struct Level {
    bool is_object;
    std::string_view key;  // as written, without quotes
    std::size_t index;
  };

  bool step();
  void read_string();
  void read_other();

  const std::string_view json_;
  std::size_t at_ = 0;
  bool expects_key_ = false;
  std::vector<Level> levels_;
  Kind kind_ = Kind::other;
  std::string_view text_;
  std::string decoded_;
};

/// The characters of a JSON string whose text between the quotes this is. Half of a surrogate pair becomes U+FFFD.
[[nodiscard]] std::string decoded_json(std::string_view written);

}  // namespace workbench::scan
