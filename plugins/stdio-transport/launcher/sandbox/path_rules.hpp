#pragma once

#include <cstddef>

#include "list.hpp"

namespace launcher {

/// What may be done with a file, or below a folder.
enum PathRights : unsigned { kNoPathRights = 0, kMayRead = 1, kMayWrite = 2 };

/// One path of the policy, without symbolic links.
struct PathRule {
  const char* written;  ///< as it was added
  char* path;           ///< owned by PathRules
  std::size_t length;
  unsigned changed;  ///< the rights that it changes for itself and all below it
  unsigned rights;   ///< what they are: the others of `changed` are taken away
};

/// Which files may be read and written. Everything may be read at first, and nothing written. The rule of the longest
/// path counts, for each right; among rules of one path, the one that takes away.
class PathRules {
 public:
  PathRules() = default;
  ~PathRules();
  PathRules(const PathRules&) = delete;
  PathRules& operator=(const PathRules&) = delete;

  /// Adds a rule for an absolute path, which need not exist, and is kept. False: it is not absolute, or there is no
  /// memory.
  bool close_for_reading(const char* path) { return add(path, kMayRead | kMayWrite, kNoPathRights); }
  bool open_for_reading(const char* path) { return add(path, kMayRead, kMayRead); }
  bool open_for_writing(const char* path) { return add(path, kMayRead | kMayWrite, kMayRead | kMayWrite); }
  bool close_for_writing(const char* path) { return add(path, kMayWrite, kNoPathRights); }

  /// `path` is absolute and has no symbolic links.
  [[nodiscard]] unsigned rights_of(const char* path) const;

  /// The rights that the path has, and all below it has as well.
  [[nodiscard]] unsigned rights_of_whole(const char* path) const;

  /// Whether there is a rule for something below the path.
  [[nodiscard]] bool has_rules_below(const char* path) const;

  /// The path of a rule that opens what no other opens because of a symbolic link in a folder that `writable` lets the
  /// server change: it could have made the link when it ran before. Null: there is none.
  [[nodiscard]] const char* find_planted(const PathRules& writable) const;

 private:
  bool add(const char* path, unsigned changed, unsigned rights);
  [[nodiscard]] unsigned rights_of(const char* path, const PathRule* ignored) const;

  List<PathRule> rules_;
};

/// Whether `path` is `folder`, or below it.
[[nodiscard]] bool is_within(const char* path, const char* folder, std::size_t folder_length);

/// The path without symbolic links, as far as it exists; what follows stays as it is. Allocated. Null: it is not
/// absolute, it goes up (`..`) behind what exists, or there is no memory.
[[nodiscard]] char* resolve_path(const char* path);

}  // namespace launcher
