#pragma once

#include <cstddef>
#include <cstdlib>
#include <type_traits>

namespace launcher {

/// A list that grows, for values that may be copied as bytes. Without the C++ library, which the launcher does not
/// have. An element that finds no memory is not added.
template <typename T>
class List {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  List() = default;
  List(const List&) = delete;
  List& operator=(const List&) = delete;
  ~List() { std::free(elements_); }

  bool add(const T& element) {
    if (size_ == capacity_ && !grow()) return false;
    elements_[size_++] = element;
    return true;
  }
  /// The last element takes its place.
  void remove(std::size_t index) { elements_[index] = elements_[--size_]; }
  void clear() { size_ = 0; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool is_empty() const { return size_ == 0; }
  T& operator[](std::size_t index) { return elements_[index]; }
  const T& operator[](std::size_t index) const { return elements_[index]; }
  T* begin() { return elements_; }
  T* end() { return elements_ + size_; }
  const T* begin() const { return elements_; }
  const T* end() const { return elements_ + size_; }

 private:
  bool grow() {
    const std::size_t capacity = capacity_ == 0 ? 8 : capacity_ * 2;
    void* elements = std::realloc(static_cast<void*>(elements_), capacity * sizeof(T));
    if (elements == nullptr) return false;
    elements_ = static_cast<T*>(elements);
    capacity_ = capacity;
    return true;
  }

  T* elements_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace launcher
