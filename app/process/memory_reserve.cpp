#include "process/memory_reserve.hpp"

#include <sys/mman.h>

#include <atomic>
#include <new>

namespace workbench::app {
namespace {

// The state of the handler, which runs in any thread.
std::atomic<void*> reserve = nullptr;
std::atomic<int> used_descriptor = -1;

bool reserve_memory() noexcept {
  if (reserve != nullptr) return true;
  void* const memory =
      ::mmap(nullptr, MemoryReserve::kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  reserve = memory;
  return true;
}

bool release_memory() noexcept {
  void* const memory = reserve.exchange(nullptr);
  if (memory == nullptr) return false;
  ::munmap(memory, MemoryReserve::kBytes);
  return true;
}

/// Called by operator new, which tries again if this returns.
void use_reserve() {
  if (!release_memory()) throw std::bad_alloc();
  event_loop::raise_event(used_descriptor);
}

}  // namespace

MemoryReserve::MemoryReserve(EventLoop& loop) : loop_(loop), used_(event_loop::new_event_descriptor()) {
  watch_ = loop_.watch(used_.get(), Readiness::readable, [this] {
    event_loop::clear_event(used_.get());
    replace();
  });
  used_descriptor = used_.get();
  reserve_memory();
  std::set_new_handler(use_reserve);
}

MemoryReserve::~MemoryReserve() {
  std::set_new_handler(nullptr);
  used_descriptor = -1;
  release_memory();
}

bool MemoryReserve::is_available() {
  return reserve != nullptr;
}

void MemoryReserve::replace() {
  retry_.reset();
  if (reserve_memory()) return;
  try {
    retry_ = loop_.after(kPause, [this] { replace(); });
  } catch (const std::bad_alloc&) {
    event_loop::raise_event(used_.get());  // the next turn of the loop tries again
  }
}

}  // namespace workbench::app
