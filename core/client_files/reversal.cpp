#include "client_files/reversal.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "client_files/exchange.hpp"
#include "json/extensions.hpp"

namespace workbench::client_files {
namespace {

using Path = std::vector<std::string>;

const Value* find_in(const Value* container, const std::string& name) {
  if (container == nullptr) return nullptr;
  for (const Item& item : items_of(*container)) {
    if (item.name == name) return item.value;
  }
  return nullptr;
}

/// Entries of servers are replaced as a whole.
bool is_entry(const Value& value) {
  static constexpr std::array<std::string_view, 6> kKeys = {"command", "cmd", "url", "serverUrl", "httpUrl", "uri"};
  return std::any_of(kKeys.begin(), kKeys.end(), [&](std::string_view key) { return value.find(key) != nullptr; });
}

bool is_container(const Value* value) {
  if (value == nullptr) return false;
  if (value->is_object()) return !is_entry(*value);
  return value->is_list() && std::all_of(value->elements.begin(), value->elements.end(),
                                         [](const Value& element) { return element.find("name") != nullptr; });
}

bool is_same(const Value* a, const Value* b) {
  return a == nullptr || b == nullptr ? a == b : a->same_as(*b);
}

/// Whether `value` has all that `part` has.
bool includes(const Value* value, const Value& part) {
  if (value == nullptr) return false;
  if (!part.is_object() || !value->is_object()) return value->same_as(part);
  return std::all_of(part.members.begin(), part.members.end(),
                     [&](const Member& member) { return includes(value->find(member.name), member.value); });
}

/// Whether `present` has nothing that `inserted` has not.
bool has_nothing_else(const Value& inserted, const Value& present) {
  if (inserted.same_as(present)) return true;
  if (!is_container(&inserted) || !is_container(&present)) return false;
  const std::vector<Item> items = items_of(present);
  return std::all_of(items.begin(), items.end(), [&](const Item& item) {
    const Value* const mine = find_in(&inserted, item.name);
    return mine != nullptr && has_nothing_else(*mine, *item.value);
  });
}

/// Compares the three texts, level by level, and collects what has to be exchanged.
class Comparison {
 public:
  Comparison(const Document& before, const ReversalRules& rules, Reversal& result)
      : before_(before), rules_(rules), result_(result) {}

  /// `present` is null if it does not exist any more.
  void compare(const Value* before, const Value& after, const Value* present, const Path& path) {
    Exchange exchange{path, {}, {}};
    std::vector<std::string> names;
    for (const Value* const value : {before, &after}) {
      for (const Item& item : value != nullptr ? items_of(*value) : std::vector<Item>()) {
        if (std::find(names.begin(), names.end(), item.name) == names.end()) names.push_back(item.name);
      }
    }
    for (const std::string& name : names) {
      const Member3 member{name, find_in(before, name), find_in(&after, name), find_in(present, name)};
      if (is_same(member.before, member.after)) continue;
      if (member.before == nullptr) {
        undo_insertion(member, present, names, exchange);
      } else if (member.after == nullptr) {
        undo_removal(member, exchange);
      } else {
        undo_change(member, exchange);
      }
    }
    if (!exchange.removed.empty() || !exchange.inserted.empty()) exchanges_.push_back(std::move(exchange));
  }

  [[nodiscard]] const std::vector<Exchange>& exchanges() const { return exchanges_; }

 private:
  struct Member3 {
    const std::string& name;
    const Value* before;
    const Value* after;
    const Value* present;
  };

  bool is_ours(const Value* present, const Value& inserted) const {
    return rules_.tolerates_additions ? includes(present, inserted) : is_same(present, &inserted);
  }

  void undo_insertion(const Member3& member, const Value* container, const std::vector<std::string>& known,
                      Exchange& exchange) {
    if (member.present == nullptr) {
      if (rules_.tolerates_additions) remove_renamed(member, container, known, exchange);
      return;
    }
    const bool is_nested = is_container(member.after) && is_container(member.present);
    // A member at the top stays, as an empty object.
    const bool can_go = !exchange.container.empty() || before_.root.has_value() || !is_nested;
    if (is_ours(member.present, *member.after) || (is_nested && has_nothing_else(*member.after, *member.present))) {
      if (can_go) return exchange.removed.push_back(member.name);
    }
    if (is_nested) return undo_nested(member, exchange.container);
    if (!is_entry(*member.after)) return;  // such as a description of what stays
    if (rules_.forces) return exchange.removed.push_back(member.name);
    conflict(member.name, "has changed since init wrote it, and stays; remove it by hand");
  }

  void undo_nested(const Member3& member, Path path) {
    path.push_back(member.name);
    const Value nothing;
    Value entries = *member.after;
    std::erase_if(entries.members,
                  [](const Member& inner) { return !inner.value.is_object() && !inner.value.is_list(); });
    compare(nullptr, entries, member.present, path);
  }

  void remove_renamed(const Member3& member, const Value* container, const std::vector<std::string>& known,
                      Exchange& exchange) {
    for (const Item& item : container != nullptr ? items_of(*container) : std::vector<Item>()) {
      const bool is_new = std::find(known.begin(), known.end(), item.name) == known.end();
      if (!is_new || !is_entry(*member.after) || !includes(item.value, *member.after)) continue;
      exchange.removed.push_back(item.name);
      result_.notes.push_back(member.name + ": is called " + item.name + " now; removed");
    }
  }

  void undo_removal(const Member3& member, Exchange& exchange) {
    if (is_same(member.present, member.before)) return;
    if (member.present == nullptr) return put_back(member.name, exchange);
    if (rules_.forces) {
      exchange.removed.push_back(member.name);
      return put_back(member.name, exchange);
    }
    conflict(member.name, "exists again with other content, which stays");
  }

  void undo_change(const Member3& member, Exchange& exchange) {
    if (is_same(member.present, member.before)) return;
    if (is_container(member.before) && is_container(member.after) &&
        (member.present == nullptr || is_container(member.present))) {
      Path path = exchange.container;
      path.push_back(member.name);
      return compare(member.before, *member.after, member.present, path);
    }
    if (member.present == nullptr && !is_entry(*member.before)) return;
    if (member.present == nullptr || is_ours(member.present, *member.after) || rules_.forces) {
      exchange.removed.push_back(member.name);
      return put_back(member.name, exchange);
    }
    if (is_entry(*member.after)) conflict(member.name, "has changed since init wrote it, and stays");
  }

  void put_back(const std::string& name, Exchange& exchange) {
    if (auto item = written_item(before_, exchange.container, name)) {
      exchange.inserted.push_back(*std::move(item));
    } else {
      conflict(name, "cannot be put back as it was written");
    }
  }

  void conflict(const std::string& name, const std::string& what) { result_.conflicts.push_back(name + ": " + what); }

  const Document& before_;
  const ReversalRules& rules_;
  Reversal& result_;
  std::vector<Exchange> exchanges_;
};

/// Leaves out the removal of the key of the variables if they are still needed.
Exchange without_needed(Exchange exchange, const std::string& text, const ReversalRules& rules) {
  if (exchange.container.empty() && refers_to(text, rules.variables)) std::erase(exchange.removed, rules.variables_key);
  return exchange;
}

/// What is put back into a file without comments must not have any either.
Document as_strict_as(const Document& present, const Document& before) {
  if (present.format != Format::json || !present.extensions.empty() || before.extensions.empty()) return before;
  return parse(json::without_extensions(before.text).plain, Format::json);
}

}  // namespace

Reversal reverse(const Document& before, const Document& after, const Document& present, const ReversalRules& rules) {
  Reversal result{present.text, false, {}, {}};
  const auto is_object = [](const Document& document) { return document.root && document.root->is_object(); };
  if (!is_object(after) || !is_object(present) || (!is_object(before) && !before.text.empty())) {
    result.conflicts.emplace_back(
        "has changed since, and cannot be compared with what it was; correct it, or restore it with --force, which "
        "loses these changes");
    return result;
  }
  if (!before.root && has_nothing_else(*after.root, *present.root)) {
    result.is_empty = true;
    return result;
  }
  const Document source = as_strict_as(present, before);
  Comparison comparison(source, rules, result);
  if (before.root) {
    comparison.compare(&*source.root, *after.root, &*present.root, {});
  } else {
    Value entries = *after.root;
    std::erase_if(entries.members, [](const Member& member) { return !is_container(&member.value); });
    comparison.compare(nullptr, entries, &*present.root, {});
  }
  // From the innermost to the top, where the key of the variables is.
  for (const Exchange& exchange : comparison.exchanges()) {
    const Exchange wanted = without_needed(exchange, result.text, rules);
    auto text = exchanged(parse(result.text, present.format), wanted);
    if (text) {
      result.text = *std::move(text);
    } else {
      result.conflicts.push_back(text.error().message);
    }
  }
  return result;
}

bool refers_to(std::string_view text, const std::vector<std::string>& variables) {
  return std::any_of(variables.begin(), variables.end(), [&](const std::string& name) {
    const std::string begin = "{" + name;
    for (std::size_t at = 0; (at = text.find(begin, at)) != std::string_view::npos; ++at) {
      const std::size_t end = at + begin.size();
      if (at > 0 && text[at - 1] == '$' && end < text.size() && (text[end] == '}' || text[end] == ':')) return true;
    }
    return text.find("${env:" + name) != std::string_view::npos;
  });
}

}  // namespace workbench::client_files
