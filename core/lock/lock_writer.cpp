#include "lock/item_hash.hpp"
#include "lock/json_tape.hpp"
#include "lock/json_text.hpp"
#include "lock/lock_file.hpp"
#include "lock/lock_form.hpp"
#include "lock/pretty.hpp"

namespace workbench::lock {
namespace {

/// Writes members of nested objects, each in a line.
class LockLines {
 public:
  void open(std::string_view key) {
    begin(key);
    text_.push_back('{');
    indent_ += 2;
    is_first_ = true;
  }
  void close() {
    indent_ -= 2;
    if (!is_first_) text_.append(1, '\n').append(indent_, ' ');
    text_.push_back('}');
    is_first_ = false;
  }
  void string(std::string_view key, std::string_view characters) {
    begin(key);
    append_quoted(text_, characters);
  }
  void number(std::string_view key, int value) {
    begin(key);
    text_.append(std::to_string(value));
  }
  void form(std::string_view key, std::string_view form) {
    begin(key);
    JsonTape tape;
    if (!tape.read(form)) append_pretty(text_, tape.root(), indent_);
  }

  [[nodiscard]] std::string text() && { return std::move(text_) + "\n}\n"; }

 private:
  void begin(std::string_view key) {
    text_.append(is_first_ ? "\n" : ",\n").append(indent_, ' ');
    append_quoted(text_, key);
    text_.append(": ");
    is_first_ = false;
  }

  std::string text_ = "{";
  std::size_t indent_ = 2;
  bool is_first_ = true;
};

void write_item(LockLines& lines, const ItemKey& key, const LockRecord& record) {
  const std::string definition = normalized_form(record.definition);
  lines.open(has_names(key.kind) ? std::string_view(key.name) : section_name(key.kind));
  lines.string("hash", item_hash(key.kind, key.name, definition));
  if (!record.since.empty()) lines.string("since", record.since);
  lines.form("definition", definition);
  lines.close();
}

void write_section(LockLines& lines, const ServerRecords& records, CatalogItemKind kind) {
  auto record = records.lower_bound({kind, {}});
  if (record == records.end() || record->first.kind != kind) return;
  if (has_names(kind)) lines.open(section_name(kind));
  for (; record != records.end() && record->first.kind == kind; ++record)
    write_item(lines, record->first, record->second);
  if (has_names(kind)) lines.close();
}

}  // namespace

std::string write_lock_file(const LockFile& file) {
  LockLines lines;
  lines.number("scheme", kLockScheme);
  lines.open("servers");
  for (const auto& [name, records] : file.servers) {
    lines.open(name);
    for (const CatalogItemKind kind : kSectionKinds) write_section(lines, records, kind);
    lines.close();
  }
  lines.close();
  return std::move(lines).text();
}

}  // namespace workbench::lock
