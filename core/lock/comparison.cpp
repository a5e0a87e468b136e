#include "lock/comparison.hpp"

#include <algorithm>

#include "base/visible_text.hpp"
#include "lock/difference_class.hpp"
#include "lock/form_writer.hpp"
#include "lock/lock_form.hpp"
#include "lock/same.hpp"
#include "lock/sorted_members.hpp"
#include "lock/special_text.hpp"

namespace workbench::lock {
namespace {

/// Walks a form and what a server lists, and collects the fields that differ.
class DifferenceWalk {
 public:
  explicit DifferenceWalk(CatalogItemKind kind) : kind_(kind) {}

  void compare(std::optional<JsonTape::Value> locked, std::optional<JsonTape::Value> listed) {
    if (found_.size() == kMaxDifferences) return;
    const std::string_view key = path_.empty() ? std::string_view() : path_.back();
    if (locked && listed && is_same(*locked, *listed, key)) return;
    if (has_fields(locked) && has_fields(listed) && compare_members(locked, listed)) return;
    add({field(), optional_form(locked, FormSource::lock_file), optional_form(listed, FormSource::server)});
  }

  [[nodiscard]] std::vector<Difference> found() && { return std::move(found_); }

 private:
  /// Annotations that are missing are compared one by one, too, because each has its own class.
  [[nodiscard]] bool has_fields(const std::optional<JsonTape::Value>& value) const {
    if (!value) return path_.size() == 1 && path_[0] == "annotations";
    return value->kind() == JsonKind::object;
  }

  bool compare_members(const std::optional<JsonTape::Value>& locked, const std::optional<JsonTape::Value>& listed) {
    JsonTape nothing;
    static_cast<void>(nothing.read("{}"));
    const auto members =
        paired_members(locked.value_or(nothing.root()), listed.value_or(nothing.root()), FormSource::server);
    if (!members) return false;
    for (const PairedMember& member : *members) {
      path_.push_back(member.key);
      compare(member.first, member.second);
      path_.pop_back();
    }
    return true;
  }

  static std::optional<std::string> optional_form(const std::optional<JsonTape::Value>& value, FormSource source) {
    return value ? std::optional<std::string>(form_of(*value, source)) : std::nullopt;
  }

  [[nodiscard]] std::string field() const {
    std::string field;
    for (const std::string& key : path_) field.append(field.empty() ? "" : ".").append(base::visible_line(key));
    return field;
  }

  void add(Difference difference) {
    const auto weight = class_of(kind_, path_, difference);
    if (!weight) return;
    difference.weight = *weight;
    found_.push_back(std::move(difference));
  }

  const CatalogItemKind kind_;
  FieldPath path_;
  std::vector<Difference> found_;
};

/// The program that starts a package or an image is one of the machine, and another one on another machine.
void weigh_programs(std::vector<Difference>& found, JsonTape::Value listed) {
  if (!member(listed, "package") && !member(listed, "image")) return;
  for (Difference& difference : found) {
    if (difference.field == "program" || difference.field.starts_with("program."))
      difference.weight = DifferenceClass::note;
  }
}

}  // namespace

std::vector<Difference> differences(CatalogItemKind kind, std::string_view locked, std::string_view listed) {
  JsonTape locked_tape;
  JsonTape listed_tape;
  if (locked_tape.read(locked) || listed_tape.read(listed)) return {{{}, std::string(locked), lock_form(listed)}};
  return differences(kind, locked_tape.root(), listed_tape.root());
}

std::vector<Difference> differences(CatalogItemKind kind, JsonTape::Value locked, JsonTape::Value listed) {
  DifferenceWalk walk(kind);
  walk.compare(locked, listed);
  std::vector<Difference> found = std::move(walk).found();
  if (kind == CatalogItemKind::start) weigh_programs(found, listed);
  return found;
}

bool has_change(const std::vector<Difference>& differences) {
  return std::any_of(differences.begin(), differences.end(),
                     [](const Difference& each) { return each.weight == DifferenceClass::change; });
}

std::string field_names(const std::vector<Difference>& differences) {
  constexpr std::size_t kMaxNamed = 3;
  std::string names;
  for (std::size_t i = 0; i < differences.size() && i < kMaxNamed; ++i) {
    const bool is_last = i + 1 == differences.size();
    names.append(i == 0 ? "its " : is_last ? " and its " : ", its ");
    names.append(differences[i].field.empty() ? "text" : differences[i].field);
  }
  if (differences.size() <= kMaxNamed) return names;
  const std::size_t others = differences.size() - kMaxNamed;
  return names.append(" and ").append(std::to_string(others)).append(others == 1 ? " more field" : " more fields");
}

}  // namespace workbench::lock
