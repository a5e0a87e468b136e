#pragma once

#include <cstddef>

namespace workbench::test {

/// While it lives, allocations of this thread by operator new fail if they have at least `begin` and less than `end`
/// bytes. Has no effect in the builds with a sanitizer, which have an operator new of their own.
class FailingAllocations {
 public:
  FailingAllocations(std::size_t begin, std::size_t end);
  FailingAllocations(const FailingAllocations&) = delete;
  FailingAllocations& operator=(const FailingAllocations&) = delete;
  ~FailingAllocations();
};

}  // namespace workbench::test
