#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "client_files/known_toolboxes.hpp"
#include "client_files/secrets.hpp"
#include "client_files/toolboxes_text.hpp"
#include "client_files/translate.hpp"

namespace workbench::client_files {

/// What a toolboxes file would get, and the file of variables beside it.
struct Proposal {
  std::vector<ProposedToolbox> toolboxes;
  Secrets secrets;
  std::vector<WrittenInput> inputs = {};  ///< that these servers refer to and the file does not have
  std::vector<std::string> notes;         ///< what was left out, merged and renamed, and what has to be filled in
  std::size_t already_there = 0;          ///< servers that the file has
  /// For each imported server, whether the file then has it: only then may it be removed from its client.
  std::vector<bool> carried;
};

/// The toolbox of the user's servers, while they are few.
inline constexpr std::string_view kToolboxOfUser = "main";

/// The toolboxes of the servers of the user.
enum class UserToolboxes {
  one,  ///< kToolboxOfUser
  each  ///< one for each, with its name
};

/// Distributes imported servers to toolboxes, one by one. Opening a toolbox costs the definitions of all of its tools:
/// if the user has many servers, each gets a toolbox of its own, so that an agent opens what its task needs and nothing
/// else. The servers of a project are used together, and make one toolbox with its name.
class Gathering {
 public:
  Gathering(Proposal& proposal, const KnownToolboxes& known, UserToolboxes of_user)
      : proposal_(proposal), known_(known), of_user_(of_user) {}

  /// Whether the toolboxes file then has the server.
  bool add(const ImportedServer& imported);

  /// `TOOLBOX/SERVER` of what was added last; empty: the toolboxes file has it already.
  [[nodiscard]] const std::string& latest() const { return latest_; }

  /// Gives each toolbox its description.
  void finish();

  void note(const ImportedServer& imported, const std::string& what);

 private:
  /// The entry of this name and program that the toolboxes file has. Null: there is none.
  [[nodiscard]] const WrittenServer* namesake_of(const WrittenServer& server,
                                                 const std::filesystem::path& project) const;
  bool is_adapted(const WrittenServer& known, const ImportedServer& imported);
  bool merge_with_same(const WrittenServer& server, const ImportedServer& imported);
  void merge(WrittenServer& known, const WrittenServer& server, const ImportedServer& imported);

  [[nodiscard]] bool is_name_of_toolbox(const std::string& name) const;
  [[nodiscard]] std::string free_name(const ProposedToolbox* toolbox, const ImportedServer& imported) const;
  [[nodiscard]] const ProposedToolbox* known_toolbox_of(const std::filesystem::path& project) const;
  ProposedToolbox& toolbox_of_project(const std::filesystem::path& project);
  ProposedToolbox& new_toolbox(std::string name, const std::filesystem::path& project);
  void describe(ProposedToolbox& toolbox, const std::filesystem::path& project) const;

  Proposal& proposal_;
  const KnownToolboxes& known_;
  const UserToolboxes of_user_;
  std::vector<std::filesystem::path> projects_;  // of the proposed toolboxes, in their order; empty: of the user
  std::string latest_;
};

}  // namespace workbench::client_files
