#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "addresses.hpp"

namespace launcher {

/// The names that the administrator has given to addresses (/etc/hosts). Read again when it has changed.
class HostsFile {
 public:
  explicit HostsFile(const char* path) : path_(path) {}
  ~HostsFile() { std::free(text_); }
  HostsFile(const HostsFile&) = delete;
  HostsFile& operator=(const HostsFile&) = delete;

  /// Calls `visit(name)` for each name of the address until it returns true. Returns whether one did.
  template <typename Visit>
  bool find(const InternetAddress& address, Visit visit) {
    refresh();
    std::string_view rest(text_ == nullptr ? "" : text_);
    while (!rest.empty()) {
      std::string_view line = extract_line(rest);
      InternetAddress of_line;
      if (!read_address(extract_word(line), of_line) || !(of_line == address)) continue;
      for (std::string_view name = extract_word(line); !name.empty(); name = extract_word(line)) {
        if (visit(name)) return true;
      }
    }
    return false;
  }

 private:
  void refresh();
  static std::string_view extract_line(std::string_view& text);
  static std::string_view extract_word(std::string_view& line);

  const char* const path_;
  timespec changed_{};
  char* text_ = nullptr;  // in lower case
};

}  // namespace launcher
