#include "join/configuration_name.hpp"

#include <Poco/DigestEngine.h>
#include <Poco/SHA1Engine.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include "process/program_file.hpp"
#include "process/user_files.hpp"

namespace workbench::app {
namespace {

/// Settings that change nothing of what a workbench serves: what it logs, and how it ends.
constexpr std::array<std::string_view, 6> kNotServed{"log.level",    "log.file",          "limits.idleExit",
                                                     "limits.drain", "limits.drainLeast", "limits.shutdown"};

/// One spelling for all paths of a file, whatever links and dots are in them.
std::string one_spelling(const std::filesystem::path& file) {
  if (file.empty()) return {};
  std::error_code failed;
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(file, failed);
  return (failed ? std::filesystem::absolute(file).lexically_normal() : canonical).string();
}

bool decides_what_is_served(std::string_view key) {
  if (key == "workbench.toolboxes" || key == "listeners") return false;  // the file counts; clients join by `local`
  return std::find(kNotServed.begin(), kNotServed.end(), key) == kNotServed.end();
}

}  // namespace

std::string name_of_configuration(const Sources& sources, const std::filesystem::path& toolboxes) {
  const std::string file = one_spelling(toolboxes);
  Poco::SHA1Engine engine;
  const auto add = [&engine](const std::string& word) { engine.update(word + '\0'); };
  add(program_path());
  add(file);
  // A workbench of a found file may wait until it is allowed, and must not serve clients that name the file.
  const bool is_found =
      !sources.found_file.empty() && sources.found_file != toolboxes_file_of_user(environment_of_process);
  if (is_found) add(kFoundOption);
  add(one_spelling(sources.properties_file));
  for (const auto& [key, value] : sources.definitions) {
    if (decides_what_is_served(key)) add(key + "=" + value);
  }
  return std::filesystem::path(file).stem().string().substr(0, 32) + "-" +
         Poco::DigestEngine::digestToHex(engine.digest()).substr(0, 8);
}

}  // namespace workbench::app
