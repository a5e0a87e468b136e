#include "call_log_settings.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

namespace workbench::call_log {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMinBytes = 64 * kKiB;
constexpr std::uint64_t kMaxBytes = kKiB * kKiB * kKiB * kKiB;
constexpr const char* kDefaultRotation = "10 MiB";
constexpr std::string_view kNever = "never";

constexpr std::int64_t kMinFiles = 2;  // with one alone, each rotation would delete everything
constexpr std::int64_t kMaxFiles = 1000;
constexpr std::int64_t kDefaultFiles = 10;

struct Unit {
  std::string_view name;
  std::uint64_t bytes;
};
constexpr std::array kUnits = {Unit{"", 1},
                               Unit{"KiB", kKiB},
                               Unit{"MiB", kKiB* kKiB},
                               Unit{"kB", 1000},
                               Unit{"MB", 1'000'000},
                               Unit{"GiB", kKiB* kKiB* kKiB},
                               Unit{"GB", 1'000'000'000}};

/// A size such as `10 MiB`; 0 for `never`. Absent: it is neither, or out of range.
std::optional<std::uint64_t> parse_rotation(std::string_view text) {
  if (text == kNever) return 0;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  std::string_view name = text.substr(static_cast<std::size_t>(end - text.data()));
  name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
  const auto unit = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& one) { return one.name == name; });
  if (unit == kUnits.end() || number > kMaxBytes / unit->bytes || number * unit->bytes < kMinBytes) return std::nullopt;
  return number * unit->bytes;
}

std::string reason_of(int error) {
  return std::generic_category().message(error);
}

bool is_accessible(const fs::path& path, int mode) {
  return ::faccessat(AT_FDCWD, path.c_str(), mode, AT_EACCESS) == 0;
}

/// Why a file at this path could not be written and, if `rotates`, renamed. Empty: it could.
std::string problem_with_file(const fs::path& file, bool rotates) {
  std::error_code unreadable;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (!fs::is_directory(folder, unreadable)) {
    return "there is no folder '" + folder.string() + "'; create it, or name another file";
  }
  const fs::file_status status = fs::status(file, unreadable);
  const bool exists = fs::exists(status);
  if (exists && !fs::is_regular_file(status)) {
    return "'" + file.string() + "' is not a regular file; name one, or remove the option to write to stderr";
  }
  if (exists && !is_accessible(file, W_OK)) {
    return "'" + file.string() + "' cannot be written: " + reason_of(errno) + "; name another file";
  }
  if ((!exists || rotates) && !is_accessible(folder, W_OK | X_OK)) {
    return "no file can be created in '" + folder.string() + "': " + reason_of(errno) +
           "; name a file in another folder";
  }
  return {};
}

}  // namespace

CallLogSettings CallLogSettings::from(const Options& options) {
  CallLogSettings settings;
  settings.file = options.text("file");
  settings.max_bytes = parse_rotation(options.text("rotation", kDefaultRotation)).value_or(0);
  settings.max_files = options.number("maxFiles", kDefaultFiles);
  settings.logs_arguments = options.flag("arguments", false);
  settings.logs_results = options.flag("results", false);
  return settings;
}

std::vector<OptionDescription> option_descriptions() {
  using enum OptionType;
  return {
      {"file", path, false, "The file to which lines are appended; none: stderr."},
      {"rotation", text, false,
       "The size at which the file is renamed and a new one begun, for example 500 KiB or 1 GB, or never; 10 MiB."},
      {"maxFiles", number, false, "How many files are kept, the current one included; 10."},
      {"arguments", flag, false, "Whether a line contains the arguments of the call; false."},
      {"results", flag, false, "Whether a line contains the result or the error; false."},
  };
}

std::vector<OptionError> check(const Options& options) {
  std::vector<OptionError> errors;
  const std::string rotation = options.text("rotation", kDefaultRotation);
  const auto max_bytes = parse_rotation(rotation);
  if (!max_bytes) {
    errors.push_back({"rotation", "'" + rotation +
                                      "' is not a size; write for example 500 KiB, 10 MiB or 1 GB (at least 64 KiB, at "
                                      "most 1024 GiB), or never"});
  }
  const std::int64_t max_files = options.number("maxFiles", kDefaultFiles);
  if (max_files < kMinFiles || max_files > kMaxFiles) {
    errors.push_back({"maxFiles", std::to_string(max_files) + " is out of range; it must be from " +
                                      std::to_string(kMinFiles) + " to " + std::to_string(kMaxFiles)});
  } else if (max_bytes == 0 && options.has("maxFiles")) {
    errors.push_back({"maxFiles", "has no effect, because rotation is never; remove one of the two"});
  }
  if (const std::string file = options.text("file"); !file.empty()) {
    const std::string problem = problem_with_file(file, max_bytes != 0);
    if (!problem.empty()) errors.push_back({"file", problem});
    return errors;
  }
  for (const char* const option : {"rotation", "maxFiles"}) {
    if (options.has(option)) errors.push_back({option, "has no effect without file; set file, or remove it"});
  }
  return errors;
}

}  // namespace workbench::call_log
