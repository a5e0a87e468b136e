#include "consent/toolboxes_choice.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "config/config_file.hpp"
#include "process/log.hpp"

namespace workbench::app {
namespace {

bool is_there(const std::filesystem::path& file) {
  std::error_code failed;
  return !file.empty() && std::filesystem::exists(file, failed);
}

bool are_same(const std::filesystem::path& one, const std::filesystem::path& other) {
  std::error_code failed;
  return std::filesystem::equivalent(one, other, failed) && location_of(one) == location_of(other);
}

std::string found_and(const std::filesystem::path& file, const std::string& what) {
  return "found " + file.string() + ", which " + what;
}

}  // namespace

std::optional<TrustedFile> what_was_allowed(const std::filesystem::path& found,
                                            const config::Environment& environment) {
  const auto all = TrustedFiles(environment).load();
  if (!all) return std::nullopt;
  const auto trusted =
      std::find_if(all->begin(), all->end(), [&](const TrustedFile& one) { return one.file == found; });
  if (trusted == all->end()) return std::nullopt;
  return *trusted;
}

std::optional<std::string> objection_to(const std::filesystem::path& found, const config::Environment& environment) {
  if (const auto all = TrustedFiles(environment).load(); !all) {
    return found_and(found, "is not used: " + all.error().message);
  }
  const auto trusted = what_was_allowed(found, environment);
  FileGuard guard(FileRight::trusted, found, trusted);
  const auto first = guard.read(found, config::kMaxFileBytes);
  if (!first) return found_and(found, first.error().message);
  for (const SeenFile& seen : trusted->seen) static_cast<void>(guard.read(seen.path, config::kMaxFileBytes));
  if (guard.refusals().empty()) return std::nullopt;
  return found_and(found, "is not used: " + guard.refusals().front());
}

ToolboxesChoice choose_toolboxes_file(const std::filesystem::path& local, const std::filesystem::path& of_user,
                                      const config::Environment& environment) {
  const std::filesystem::path found = location_of(local);
  if (of_user.empty() && !is_there(local)) return {FileRight::trusted, found, false, {}};
  ToolboxesChoice choice{FileRight::own, of_user, false, {}};
  if (!is_there(local) || are_same(local, of_user)) return choice;
  const auto objection = objection_to(found, environment);
  if (objection && is_there(of_user)) {
    choice.remark = *objection;
    return choice;
  }
  return {FileRight::trusted, found, objection.has_value(), objection.value_or("")};
}

}  // namespace workbench::app
