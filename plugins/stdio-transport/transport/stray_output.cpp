#include "transport/stray_output.hpp"

namespace workbench::stdio {

void StrayOutput::check(std::string_view line) {
  constexpr std::size_t kMaxShown = 200;
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (is_shown_ || begin == std::string_view::npos || line[begin] == '{' || line[begin] == '[') return;
  is_shown_ = true;
  const bool is_whole = line.size() <= kMaxShown;
  host_.log(LogLevel::warning, source_,
            "the server writes to its stdout text that is not a message and belongs on stderr; the first such line: " +
                std::string(line.substr(0, kMaxShown)) + (is_whole ? "" : "..."));
}

}  // namespace workbench::stdio
