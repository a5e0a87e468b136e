#pragma once

#include <memory>
#include <string>
#include <string_view>

struct SN_env;

namespace meta_tools {

/// Snowball's stemmer for English: "running" and "runs" have the stem "run". Only this one is linked: the
/// library's interface for all languages would bring the others, 800 kB.
class EnglishStemmer {
 public:
  EnglishStemmer();

  /// The stem of a word in lower case, UTF-8. Without memory, the word itself.
  [[nodiscard]] std::string stem(std::string_view word) const;

 private:
  struct Close {
    void operator()(SN_env* environment) const noexcept;
  };

  std::unique_ptr<SN_env, Close> environment_;  // null: there was no memory for it
};

}  // namespace meta_tools
