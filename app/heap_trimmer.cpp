#include "heap_trimmer.hpp"

#include <malloc.h>

namespace workbench::app {

void HeapTrimmer::start() {
  next_ = loop_.after(period_, [this] {
    ::malloc_trim(0);
    start();
  });
}

}  // namespace workbench::app
