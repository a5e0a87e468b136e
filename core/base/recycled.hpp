#pragma once

#include <cstddef>
#include <new>

// Under AddressSanitizer all memory is freed at once, so that it finds every use of a destroyed object.
#if defined(__SANITIZE_ADDRESS__)
#define WORKBENCH_KEEPS_NO_MEMORY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WORKBENCH_KEEPS_NO_MEMORY 1
#endif
#endif

namespace workbench::base {

/// Memory blocks of one size that are kept by the thread that freed them, for the next object that this thread makes:
/// objects that are made for each call cost no allocation. Kept until the end of the process.
template <std::size_t kSize>
class SpareBlocks {
 public:
  [[nodiscard]] static void* take() {
    if (first_ == nullptr) return ::operator new(kSize);
    Block* const block = first_;
    first_ = block->next;
    --count_;
    return block;
  }

  static void give(void* memory) noexcept {
    if (count_ == kMaxSpare) return ::operator delete(memory);
    first_ = ::new (memory) Block{first_};
    ++count_;
  }

 private:
  struct Block {
    Block* next;
  };
  static_assert(kSize >= sizeof(Block));

#if defined(WORKBENCH_KEEPS_NO_MEMORY)
  static constexpr std::size_t kMaxSpare = 0;
#else
  static constexpr std::size_t kMaxSpare = 256;  // as many as a busy agent has requests in flight
#endif

  inline static constinit thread_local Block* first_ = nullptr;
  inline static constinit thread_local std::size_t count_ = 0;
};

/// Base of a final class `Object` that is made with `new` for each call, and whose memory is used again.
template <typename Object>
class Recycled {
 public:
  static void* operator new(std::size_t) { return SpareBlocks<sizeof(Object)>::take(); }
  static void operator delete(void* memory) noexcept { SpareBlocks<sizeof(Object)>::give(memory); }

 protected:
  Recycled() = default;
  ~Recycled() = default;
};

/// The same for memory that a library allocates one object at a time, as std::allocate_shared does.
template <typename T>
class RecyclingAllocator {
 public:
  using value_type = T;

  RecyclingAllocator() = default;
  template <typename Other>
  RecyclingAllocator(const RecyclingAllocator<Other>&) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    return static_cast<T*>(count == 1 ? SpareBlocks<sizeof(T)>::take() : ::operator new(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    if (count == 1) {
      SpareBlocks<sizeof(T)>::give(memory);
    } else {
      ::operator delete(memory);
    }
  }
  [[nodiscard]] bool operator==(const RecyclingAllocator&) const = default;
};

}  // namespace workbench::base
