#include "transport_allocations.hpp"

#include <cstdlib>
#include <new>

namespace workbench::test {
namespace {

// None at first.
thread_local std::size_t failing_begin = 0;
thread_local std::size_t failing_end = 0;

}  // namespace

FailingAllocations::FailingAllocations(std::size_t begin, std::size_t end) {
  failing_begin = begin;
  failing_end = end;
}

FailingAllocations::~FailingAllocations() {
  failing_begin = failing_end = 0;
}

}  // namespace workbench::test

#if !defined(WORKBENCH_ASAN) && !defined(WORKBENCH_TSAN)

void* operator new(std::size_t size) {
  const bool fails = size >= workbench::test::failing_begin && size < workbench::test::failing_end;
  void* const memory = fails ? nullptr : std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

#endif
