#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <workbench/result.hpp>

#include "client_files/file_writing.hpp"
#include "config/variables.hpp"
#include "install/installation_tree.hpp"
#include "install/tree_lease.hpp"

namespace workbench::app {

/// This user's copies of the program: a folder for each version below `$XDG_DATA_HOME/mcp-workbench`, and the links
/// `current`, which clients start, `previous`, and `~/.local/bin/mcp-workbench`. A copy is never changed, since a
/// process may run from it; the links are replaced at once. [startup]
class UserInstallation {
 public:
  explicit UserInstallation(const config::Environment& environment);

  /// Empty: the user has no home, and nothing else may be called.
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  /// The tree that is current, and its program, whichever copy that is.
  [[nodiscard]] std::filesystem::path current() const { return folder_ / "current"; }
  [[nodiscard]] std::filesystem::path command() const { return current() / "bin/mcp-workbench"; }

  /// The name of the copy that is current; absent: none is.
  [[nodiscard]] std::optional<std::string> current_name() const { return name_at("current"); }
  [[nodiscard]] std::optional<std::string> previous_name() const { return name_at("previous"); }
  /// The names of all copies, sorted.
  [[nodiscard]] std::vector<std::string> copies() const;

  /// Held while anything below is called. The error is a sentence; ErrorKind::unavailable: another process holds it.
  [[nodiscard]] Result<client_files::FileLock> lock() const;

  struct Added {
    std::string name;  ///< of the copy: the version, with -2, -3 and so on for others of the same version
    std::string version;
    bool is_copied = false;  ///< false: there was such a copy already, or the tree is one
  };
  /// Copies the tree. Errors as version_of_tree() and copy_tree(); invalid_argument also: the copies are in the tree.
  [[nodiscard]] Result<Added> add(const InstallationTree& tree) const;

  /// Makes the copy of this name the current one, and the one that was current the previous one. The error is a
  /// sentence; not_found: there is no such copy.
  [[nodiscard]] Result<void> make_current(const std::string& name) const;

  /// Removes the copies that are neither current nor previous, and that no process runs from; and what an interrupted
  /// copying has left. Returns the names of the copies that were removed.
  std::vector<std::string> remove_unused() const;

  /// The names of the copies that a process besides this one runs from.
  [[nodiscard]] std::vector<std::string> copies_in_use() const;

  /// Keeps other processes from starting from a copy.
  struct Reservation {
    std::vector<ReservedTree> copies;  ///< all that no process besides this one runs from
    std::vector<std::string> in_use;   ///< the names of the others
  };
  [[nodiscard]] Reservation reserve_copies() const;

  struct Removal {
    std::vector<std::filesystem::path> removed;
    std::vector<std::string> failures;  ///< a sentence for each
  };
  /// Removes all copies, the remains of copies, the links and, if nothing of another's is in it, the folder.
  [[nodiscard]] Removal remove_all() const;

  /// Removes the folder if lock() alone has made it.
  void remove_empty_folder() const;

  /// `~/.local/bin/mcp-workbench`, by which a person starts the current copy. Empty: there is no home.
  [[nodiscard]] const std::filesystem::path& link() const { return link_; }
  enum class Link {
    made,
    present,  ///< it is ours, and starts the current copy
    foreign,  ///< something else has that name, and stays
    failed,   ///< it cannot be made
  };
  Link make_link() const;
  /// Whether the folder of link() is in PATH.
  [[nodiscard]] bool is_link_in_path() const;

 private:
  [[nodiscard]] Result<void> remove_copy(const std::string& name) const;
  [[nodiscard]] std::optional<std::string> name_at(const char* link) const;
  [[nodiscard]] bool is_copy(const InstallationTree& tree) const;
  [[nodiscard]] bool is_link_ours() const;
  [[nodiscard]] std::filesystem::path target_of_link() const;

  config::Environment environment_;
  std::filesystem::path folder_;
  std::filesystem::path link_;
};

}  // namespace workbench::app
