#include "client_files/replaced_files.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

#include "config/config_file.hpp"

namespace workbench::client_files {
namespace {

constexpr Writing kPrivate{.mode = 0600};
constexpr std::array<std::string_view, 3> kKinds = {"client", "toolboxes", "variables"};

std::optional<unsigned long> number_in(std::string_view text) {
  unsigned long number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

FileKind kind_in(std::string_view text) {
  const auto* const found = std::find(kKinds.begin(), kKinds.end(), text);
  return found == kKinds.end() ? FileKind::client : static_cast<FileKind>(found - kKinds.begin());
}

/// Numbers of folders, whether or not what is in them was finished.
std::vector<unsigned long> numbers_in(const std::filesystem::path& folder) {
  std::vector<unsigned long> numbers;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    if (const auto number = number_in(entry.path().filename().string())) numbers.push_back(*number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// Absent: there is no such file, or it cannot be read.
std::optional<std::string> kept_part(const std::filesystem::path& file) {
  auto read = read_if_exists(file);
  return read ? *std::move(read) : std::nullopt;
}

}  // namespace

Result<void> ReplacedFiles::replace(const std::filesystem::path& file, const std::optional<std::string>& before,
                                    const std::string& after, FileKind kind, int mode) {
  std::error_code failed;
  if (!before && std::filesystem::exists(file, failed)) {
    return Error{ErrorKind::unavailable, file.string() + ": exists meanwhile, and stays as it is; run init again"};
  }
  if (after.size() > config::kMaxFileBytes) {  // which could not be read to undo it
    return Error{ErrorKind::invalid_argument,
                 file.string() + ": would be larger than " + std::to_string(config::kMaxFileBytes) + " bytes"};
  }
  const auto known = numbers_in(folder_);
  const unsigned long number = known.empty() ? 1 : known.back() + 1;
  if (run_ == 0) run_ = number;
  const std::filesystem::path folder = folder_ / std::to_string(number);
  // The path last: a folder without it is one that was not finished.
  std::vector<std::pair<const char*, std::string>> parts{
      {"after", after},
      {"kind", std::string(kKinds.at(static_cast<std::size_t>(kind)))},
      {"run", std::to_string(run_)}};
  if (before) parts.emplace_back("before", *before);
  parts.emplace_back("path", std::filesystem::absolute(file).string());
  for (const auto& [name, text] : parts) {
    if (auto written = write_file(folder / name, text, kPrivate); !written) return written;
  }
  Writing writing{.mode = mode, .is_new = !before};
  if (before) writing.expected = *before;
  auto written = write_file(file, after, writing);
  if (!written) forget({.number = number, .run = run_, .folder = folder, .file = file, .before = {}, .after = {}});
  return written;
}

std::vector<ReplacedFile> ReplacedFiles::all() const {
  std::vector<ReplacedFile> replaced;
  for (const unsigned long number : numbers_in(folder_)) {
    const std::filesystem::path folder = folder_ / std::to_string(number);
    const auto path = kept_part(folder / "path");
    auto after = kept_part(folder / "after");
    if (!path || !after) continue;
    const auto run = number_in(kept_part(folder / "run").value_or(""));
    replaced.push_back({number, run.value_or(0), folder, *path, kind_in(kept_part(folder / "kind").value_or("")),
                        kept_part(folder / "before"), *std::move(after)});
    // A file that exists and cannot be read must not be treated as a file that did not exist.
    if (!replaced.back().before && !is_missing(folder / "before")) replaced.pop_back();
  }
  return replaced;
}

Result<void> ReplacedFiles::check() const {
  std::error_code failed;
  const std::filesystem::directory_iterator listed(folder_, failed);
  if (failed && !is_missing(folder_)) {
    return Error{ErrorKind::unavailable, folder_.string() + ": cannot be read (" + failed.message() + ")"};
  }
  for (const unsigned long number : numbers_in(folder_)) {
    for (const char* const part : {"path", "after", "before", "kind", "run"}) {
      const std::filesystem::path file = folder_ / std::to_string(number) / part;
      if (const auto read = read_if_exists(file); !read) return read.error().within(file.string());
    }
  }
  return {};
}

std::vector<ReplacedFile> ReplacedFiles::of_this_run() const {
  std::vector<ReplacedFile> replaced = all();
  std::erase_if(replaced, [&](const ReplacedFile& one) { return run_ == 0 || one.run != run_; });
  return replaced;
}

/// Written at once: half of it would be read as something else.
void ReplacedFiles::forget(const ReplacedFile& replaced) const {
  const std::filesystem::path forgotten = replaced.folder.string() + ".forgotten";
  std::error_code failed;
  std::filesystem::remove_all(forgotten, failed);
  std::filesystem::rename(replaced.folder, forgotten, failed);
  std::filesystem::remove_all(forgotten, failed);
}

}  // namespace workbench::client_files
