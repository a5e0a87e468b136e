#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client_files/dialect.hpp"
#include "client_files/document.hpp"
#include "config/toolboxes_file/foreign_time.hpp"

namespace workbench::client_files {

/// Whose servers a file has.
enum class Scope {
  user,     ///< all that this user does
  project,  ///< one folder, for all who work in it
  local,    ///< one folder, for this user: a part of a file of the user
};

/// What stands for the path of a project in ClientRow::servers.
inline constexpr std::string_view kAnyProject = "*";

/// One shape of one client's file: where it is, and how its entries are to be read. A row of client_table().
struct ClientRow {
  std::string_view id;     ///< of all rows of one client: "vscode"
  std::string_view title;  ///< for people: "VS Code"
  Scope scope = Scope::user;
  Format format = Format::json;
  /// The path of the object or the list with the servers. Empty: the file itself is that object.
  std::vector<std::string> servers;
  /// Begin with ~/ (the home folder), $XDG_CONFIG_HOME/ or ./ (the project). Empty: files are only recognised.
  std::vector<std::string_view> places;
  /// The unit of its time limits whose keys do not name one; unknown also if it has no such limits.
  config::TimeUnit timeout_unit = config::TimeUnit::unknown;
  bool dollar_is_variable = false;  ///< it replaces $NAME, not only ${NAME}
  bool has_comments = false;        ///< its JSON may have comments and trailing commas
  /// Paths of lists of names: the servers in them are off, or all that are not in them.
  std::vector<std::vector<std::string>> off_lists = {};
  std::vector<std::vector<std::string>> only_lists = {};
  /// The same, in other files. Each is a place as above.
  struct ListElsewhere {
    std::string_view place;
    std::vector<std::string> path;
  };
  std::vector<ListElsewhere> off_lists_elsewhere = {};
  /// How an entry of a server over stdio is written in it: `command`, or `command` as a list, or else.
  enum class Entry {
    plain,
    command_list,
    goose,
    continue_list,
    codex,
    mcpproxy_list,
    docker_registry
  } entry = Entry::plain;
  const EntryDialect* dialect = &kUnknownDialect;  ///< what its entries can say
  bool is_ours = false;                            ///< describes the entries of our own toolboxes file
};

/// Every client that is known, in the order in which findings name them.
[[nodiscard]] std::span<const ClientRow> client_table();

/// The first row of this id that is not for a project; null: there is none.
[[nodiscard]] const ClientRow* find_client(std::string_view id);

/// The places of a row's files for this user and this folder. The first place of each row is the one of Linux. A folder
/// that is not an absolute path counts as unknown, and so do the places in it.
struct Surroundings {
  std::filesystem::path home;
  std::filesystem::path config_home;  ///< $XDG_CONFIG_HOME, or .config in the home folder
  std::filesystem::path project;      ///< the working directory
};
[[nodiscard]] std::vector<std::filesystem::path> places_of(const ClientRow& client, const Surroundings& surroundings);

/// Whether a client keeps this file for the user alone. A team may share any other file.
[[nodiscard]] bool is_place_of_user(const std::filesystem::path& file, const Surroundings& surroundings);

/// The client that has a file at this place; null: none has.
[[nodiscard]] const ClientRow* client_at(const std::filesystem::path& file, const Surroundings& surroundings);

/// One place of a row. Empty: the folder above it is not known.
[[nodiscard]] std::filesystem::path place_of(std::string_view place, const Surroundings& surroundings);

/// The part of a file that has servers.
struct ServerGroup {
  const ClientRow* client = nullptr;
  const Value* servers = nullptr;        ///< an object or a list
  std::vector<std::string> path;         ///< where it is in the file
  std::filesystem::path project;         ///< empty: they are for all projects
  std::vector<std::string> off = {};     ///< the names of those that another file excludes
  std::vector<std::string> inputs = {};  ///< the ids of the inputs that the file describes as we do
};

/// The groups of a file that this row describes. `project`: of Scope::local, the only folder whose servers are wanted;
/// empty: all folders.
[[nodiscard]] std::vector<ServerGroup> groups_of(const ClientRow& client, const std::filesystem::path& file,
                                                 const Value& root, const std::filesystem::path& project = {});

/// The groups of a file of which only its place and its content are known. A file at one of the places of a row, or
/// with the name of one, has the groups of that row; any other has the groups of the first row whose shape fits.
/// Empty: it is not a client's file.
[[nodiscard]] std::vector<ServerGroup> recognise(const std::filesystem::path& file, const Value& root, Format format,
                                                 const Surroundings& surroundings);

}  // namespace workbench::client_files
