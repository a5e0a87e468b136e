#include "schema_repair/findings.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/escape.hpp"

namespace workbench::schema_repair {
namespace {

constexpr std::size_t kMaxKey = 60;
constexpr std::size_t kMaxSteps = 12;

bool is_plain(char byte) {
  return base::is_ascii_letter_or_digit(byte) || byte == '_' || byte == '$' || byte == '-';
}

void append_step(std::string& location, const Tree& tree, NodeId node) {
  const NodeId parent = tree.parent(node);
  if (tree.kind(parent) == JsonKind::array) {
    std::size_t index = 0;
    for (NodeId element = tree.first_child(parent); element != node; element = tree.next(element)) ++index;
    location.append("[").append(std::to_string(index)).append("]");
    return;
  }
  const std::string key = tree.key(node).decoded();
  if (!key.empty() && key.size() <= kMaxKey && std::all_of(key.begin(), key.end(), is_plain)) {
    if (!location.empty()) location.append(".");
    location.append(key);
  } else {
    location.append("[").append(shown(key, kMaxKey)).append("]");
  }
}

/// `inputSchema.properties["my key"].type`, with long keys and the middle of long paths left out. Empty for the root.
std::string location_of(const Tree& tree, NodeId node) {
  std::vector<NodeId> steps;
  for (NodeId step = node; step != Tree::kRoot; step = tree.parent(step)) steps.push_back(step);
  std::string location;
  for (std::size_t left = steps.size(); left != 0; --left) {
    const std::size_t written = steps.size() - left;
    if (steps.size() > kMaxSteps && written == kMaxSteps / 2) {
      location.append(".(...)");
      left = kMaxSteps / 2;
    }
    append_step(location, tree, steps[left - 1]);
  }
  return location;
}

std::string sentence(const Tree& tree, NodeId node, std::string_view what) {
  std::string text = location_of(tree, node);
  return text.append(text.empty() ? "" : " ").append(what);
}

}  // namespace

void Notes::add(std::string note) {
  if (is_full()) return count();
  notes_.push_back(std::move(note));
}

void Notes::merge(Notes&& others) {
  for (std::string& note : others.notes_) add(std::move(note));
  more_ += others.more_;
}

std::vector<std::string> Notes::sentences() && {
  if (more_ != 0) notes_.push_back("and " + std::to_string(more_) + " more of this kind");
  return std::move(notes_);
}

void Findings::remove(NodeId member, std::string_view why) {
  edits_.remove(member);
  record(changes_, member, why);
}

void Findings::replace(NodeId value, std::string text, std::string_view why) {
  edits_.replace(value, std::move(text));
  record(changes_, value, why);
}

void Findings::rename(NodeId member, std::string_view key, std::string_view why) {
  edits_.rename(member, json::quoted(key));
  record(changes_, member, why);
}

void Findings::put_first(NodeId object, std::string member, std::string_view why) {
  edits_.put_first(object, std::move(member));
  record(changes_, object, why);
}

void Findings::fail(NodeId node, std::string_view why) {
  if (!fault_) fault_ = sentence(*tree_, node, why);
}

void Findings::merge(Findings&& others) {
  edits_.merge(std::move(others.edits_));
  changes_.merge(std::move(others.changes_));
  remarks_.merge(std::move(others.remarks_));
  if (!fault_) fault_ = std::move(others.fault_);
  has_empty_arrays_ = has_empty_arrays_ || others.has_empty_arrays_;
}

// The location is composed only for a note that is kept: a large definition may have very many findings.
void Findings::record(Notes& notes, NodeId node, std::string_view what) const {
  if (notes.is_full()) return notes.count();
  notes.add(sentence(*tree_, node, what));
}

// JSON lets the control character DEL stand as it is.
std::string shown(std::string_view text, std::size_t max_bytes) {
  std::string quoted = json::quoted(base::shortened(text, max_bytes));
  for (std::size_t at = 0; (at = quoted.find('\x7f', at)) != std::string::npos;) quoted.replace(at, 1, "\\u007f");
  return quoted;
}

}  // namespace workbench::schema_repair
