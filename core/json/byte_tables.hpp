#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace workbench::json {

/// How an ASCII character is written inside of a JSON string.
struct EscapedForm {
  char text[7];  ///< with nothing behind it that means something
  std::uint8_t length;
};

// Arrays of the language, because the files of the instruction sets call no functions of the library.
struct EscapedForms {
  EscapedForm of[128];
};

constexpr EscapedForms make_escaped_forms() {
  EscapedForms forms{};
  for (unsigned byte = 0; byte != 128; ++byte) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    forms.of[byte] = byte < 0x20 ? EscapedForm{{'\\', 'u', '0', '0', kDigits[byte >> 4U], kDigits[byte & 0xFU]}, 6}
                                 : EscapedForm{{static_cast<char>(byte)}, 1};
  }
  constexpr std::string_view kCharacters = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  for (unsigned index = 0; index != kLetters.size(); ++index) {
    forms.of[static_cast<unsigned char>(kCharacters[index])] = {{'\\', kLetters[index]}, 2};
  }
  return forms;
}

inline constexpr EscapedForms kEscapedForms = make_escaped_forms();

/// The character of a backslash and an ASCII character: 0 for 'u', after which more has to be read.
constexpr std::array<char, 128> make_unescaped() {
  std::array<char, 128> unescaped{};
  for (const char same : {'"', '\\', '/'}) unescaped[static_cast<unsigned char>(same)] = same;
  unescaped['b'] = '\b';
  unescaped['f'] = '\f';
  unescaped['n'] = '\n';
  unescaped['r'] = '\r';
  unescaped['t'] = '\t';
  return unescaped;
}

inline constexpr std::array<char, 128> kUnescaped = make_unescaped();

}  // namespace workbench::json
