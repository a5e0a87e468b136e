#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <workbench/result.hpp>

#include "lock/json_tape.hpp"
#include "lock/lock_index.hpp"

namespace workbench::lock {

/// Makes the index of a text, and finds what is wrong with it. Used once.
class LockIndexReader {
 public:
  [[nodiscard]] Result<LockIndex> read(std::string text);

 private:
  using Value = JsonTape::Value;

  [[nodiscard]] Result<void> read_file();
  [[nodiscard]] Result<void> read_scheme(Value root);
  [[nodiscard]] Result<void> read_server(Value key);
  [[nodiscard]] Result<void> read_section(LockIndex::IndexedServer& server, Value key);
  [[nodiscard]] Result<void> read_item(std::vector<LockIndex::NamedItem>& items, Value key, std::string_view name);
  [[nodiscard]] Result<void> sort(std::vector<LockIndex::NamedItem>& items);
  [[nodiscard]] Result<void> check_patterns() const;

  [[nodiscard]] std::string_view name_of(Value key);
  [[nodiscard]] Error wrong_syntax(const JsonTape::Failure& failure) const;
  [[nodiscard]] Error wrong(Value at, std::string_view what) const;
  [[nodiscard]] Error wrong_at(std::size_t offset, std::string_view what) const;

  LockIndex index_;
};

}  // namespace workbench::lock
