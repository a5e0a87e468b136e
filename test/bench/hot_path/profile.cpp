#include "profile.hpp"

#include <charconv>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace bench {
namespace {

std::uint64_t number_at(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Functions are written as "(id) name" where they first occur, and as "(id)" from then on.
class Names {
 public:
  /// Whether the function of a line, without its key, is malloc.
  [[nodiscard]] bool is_malloc(std::string_view function) {
    const std::size_t end = function.find(')');
    if (function.empty() || function.front() != '(' || end == std::string_view::npos) return false;
    const std::uint64_t id = number_at(function.substr(1));
    if (function.substr(end + 1) == " malloc") malloc_.insert(id);
    return malloc_.count(id) != 0;
  }

 private:
  std::set<std::uint64_t> malloc_;  // libc's, and the linker's own
};

}  // namespace

Profile read_profile(const std::filesystem::path& file) {
  std::ifstream lines(file);
  Profile profile;
  Names names;
  bool calls_malloc = false;
  for (std::string line; std::getline(lines, line);) {
    const std::string_view text = line;
    if (text.starts_with("fn=")) {
      static_cast<void>(names.is_malloc(text.substr(3)));
    } else if (text.starts_with("cfn=")) {
      calls_malloc = names.is_malloc(text.substr(4));
    } else if (text.starts_with("calls=") && calls_malloc) {
      profile.allocations += number_at(text.substr(6));
    } else if (text.starts_with("totals: ")) {
      profile.instructions = number_at(text.substr(8));
    }
  }
  if (profile.instructions == 0) throw std::runtime_error(file.string() + ": callgrind has written no totals");
  return profile;
}

}  // namespace bench
