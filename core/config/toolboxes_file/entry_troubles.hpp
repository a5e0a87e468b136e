#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace workbench::config {

/// Which errors of a toolboxes file concern one entry alone. This is the rule, for all that is read of the file:
///
/// - Within the entry of a server, whether something is written wrong or is missing on this machine (a variable, a
///   file, a plugin): that server is not started, as if its command did not exist, and has the error as its reason
///   (ServerEntry::unusable, has_errors); all others are used.
/// - Within an element of `inputs`: the same, for the servers that refer to it.
/// - Within an entry of `hosts`: the key is left out.
/// - Anywhere else, the error is the file's, and nothing of it is used: it cannot be read, is not a toolboxes file, or
///   has an error in what several servers depend on (a toolbox, the variables for all of them). A lack of descriptors
///   while a file of an entry is read is such an error, too.
///
/// So a reader reports an error with its path, and need not know whose it is.
class EntryTroubles {
 public:
  /// The path of the entry that has the value at `path`, or is it. Empty: no entry has it, it is the file's.
  [[nodiscard]] static std::string_view entry_of(std::string_view path);

  /// Records an error of an entry. False: it is the file's.
  bool add(std::string_view path, std::string_view what);

  /// Why the entry at this path cannot be used: the first error, as the part of a sentence, and how many more there
  /// are. Absent: it can.
  [[nodiscard]] std::optional<std::string> reason(const std::string& entry) const;

 private:
  struct Trouble {
    std::string first;
    std::size_t further = 0;
  };
  std::map<std::string, Trouble, std::less<>> troubles_;  // by the path of the entry
};

}  // namespace workbench::config
