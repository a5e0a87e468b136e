#include <workbench/json.hpp>

workbench::Json made();

bool is_empty() {
#ifdef FIXED
  const workbench::Json kept = made();
  const std::string_view text = kept.text();
#else
  const std::string_view text = made().text();  // would outlive what it looks at
#endif
  return text.empty();
}
