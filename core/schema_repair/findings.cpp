#include "schema_repair/findings.hpp"

#include <algorithm>
#include <utility>

#include "json/escape.hpp"

namespace workbench::schema_repair {
namespace {

constexpr std::size_t kLongestKey = 60;
constexpr std::size_t kMostSteps = 12;

bool is_plain(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_' ||
         byte == '$' || byte == '-';
}

void append_step(std::string& place, const Tree& tree, NodeId node) {
  const NodeId parent = tree[node].parent;
  if (tree.kind(parent) == JsonKind::array) {
    std::size_t index = 0;
    for (NodeId element = tree[parent].first_child; element != node; element = tree[element].next) ++index;
    place.append("[").append(std::to_string(index)).append("]");
    return;
  }
  const std::string key = tree[node].key.decoded();
  if (!key.empty() && key.size() <= kLongestKey && std::all_of(key.begin(), key.end(), is_plain)) {
    if (!place.empty()) place.append(".");
    place.append(key);
  } else {
    place.append("[").append(shown(key, kLongestKey)).append("]");
  }
}

}  // namespace

void Notes::add(std::string note) {
  if (is_full()) return count();
  notes_.push_back(std::move(note));
}

void Notes::take(Notes&& others) {
  for (std::string& note : others.notes_) add(std::move(note));
  more_ += others.more_;
}

std::vector<std::string> Notes::all() && {
  if (more_ != 0) notes_.push_back("and " + std::to_string(more_) + " more of this kind");
  return std::move(notes_);
}

std::string place_of(const Tree& tree, NodeId node) {
  std::vector<NodeId> steps;
  for (NodeId step = node; step != Tree::kRoot; step = tree[step].parent) steps.push_back(step);
  std::string place;
  for (std::size_t left = steps.size(); left != 0; --left) {
    const std::size_t behind = steps.size() - left;
    if (steps.size() > kMostSteps && behind == kMostSteps / 2) {
      place.append(".(...)");
      left = kMostSteps / 2;
    }
    append_step(place, tree, steps[left - 1]);
  }
  return place;
}

void note(Notes& notes, const Tree& tree, NodeId node, std::string_view what) {
  if (notes.is_full()) return notes.count();
  notes.add(place_of(tree, node).append(" ").append(what));
}

std::string shown(std::string_view text, std::size_t most) {
  if (text.size() <= most) return json::quoted(text);
  std::size_t end = most;
  while (end != 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not inside a character
  return json::quoted(std::string(text.substr(0, end)).append("..."));
}

}  // namespace workbench::schema_repair
