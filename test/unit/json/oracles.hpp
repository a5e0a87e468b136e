#pragma once

#include <memory>
#include <string>
#include <string_view>

/// Two other parsers that check whole texts: simdjson (DOM) and RapidJSON (SAX).
class Oracles {
 public:
  Oracles();
  ~Oracles();

  /// In which way the scanner and the oracles disagree on `text`; empty: they agree, or are known to differ there.
  /// The scanner accepts, and rightly, what they do not: numbers outside of double's range (both), integers of more
  /// than 64 bits (simdjson), and escapes that are half a surrogate pair (both).
  [[nodiscard]] std::string disagreement(std::string_view text);

 private:
  struct Parsers;
  std::unique_ptr<Parsers> parsers_;
};
