#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <string>
#include <string_view>

namespace workbench {

/// Makes room for `size` bytes in a text that arrives in pieces and becomes as long as `limit` at most, so that a large
/// one costs little more than itself: a string that doubles its capacity has two buffers each time that it grows.
/// Small texts get what they need. Larger ones get one of two sizes that the allocator keeps for the next text; above
/// those, the limit divided by a power of 16: memory that is not written costs only address space, and so a text that
/// grows is copied a few times while it is small, and a buffer that is replaced has at most a sixteenth of the limit.
/// False: there is no memory. Not tied to a thread.
[[nodiscard]] inline bool try_grow(std::string& text, std::size_t size, std::size_t limit) {
  constexpr std::size_t kLarge = 64 * 1024;
  constexpr std::size_t kFirst = 256 * 1024;
  constexpr std::size_t kLargestKept = 1536 * 1024;
  constexpr std::size_t kStep = 16;
  if (size <= text.capacity()) return true;
  const auto try_reserve = [&text](std::size_t capacity) {
    try {
      text.reserve(capacity);
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  };
  std::size_t capacity = size;
  if (size >= kLarge && size <= limit) {
    capacity = limit;
    while (capacity / kStep >= std::max(size, kLargestKept)) capacity /= kStep;
    for (const std::size_t kept : {kLargestKept, kFirst}) {
      if (size <= kept) capacity = std::min(capacity, kept);
    }
  }
  return try_reserve(capacity) || try_reserve(size);  // the address space may be limited
}

/// Appends to such a text. Throws std::bad_alloc if there is no memory for the bytes.
inline void append_growing(std::string& text, std::string_view bytes, std::size_t limit) {
  if (!try_grow(text, text.size() + bytes.size(), limit)) throw std::bad_alloc();
  text.append(bytes);
}

}  // namespace workbench
