#include "gateway/known_hosts.hpp"

#include <fnmatch.h>

#include <algorithm>

namespace workbench::gateway {
namespace {

/// What model APIs accept as a tool's name, the host's prefix included.
constexpr std::size_t kMaxToolName = 64;

/// What is left for a name however long the prefix is: a fingerprint and a few characters to know it by.
constexpr std::size_t kMinToolName = 24;

/// `*` and `?` are the wildcards; to fnmatch(3) brackets are special, too.
bool matches(const std::string& pattern, const std::string& text) {
  std::string escaped;
  for (const char byte : pattern) escaped.append(byte == '[' ? "[[]" : std::string(1, byte));
  return fnmatch(escaped.c_str(), text.c_str(), FNM_NOESCAPE) == 0;
}

void apply(const config::HostEntry& entry, ClientProfile& profile) {
  if (entry.result_bytes) profile.result_bytes = *entry.result_bytes;
  if (entry.max_tokens) profile.open_bytes = *entry.max_tokens * config::kBytesPerToken;
  if (entry.detail) profile.detail = *entry.detail;
  if (entry.instructions_bytes) profile.instructions_bytes = *entry.instructions_bytes;
  if (entry.handles_list_changed) profile.handles_list_changed = *entry.handles_list_changed;
  if (entry.is_one_shot) profile.is_one_shot = *entry.is_one_shot;
  if (entry.reads_anthropic_meta) profile.reads_anthropic_meta = *entry.reads_anthropic_meta;
}

/// What is left for a name beside the prefix, each from the last entry that says it.
class RoomForNames {
 public:
  void apply(const config::HostEntry& entry) {
    if (entry.tool_prefix) prefix_ = entry.tool_prefix->size();
    if (entry.max_tool_name) whole_ = *entry.max_tool_name;
  }
  [[nodiscard]] std::optional<std::size_t> bytes() const {
    if (!prefix_ && !whole_) return std::nullopt;
    const std::size_t whole = whole_.value_or(kMaxToolName);
    return std::max(kMinToolName, whole - std::min(whole, prefix_.value_or(0)));
  }

 private:
  std::optional<std::size_t> prefix_;
  std::optional<std::size_t> whole_;
};

}  // namespace

KnownHosts::KnownHosts(const std::vector<config::HostEntry>& corrections) : entries_(known_host_table()) {
  entries_.insert(entries_.end(), corrections.begin(), corrections.end());
}

const ClientProfile& KnownHosts::find(const ClientInfo& client) const {
  std::vector<std::size_t> applying;
  for (std::size_t index = 0; index < entries_.size(); ++index) {
    const config::HostEntry& entry = entries_[index];
    if (matches(entry.name, client.name) && matches(entry.version, client.version)) applying.push_back(index);
  }
  std::unique_ptr<const ClientProfile>& known = profiles_[applying];
  if (known == nullptr) {
    ClientProfile profile;
    RoomForNames room;
    for (const std::size_t index : applying) {
      apply(entries_[index], profile);
      room.apply(entries_[index]);
    }
    profile.tool_name_bytes = room.bytes();
    known = std::make_unique<const ClientProfile>(profile);
  }
  return *known;
}

}  // namespace workbench::gateway
