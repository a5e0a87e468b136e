#include "client_files/splice.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "client_files/entry_text.hpp"
#include "json/extensions.hpp"

namespace workbench::client_files {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// A server of a group, wherever its name is written.
struct Item {
  std::string name;
  std::size_t begin;  ///< of the key, or of the element
  const Value* value;
};

std::vector<Item> items_of(const Value& servers) {
  std::vector<Item> items;
  for (const Member& member : servers.members) items.push_back({member.name, member.begin, &member.value});
  for (const Value& element : servers.elements) {
    const Value* const name = element.find("name");
    items.push_back({name != nullptr ? name->text : "", element.begin, &element});
  }
  return items;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// A text from which parts are taken away, and into which one is put.
class Edit {
 public:
  explicit Edit(std::string_view text) : text_(text), removed_(text.size(), false) {}

  void remove(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) removed_[at] = true;
  }
  void insert(std::size_t at, std::string inserted) {
    at_ = at;
    inserted_ = std::move(inserted);
  }
  [[nodiscard]] bool is_removed(std::size_t at) const { return removed_[at]; }

  /// Lines of which nothing but blanks is left are taken away whole.
  [[nodiscard]] std::string result() const {
    std::string result;
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size() - 1) + 1;
      append_line(begin, end, result);
      begin = end;
    }
    if (at_ == text_.size()) result += inserted_;
    return result;
  }

 private:
  void append_line(std::size_t begin, std::size_t end, std::string& result) const {
    bool is_touched = false;
    std::string line;
    for (std::size_t at = begin; at < end; ++at) {
      if (at == at_) line += inserted_;
      if (removed_[at]) {
        is_touched = true;
      } else {
        line += text_[at];
      }
    }
    const std::size_t left = line.find_first_not_of(kBlanks);
    const bool continues = !result.empty() && !result.ends_with('\n');  // the end of the line before was taken away
    if (continues) {
      result += left == std::string::npos ? std::string("\n") : line.substr(left);
    } else if (!is_touched || left != std::string::npos) {
      result += line;
    }
  }

  std::string_view text_;
  std::vector<bool> removed_;
  std::size_t at_ = std::string_view::npos;
  std::string inserted_;
};

std::string splice_json(const Document& document, const ServerGroup& group, const std::vector<std::string>& names,
                        const WorkbenchEntry& entry) {
  const json::ExtendedJson extended = json::without_extensions(document.text);
  std::string plain = extended.plain;  // with all commas, so that only comments are blank
  for (const auto& extension : extended.extensions) {
    if (extension.kind == json::ExtendedJson::Kind::trailing_comma) plain[extension.offset] = ',';
  }
  Edit edit(document.text);
  bool is_first = true;
  for (const Item& item : items_of(*group.servers)) {
    if (!contains(names, item.name)) continue;
    const std::size_t end = item.value->end;
    edit.remove(item.begin, end);
    if (std::exchange(is_first, false)) {
      edit.insert(item.begin, entry_text(*group.client, entry));
      continue;
    }
    std::size_t comma = plain.find_first_not_of(kBlanks, end);
    if (comma == std::string::npos || plain[comma] != ',') {  // the last one: no comma may stay before it
      comma = item.begin;
      do --comma;
      while (plain[comma] != ',' || edit.is_removed(comma));
    }
    edit.remove(comma, comma + 1);
  }
  return edit.result();
}

std::size_t line_begin(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

std::size_t line_end(std::string_view text, std::size_t at) {
  return text.empty() ? 0 : std::min(text.find('\n', at), text.size() - 1) + 1;
}

std::string_view line_at(std::string_view text, std::size_t begin) {
  return text.substr(begin, line_end(text, begin) - begin);
}

/// Where the lines end that belong to the block that begins in the line at `begin`: before the next line that is
/// indented no more than that. Comments and blank lines at the end belong to what follows.
std::size_t yaml_block_end(std::string_view text, std::size_t begin) {
  const std::size_t indent = line_at(text, begin).find_first_not_of(' ');
  std::size_t end = line_end(text, begin);
  for (std::size_t next = end; next < text.size(); next = line_end(text, next)) {
    const std::string_view line = line_at(text, next);
    const std::size_t first = line.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || line[first] == '#') continue;
    if (first <= indent) break;
    end = line_end(text, next);
  }
  return end;
}

std::string splice_yaml(const Document& document, const ServerGroup& group, const std::vector<std::string>& names,
                        const WorkbenchEntry& entry) {
  const std::string_view text = document.text;
  Edit edit(text);
  bool is_first = true;
  for (const Item& item : items_of(*group.servers)) {
    if (!contains(names, item.name)) continue;
    const std::size_t begin = line_begin(text, item.begin);
    const std::size_t indent = std::min(line_at(text, begin).find_first_not_of(' '), text.size());
    edit.remove(begin, yaml_block_end(text, begin));
    if (std::exchange(is_first, false)) edit.insert(begin, entry_text(*group.client, entry, indent));
  }
  return edit.result();
}

/// A table of TOML with a head of its own: "[mcp_servers.github.env]".
struct TomlTable {
  std::size_t begin;
  std::vector<std::string> path;
};

void collect_tables(const Value& value, std::string_view text, std::vector<std::string>& path,
                    std::vector<TomlTable>& tables) {
  const bool has_head = value.is_object() && !path.empty() && value.begin < text.size() && text[value.begin] == '[' &&
                        text.substr(line_begin(text, value.begin), value.begin - line_begin(text, value.begin))
                                .find_first_not_of(" \t") == std::string_view::npos;
  if (has_head) tables.push_back({line_begin(text, value.begin), path});
  for (const Member& member : value.members) {
    path.push_back(member.name);
    collect_tables(member.value, text, path, tables);
    path.pop_back();
  }
  for (const Value& element : value.elements) collect_tables(element, text, path, tables);
}

/// Where a table ends: before the comments and blank lines that precede the next one.
std::size_t toml_table_end(std::string_view text, std::size_t begin, std::size_t next) {
  std::size_t end = line_end(text, begin);
  for (std::size_t line = end; line < next; line = line_end(text, line)) {
    const std::size_t first = line_at(text, line).find_first_not_of(kBlanks);
    if (first != std::string_view::npos && line_at(text, line)[first] != '#') end = line_end(text, line);
  }
  return end;
}

std::size_t blank_lines_before(std::string_view text, std::size_t begin) {
  while (begin > 0) {
    const std::size_t before = line_begin(text, begin - 1);
    if (line_at(text, before).find_first_not_of(kBlanks) != std::string_view::npos) break;
    begin = before;
  }
  return begin;
}

std::string splice_toml(const Document& document, const ServerGroup& group, const std::vector<std::string>& names,
                        const WorkbenchEntry& entry) {
  const std::string_view text = document.text;
  std::vector<TomlTable> tables;
  std::vector<std::string> path;
  collect_tables(*document.root, text, path, tables);
  std::sort(tables.begin(), tables.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  Edit edit(text);
  bool is_first = true;
  for (std::size_t index = 0; index < tables.size(); ++index) {
    const std::vector<std::string>& names_of_table = tables[index].path;
    const bool is_within = names_of_table.size() > group.path.size() &&
                           std::equal(group.path.begin(), group.path.end(), names_of_table.begin());
    if (!is_within || !contains(names, names_of_table[group.path.size()])) continue;
    const std::size_t next = index + 1 < tables.size() ? tables[index + 1].begin : text.size();
    const std::size_t begin = tables[index].begin;
    edit.remove(begin, toml_table_end(text, begin, next));
    if (std::exchange(is_first, false)) {
      edit.insert(begin, entry_text(*group.client, entry));
    } else {
      edit.remove(blank_lines_before(text, begin), begin);
    }
  }
  return edit.result();
}

/// The value without what is at the end of the path.
void remove_at(Value& root, const std::vector<std::string>& path) {
  Value* value = &root;
  for (std::size_t index = 0; index + 1 < path.size(); ++index) {
    const auto found = std::find_if(value->members.begin(), value->members.end(),
                                    [&](const Member& member) { return member.name == path[index]; });
    if (found == value->members.end()) return;
    value = &found->value;
  }
  std::erase_if(value->members, [&](const Member& member) { return path.empty() || member.name == path.back(); });
}

/// Whether the new text differs from the old one in nothing but what was wanted.
bool is_as_wanted(const Document& before, const Document& after, const ServerGroup& group,
                  const std::vector<std::string>& names, const WorkbenchEntry& entry) {
  if (!after.root) return false;
  if (!before.extensions.empty() != !after.extensions.empty() && before.extensions.empty()) return false;
  Value old_rest = *before.root;
  Value new_rest = *after.root;
  remove_at(old_rest, group.path);
  remove_at(new_rest, group.path);
  const Value* const servers = after.root->at(group.path);
  if (servers == nullptr || !old_rest.same_as(new_rest)) return false;
  const std::vector<Item> left = items_of(*servers);
  const auto find = [&](const std::string& name) {
    return std::find_if(left.begin(), left.end(), [&](const Item& item) { return item.name == name; });
  };
  if (find(entry.name) == left.end()) return false;
  std::size_t expected = 1;
  for (const Item& item : items_of(*group.servers)) {
    if (contains(names, item.name)) continue;
    const auto found = find(item.name);
    if (found == left.end() || !found->value->same_as(*item.value)) return false;
    ++expected;
  }
  return left.size() == expected;
}

}  // namespace

Result<std::string> put_in_place(const Document& document, const ServerGroup& group,
                                 const std::vector<std::string>& names, const WorkbenchEntry& entry) {
  const Error by_hand{
      ErrorKind::invalid_argument,
      "is written in a way in which it cannot be edited without changing more than the servers; replace "
      "them by hand with: " +
          entry_text(*group.client, entry)};
  if (group.client->entry == Client::Entry::docker_registry) {
    return Error{ErrorKind::invalid_argument, "lists what the gateway of Docker runs, and stays as it is"};
  }
  std::string text;
  switch (document.format) {
    case Format::json: text = splice_json(document, group, names, entry); break;
    case Format::yaml: text = splice_yaml(document, group, names, entry); break;
    case Format::toml: text = splice_toml(document, group, names, entry); break;
  }
  if (!is_as_wanted(document, parse(text, document.format), group, names, entry)) return by_hand;
  return text;
}

}  // namespace workbench::client_files
