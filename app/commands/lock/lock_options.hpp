#pragma once

#include <Poco/Util/OptionSet.h>

#include <optional>
#include <string>
#include <vector>

namespace workbench::app {

/// The options of `lock`.
struct LockOptions {
  bool checks = false;
  bool diffs = false;
  bool accepts = false;
  bool as_sarif = false;
  bool has_other_day = false;
  bool has_other_folder = false;
  std::optional<std::string> expected;

  static void define(Poco::Util::OptionSet& options);
  void handle(const std::string& name, const std::string& value);
  /// Empty: the options make sense together.
  [[nodiscard]] std::string wrong_usage(const std::vector<std::string>& arguments, bool as_json) const;
};

}  // namespace workbench::app
