#include <workbench/message.hpp>

workbench::Message made();

std::size_t count() {
#ifdef FIXED
  const workbench::Message kept = made();
  return kept.pieces().size();
#else
  return made().pieces().size();  // would look at what is gone
#endif
}
