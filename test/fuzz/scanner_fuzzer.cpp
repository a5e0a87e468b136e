#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzzing.hpp"
#include "oracles.hpp"
#include "properties.hpp"

// For every input, the scanner meets its contract and agrees with two other parsers about what is valid.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Oracles oracles;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fuzzing::with_each_instruction_set([&] {
    std::string broken = broken_promise(text);
    if (broken.empty()) broken = oracles.disagreement(text);
    if (broken.empty()) return;
    std::fprintf(stderr, "%s\n", broken.c_str());
    std::abort();
  });
  return 0;
}
