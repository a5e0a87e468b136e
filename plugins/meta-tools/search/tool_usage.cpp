#include "tool_usage.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "private_file.hpp"

namespace meta_tools {

using workbench::Host;
using workbench::Json;
using workbench::JsonAccess;
using workbench::JsonWriter;
using workbench::ToolIdentifier;

namespace {

namespace fs = std::filesystem;

/// A longer file is not ours.
constexpr std::uintmax_t kMaxFileBytes = std::uintmax_t{1} * 1024 * 1024;

std::string text_of(const fs::path& path) {
  std::error_code failed;
  const std::uintmax_t size = fs::file_size(path, failed);
  if (failed || size > kMaxFileBytes || !fs::is_regular_file(path, failed)) return {};
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::uint64_t number_in(const Json& value) {
  std::uint64_t number = 0;
  const std::string_view text = value.text();
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

void ToolUsage::count(const ToolIdentifier& tool, Host& host) {
  Key key{tool.toolbox, tool.server, tool.tool};
  if (is_read_) ++counts_[key];
  ++unsaved_[std::move(key)];
  if (writing_ != nullptr || file_.empty()) return;
  writing_ = host.loop().after(kWriteInterval, [this, &host] { write(host); });
}

std::uint64_t ToolUsage::calls_of(const ToolIdentifier& tool, Host& host) {
  read_once(host);
  const auto found = counts_.find({tool.toolbox, tool.server, tool.tool});
  return found == counts_.end() ? 0 : found->second;
}

void ToolUsage::read_once(Host& host) {
  if (std::exchange(is_read_, true)) return;
  counts_ = read_file(host);
  for (const auto& [key, count] : unsaved_) counts_[key] += count;
}

ToolUsage::Counts ToolUsage::read_file(Host& host) const {
  Counts counts;
  if (file_.empty()) return counts;
  const JsonAccess& json = host.json();
  const auto whole = json.checked(text_of(file_));
  if (!whole) return counts;
  const auto entries = json.elements(*whole);
  if (!entries) return counts;
  for (const Json& entry : *entries) {
    const auto parts = json.elements(entry);
    if (!parts || parts->size() != 4) continue;
    auto toolbox = json.characters((*parts)[0]);
    auto server = json.characters((*parts)[1]);
    auto tool = json.characters((*parts)[2]);
    if (!toolbox || !server || !tool) continue;
    counts[{*std::move(toolbox), *std::move(server), *std::move(tool)}] += number_in((*parts)[3]);
  }
  return counts;
}

void ToolUsage::write(Host& host) {
  writing_.reset();
  if (file_.empty() || unsaved_.empty()) return;
  Counts merged = read_file(host);
  for (const auto& [key, count] : std::exchange(unsaved_, {})) merged[key] += count;
  counts_ = merged;
  is_read_ = true;

  std::vector<std::pair<std::uint64_t, const Key*>> order;
  for (const auto& [key, count] : merged) order.emplace_back(count, &key);
  std::sort(order.begin(), order.end(), [](const auto& one, const auto& other) { return one.first > other.first; });
  if (order.size() > kMaxTools) order.resize(kMaxTools);
  JsonWriter writer;
  writer.array();
  for (const auto& [count, key] : order) {
    writer.array().string(std::get<0>(*key)).string(std::get<1>(*key)).string(std::get<2>(*key)).number(count).end();
  }
  writer.end();

  make_private_folders(fs::path(file_).parent_path());
  if (replace_private_file(file_, writer.text())) return;
  host.log(workbench::LogLevel::debug, {}, "the usage of tools could not be written to " + file_);
}

std::string tool_usage_file() {
  constexpr const char* kName = "mcp-workbench/tool-usage.json";
  // Read when the plugin is loaded, before there are threads.
  const char* const cache = std::getenv("XDG_CACHE_HOME");  // NOLINT(concurrency-mt-unsafe)
  if (cache != nullptr && fs::path(cache).is_absolute()) return fs::path(cache) / kName;
  const char* const home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe)
  if (home != nullptr && fs::path(home).is_absolute()) return fs::path(home) / ".cache" / kName;
  return {};
}

}  // namespace meta_tools
