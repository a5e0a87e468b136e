#include <workbench/result.hpp>

workbench::Result<void> connect();

void run() {
#ifdef FIXED
  if (!connect()) return;
#else
  connect();  // its error would be lost
#endif
}
