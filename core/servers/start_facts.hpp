#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/json_writer.hpp>
#include <workbench/options.hpp>

#include "config/toolboxes_file/config.hpp"
#include "config/variables.hpp"
#include "servers/file_hashes.hpp"
#include "servers/package_words.hpp"

namespace workbench::servers {

/// What starts a server, as an object for reviews: see CatalogItem::definition, `start`. It is made of the entry and of
/// files, before each start, without network and without starting anything. The same entry on the same machine gives
/// the same bytes.
///
/// - Texts are as the configuration file has them, so a reference to a variable or a secret stays one. What looks like
///   a secret without a reference is replaced (kHiddenSecret), also in addresses. `env` is not part of it.
/// - `program` is there unless the command is an interpreter or a runner of packages of the system (`node`, `npx`,
///   `docker`), which upgrades replace: then the file, the package or the image that it runs is what is recorded.
/// - `scripts` are the arguments that name a program: the first file of an interpreter, and files that can be executed
///   or have the ending of one (".js", ".jar"). Data files are none, because servers write them.
/// - `integrity` is what npm has recorded when it installed the package; absent: not yet. [loop thread]
class StartFacts {
 public:
  /// What is written in the place of a secret.
  static constexpr std::string_view kHiddenSecret = "(secret)";

  /// `environment`: of the workbench, for PATH and HOME.
  explicit StartFacts(config::Environment environment) : environment_(std::move(environment)) {}

  /// `issuer`: of the login that the server behind a URL has; empty: it is not known.
  [[nodiscard]] Json of(const config::ServerEntry& entry, std::string_view issuer = {});

  /// The folder in which npx of this entry keeps packages; empty: it is not known.
  [[nodiscard]] std::filesystem::path npm_cache(const config::ServerEntry& entry) const;

 private:
  struct Program {
    std::string path;  // as it is shown
    std::filesystem::path file;
  };

  void write_command(JsonWriter& writer, const config::ServerEntry& entry, const Options::TextList& shown_args);
  void write_package(JsonWriter& writer, const config::ServerEntry& entry, const PackageWords& package) const;
  [[nodiscard]] std::string shown_path(const std::filesystem::path& file) const;
  [[nodiscard]] Program find_program(const config::ServerEntry& entry) const;
  [[nodiscard]] bool is_hashed(const std::string& command) const;
  /// The variable that the entry sets, or that the workbench has; empty: neither.
  [[nodiscard]] std::string variable(const config::ServerEntry& entry, std::string_view name) const;

  config::Environment environment_;
  FileHashes hashes_;
};

}  // namespace workbench::servers
