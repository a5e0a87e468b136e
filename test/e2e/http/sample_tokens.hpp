#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "temporary_folder.hpp"

namespace http_fixture {

/// The tokens of a sample, each replaced by one of its own, as the sample asks for: those in the sample are refused.
class SampleTokens {
 public:
  static constexpr const char* kAda = "0123456789abcdef-of-ada";
  static constexpr const char* kCi = "0123456789abcdef-of-ci";

  /// `sample`: a file of tokens; in place of a hash, it gets a token.
  explicit SampleTokens(const std::string& sample) {
    std::ifstream stream(sample, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    for (const auto& [in_sample, own] :
         {std::pair<std::string, std::string>{"replace-this-by-a-long-random-text", kAda},
          {R"("sha256": "a1f896a54eb5c2e45f816b007524a1739aea5286ad8a0fa6617dd2e6d5132bac")",
           std::string(R"("token": ")") + kCi + "\""}}) {
      const std::size_t place = text.find(in_sample);
      if (place != std::string::npos) text.replace(place, in_sample.size(), own);
    }
    file_ = folder_.write("tokens.json", text).string();
  }

  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  const test_support::TemporaryFolder folder_;
  std::string file_;
};

}  // namespace http_fixture
