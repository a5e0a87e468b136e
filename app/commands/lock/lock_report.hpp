#pragma once

#include <string>
#include <vector>

#include <workbench/json_writer.hpp>

#include "commands/lock/lock_findings.hpp"
#include "commands/lock/lock_store.hpp"
#include "process/output.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// What a run of `lock` has found, as it is written.
struct LockReport {
  const LockStore& store;
  const std::vector<ServerFinding>& servers;
  std::string options;  ///< that name the same configuration in a command to paste: " --config x"; may be empty

  [[nodiscard]] bool has_changes() const;
  [[nodiscard]] bool has_unchecked() const;
};

/// The options of a command line that name its configuration, for LockReport::options.
[[nodiscard]] std::string configuration_options(const Sources& sources);

/// A word for the state of a server or an item, as JSON has it.
[[nodiscard]] std::string_view word_for(LockState state);
/// What differs about an item, behind its title and a colon: "new", "changed, its description".
[[nodiscard]] std::string sentence_about(const ItemFinding& finding);

/// Which servers and items differ, a line each.
void print_summary(const LockReport& report, Output& out);
/// The same with every line that differs, and the commands that accept it.
void print_diff(const LockReport& report, Output& out);
/// Which texts have become patterns, for the reviewer.
void print_patterns(const std::vector<ServerFinding>& findings, Output& out);
/// An object with the members `file`, `isSame`, `isChecked` and `servers`, without its end.
void write_report(const LockReport& report, JsonWriter& writer);
/// A log in SARIF 2.1.0, for systems that review code: a result for each difference, at its line of the lock file.
void print_sarif(const LockReport& report, Output& out);

}  // namespace workbench::app
