#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <string>
#include <string_view>

namespace workbench::http {

/// Appends to a text that arrives in pieces and becomes as long as `limit` at most, so that a large one costs little
/// more than itself: a string that doubles its capacity has two buffers each time that it grows. Memory that is not
/// written costs only address space, so a large text gets the limit divided by a power of 16.
inline void append_growing(std::string& text, std::string_view bytes, std::size_t limit) {
  constexpr std::size_t kLarge = 64 * 1024;
  constexpr std::size_t kStep = 16;
  const std::size_t needed = text.size() + bytes.size();
  if (needed > text.capacity() && needed > kLarge && needed <= limit) {
    std::size_t capacity = limit;
    while (capacity / kStep >= std::max(needed, 4 * kLarge)) capacity /= kStep;
    try {
      text.reserve(capacity);
    } catch (const std::bad_alloc&) {  // the address space may be limited; what is needed may still fit
      text.reserve(needed);
    }
  }
  text.append(bytes);
}

}  // namespace workbench::http
