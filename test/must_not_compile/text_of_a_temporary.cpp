#include <workbench/json.hpp>

workbench::Json make_value();

bool is_empty() {
#ifdef FIXED
  const workbench::Json kept = make_value();
  const std::string_view text = kept.text();
#else
  const std::string_view text = make_value().text();  // would refer to a destroyed value
#endif
  return text.empty();
}
