#include "english_stemmer.hpp"

#include <cstddef>

// What Snowball's compiler generates for each language, as in its runtime/header.h; libstemmer.h has no names for it.
extern "C" {
struct SN_env {
  unsigned char* p;  // the word
  int c;             // cursor
  int l;             // bytes of the word
};
SN_env* english_UTF_8_create_env(void);
void english_UTF_8_close_env(SN_env* environment);
int english_UTF_8_stem(SN_env* environment);
int SN_set_current(SN_env* environment, int size, const unsigned char* word);
}

namespace meta_tools {

void EnglishStemmer::Close::operator()(SN_env* environment) const noexcept {
  ::english_UTF_8_close_env(environment);
}

EnglishStemmer::EnglishStemmer() : environment_(::english_UTF_8_create_env()) {}

std::string EnglishStemmer::stem(std::string_view word) const {
  SN_env* const environment = environment_.get();
  const auto* const bytes = reinterpret_cast<const unsigned char*>(word.data());
  const bool is_stemmed = environment != nullptr &&
                          ::SN_set_current(environment, static_cast<int>(word.size()), bytes) == 0 &&
                          ::english_UTF_8_stem(environment) >= 0;
  if (!is_stemmed) return std::string(word);
  return {reinterpret_cast<const char*>(environment->p), static_cast<std::size_t>(environment->l)};
}

}  // namespace meta_tools
