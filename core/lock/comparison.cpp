#include "lock/comparison.hpp"

#include <algorithm>
#include <functional>

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
    if (is_decided()) return;
    const std::string_view key = path_.empty() ? std::string_view() : path_.back();
    if (locked && listed && is_same(*locked, *listed, key)) return;
    if (has_fields(locked) && has_fields(listed) && compare_members(locked, listed)) return;
    add({{}, optional_form(locked, FormSource::lock_file), optional_form(listed, FormSource::server)});
  }

  /// Whether there are too many to be named one by one.
  [[nodiscard]] bool are_too_many() const { return are_too_many_; }
  [[nodiscard]] bool has_change() const { return has_change_; }
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

  /// What follows can change neither answer. A change that comes after many notes still can.
  [[nodiscard]] bool is_decided() const { return are_too_many_ && has_change_; }

  void add(Difference difference) {
    const auto weight = class_of(kind_, path_, difference);
    if (!weight) return;
    has_change_ = has_change_ || *weight == DifferenceClass::change;
    if (are_too_many_) return;
    difference.weight = *weight;
    difference.field = field();
    bytes_of_fields_ += difference.field.size();
    found_.push_back(std::move(difference));
    are_too_many_ = found_.size() > kMaxDifferences || bytes_of_fields_ > kMaxBytesOfFields;
  }

  static constexpr std::size_t kMaxBytesOfFields = 1024UL * 1024;

  const CatalogItemKind kind_;
  FieldPath path_;
  std::vector<Difference> found_;
  std::size_t bytes_of_fields_ = 0;
  bool are_too_many_ = false;
  bool has_change_ = false;
};

bool is_note(const Difference& difference) {
  return difference.weight == DifferenceClass::note;
}

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
  if (walk.are_too_many()) {
    return {{{},
             form_of(locked, FormSource::lock_file),
             form_of(listed, FormSource::server),
             walk.has_change() ? DifferenceClass::change : DifferenceClass::note}};
  }
  std::vector<Difference> found = std::move(walk).found();
  if (kind == CatalogItemKind::start) weigh_programs(found, listed);
  std::stable_partition(found.begin(), found.end(), std::not_fn(is_note));
  return found;
}

bool has_change(const std::vector<Difference>& differences) {
  return !std::all_of(differences.begin(), differences.end(), is_note);
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
