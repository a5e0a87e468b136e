#include <workbench/message.hpp>

workbench::Message make_message();

std::size_t count() {
#ifdef FIXED
  const workbench::Message kept = make_message();
  return kept.pieces().size();
#else
  return make_message().pieces().size();  // would refer to a destroyed message
#endif
}
