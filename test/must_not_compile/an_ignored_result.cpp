#include <workbench/result.hpp>

workbench::Result<void> open_the_door();

void come_in() {
#ifdef FIXED
  if (!open_the_door()) return;
#else
  open_the_door();  // and if it is locked?
#endif
}
