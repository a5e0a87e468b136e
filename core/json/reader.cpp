#include "json/reader.hpp"

#include <cstddef>

#include "json/bytes.hpp"
#include "json/skip.hpp"

namespace workbench::json {
namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

// To the next member or element: behind the opening bracket or a comma, and blanks. Null: there is none.
const char* next_item(const char* at, const char* end) {
  at = skip_blanks(at, end);
  if (at == end || (*at != ',' && *at != '{' && *at != '[')) return nullptr;
  at = skip_blanks(at + 1, end);
  return at == end ? nullptr : at;
}

const char* begin_if(std::string_view text, char bracket) {
  return text.data() + (text.empty() || text.front() != bracket ? text.size() : 0);
}

}  // namespace

MemberReader::MemberReader(std::string_view object) noexcept
    : at_(begin_if(object, '{')), end_(object.data() + object.size()) {}

bool MemberReader::next() noexcept {
  const char* const start = next_item(at_, end_);
  at_ = end_;
  if (start == nullptr || *start != '"') return false;
  bool escaped = false;
  const char* at = skip_string(start, end_, escaped);
  if (at - start < 2) return false;
  key_ = {between(start + 1, at - 1), escaped};
  at = skip_blanks(at, end_);
  if (at == end_ || *at != ':') return false;
  at = skip_blanks(at + 1, end_);
  at_ = skip_value(at, end_);
  value_ = between(at, at_);
  return !value_.empty();
}

ElementReader::ElementReader(std::string_view array) noexcept
    : at_(begin_if(array, '[')), end_(array.data() + array.size()) {}

bool ElementReader::next() noexcept {
  const char* const start = next_item(at_, end_);
  at_ = end_;
  if (start == nullptr) return false;
  at_ = skip_value(start, end_);
  value_ = between(start, at_);
  return !value_.empty();
}

std::string_view without_blanks(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace workbench::json
