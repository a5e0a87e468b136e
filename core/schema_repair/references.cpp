#include "schema_repair/references.hpp"

#include <utility>

#include "base/ascii.hpp"

namespace workbench::schema_repair {
namespace {

/// Decodes percent-encoding (RFC 3986). Absent if a percent sign is not followed by two hexadecimal digits.
std::optional<std::string> percent_decoded(std::string_view fragment) {
  std::string decoded;
  decoded.reserve(fragment.size());
  for (std::size_t at = 0; at != fragment.size(); ++at) {
    if (fragment[at] != '%') {
      decoded.push_back(fragment[at]);
      continue;
    }
    if (fragment.size() - at < 3) return std::nullopt;
    const auto high = base::hex_value(fragment[at + 1]);
    const auto low = base::hex_value(fragment[at + 2]);
    if (!high || !low) return std::nullopt;
    decoded.push_back(static_cast<char>(static_cast<unsigned char>(*high * 16 + *low)));
    at += 2;
  }
  return decoded;
}

/// A step of a JSON pointer (RFC 6901): `~1` is a slash, `~0` a tilde.
std::string unescaped(std::string_view step) {
  std::string key;
  for (std::size_t at = 0; at != step.size(); ++at) {
    const bool is_escape = step[at] == '~' && at + 1 != step.size() && (step[at + 1] == '0' || step[at + 1] == '1');
    key.push_back(!is_escape ? step[at] : step[at + 1] == '0' ? '~' : '/');
    if (is_escape) ++at;
  }
  return key;
}

}  // namespace

std::string escaped_pointer_step(std::string_view key) {
  constexpr std::string_view kPlain = "-._~!$&'()*+,;=:@?";  // besides letters and digits
  std::string step;
  for (const char byte : key) {
    if (byte == '~' || byte == '/') {
      step.append(byte == '~' ? "~0" : "~1");
    } else if (base::is_ascii_letter_or_digit(byte) || kPlain.find(byte) != std::string_view::npos) {
      step.push_back(byte);
    } else {
      const auto value = static_cast<unsigned char>(byte);
      step.append("%").append(1, base::hex_digit(value / 16U)).append(1, base::hex_digit(value % 16U));
    }
  }
  return step;
}

std::string unescaped_pointer_step(std::string_view step) {
  const auto decoded = percent_decoded(step);
  return unescaped(decoded ? std::string_view(*decoded) : step);
}

bool References::add_resource(std::string id, NodeId schema) {
  if (id.ends_with('#')) id.pop_back();
  return resources_.emplace(std::move(id), schema).second;
}

bool References::add_anchor(NodeId resource, std::string_view anchor, NodeId schema) {
  return anchors_.emplace(Step{resource, std::string(anchor)}, schema).second;
}

References::Target References::find(std::string_view reference, NodeId resource) {
  const std::size_t hash = reference.find('#');
  const std::string_view document = reference.substr(0, hash);
  if (!document.empty()) {
    const auto known = resources_.find(std::string(document));
    if (known == resources_.end()) return {kNoNode, kNoNode, true};
    resource = known->second;
  }
  const auto fragment = percent_decoded(hash == std::string_view::npos ? "" : reference.substr(hash + 1));
  if (!fragment) return {};
  if (fragment->empty()) return {resource, resource};
  if (fragment->front() == '/') return follow_pointer(*fragment, resource);
  const auto named = anchors_.find(Step{resource, *fragment});
  return {named == anchors_.end() ? kNoNode : named->second, resource};
}

References::Target References::follow_pointer(std::string_view pointer, NodeId resource) {
  NodeId from = resource;
  while (!pointer.empty()) {
    if (indexed_.insert(from).second) index(from);
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
    const auto found = steps_.find(Step{from, unescaped(step)});
    if (found == steps_.end()) return {};
    from = found->second;
    if (tree_.is_data(from)) return {kNoNode, resource, false, true};
  }
  return {from, resource};
}

// With an index, many pointers into a large object take linear time. Only the values that a pointer passes are indexed:
// an index of the whole tree takes several times as much memory as the tree.
void References::index(NodeId parent) {
  const bool is_array = tree_.kind(parent) == JsonKind::array;
  std::size_t position = 0;
  for (const NodeId child : tree_.children(parent)) {
    steps_.emplace(Step{parent, is_array ? std::to_string(position) : tree_.key(child).decoded()}, child);
    ++position;
  }
}

std::optional<NodeId> References::find_cycle() const {
  std::unordered_map<NodeId, NodeId> seen;  // and the start from which it was reached
  for (const auto& [start, unused] : targets_) {
    for (NodeId schema = start;;) {
      const auto [known, is_new] = seen.emplace(schema, start);
      if (!is_new) {
        if (known->second == start) return schema;
        break;
      }
      const auto next = targets_.find(schema);
      if (next == targets_.end()) break;
      schema = next->second;
    }
  }
  return std::nullopt;
}

}  // namespace workbench::schema_repair
