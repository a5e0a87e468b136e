#include "commands/lock/lock_options.hpp"

#include <Poco/Util/Option.h>

namespace workbench::app {

void LockOptions::define(Poco::Util::OptionSet& options) {
  using Poco::Util::Option;
  options.addOption(Option("check", "", "only compare: exit code 0 same, 1 changed, 2 could not be checked"));
  options.addOption(Option("diff", "", "compare, and show each line that differs and how to accept it"));
  options.addOption(Option("accept", "", "write what TOOLBOX/SERVER[/TOOL] lists now, if it has the hash of --expect"));
  options.addOption(Option("expect", "", "the hash that --diff has shown").argument("HASH"));
  options.addOption(Option("sarif", "", "with --check: print SARIF 2.1.0"));
  options.addOption(
      Option("other-day", "", "start the servers on another day, too (with --check: only there); needs faketime"));
  options.addOption(
      Option("other-folder", "", "start the servers for a client in another folder, too (with --check: only there)"));
}

void LockOptions::handle(const std::string& name, const std::string& value) {
  if (name == "check") checks = true;
  if (name == "diff") diffs = true;
  if (name == "accept") accepts = true;
  if (name == "sarif") as_sarif = true;
  if (name == "other-day") has_other_day = true;
  if (name == "other-folder") has_other_folder = true;
  if (name == "expect") expected = value;
}

std::string LockOptions::wrong_usage(const std::vector<std::string>& arguments, bool as_json) const {
  if (arguments.size() > 1) return "name one toolbox or server, or none for all";
  if (static_cast<int>(checks) + static_cast<int>(diffs) + static_cast<int>(accepts) > 1) {
    return "--check, --diff and --accept exclude each other; use one of them";
  }
  if (accepts && !expected) return "--accept needs --expect HASH, which --diff shows; look at that first";
  if (expected && !accepts) return "--expect belongs to --accept TOOLBOX/SERVER[/TOOL]; add that, or remove it";
  if (expected && !expected->starts_with("sha256:")) return "--expect needs a hash that begins with sha256:";
  if (accepts && arguments.empty()) return "--accept needs TOOLBOX/SERVER or TOOLBOX/SERVER/TOOL";
  if (as_sarif && !checks) return "--sarif belongs to --check; add that, or remove it";
  if (as_sarif && as_json) return "--sarif and --json exclude each other; use one of them";
  return {};
}

}  // namespace workbench::app
