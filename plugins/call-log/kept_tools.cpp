#include "kept_tools.hpp"

#include <string>

namespace workbench::call_log {
namespace {

/// A sweep that found nothing is not repeated before so many tools more were asked for.
constexpr std::size_t kTimesWithoutSweep = 1000;

bool is_long(const ToolIdentifier& name) {
  constexpr std::size_t kMax = KeptTool::kMaxNameBytes;
  return name.toolbox.size() > kMax || name.server.size() > kMax || name.tool.size() > kMax;
}

std::string cut(const std::string& text) {
  return std::string(beginning_of(text, KeptTool::kMaxNameBytes));
}

}  // namespace

bool is_same(const ToolIdentifier& one, const ToolIdentifier& other) {
  return one.tool == other.tool && one.server == other.server && one.toolbox == other.toolbox;
}

std::string_view beginning_of(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  while (max_bytes > 0 && (static_cast<unsigned char>(text[max_bytes]) & 0xC0U) == 0x80U) --max_bytes;
  return text.substr(0, max_bytes);
}

std::size_t KeptTools::Hash::operator()(const ToolIdentifier& name) const {
  const std::hash<std::string_view> hash;
  return hash(name.tool) ^ (hash(name.server) * 31) ^ (hash(name.toolbox) * 961);
}

bool KeptTools::IsEqual::operator()(const ToolIdentifier& name, const std::shared_ptr<KeptTool>& tool) const {
  return is_same(name, tool->name);
}

std::shared_ptr<KeptTool> KeptTools::find(const ToolIdentifier& name) {
  if (is_long(name)) return find({cut(name.toolbox), cut(name.server), cut(name.tool)});
  if (const auto found = tools_.find(name); found != tools_.end()) return *found;
  auto made = std::make_shared<KeptTool>(KeptTool{name});
  if (tools_.size() < max_tools_ || make_room()) tools_.insert(made);
  return made;
}

/// Removes the tools that no call has any more, and whose uses were taken.
bool KeptTools::make_room() {
  if (refused_since_sweep_ > 0 && refused_since_sweep_ < kTimesWithoutSweep) {
    ++refused_since_sweep_;
    return false;
  }
  std::erase_if(tools_, [](const auto& tool) { return tool.use_count() == 1 && tool->uses == 0; });
  const bool has_room = tools_.size() < max_tools_;
  refused_since_sweep_ = has_room ? 0 : 1;
  return has_room;
}

}  // namespace workbench::call_log
