// The same for YAML, whose aliases may repeat values; endless repetition is a problem.

#include "client_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzzing::text_of(data, size);
  // A NUL makes it UTF-16 or UTF-32 for yaml-cpp.
  const bool is_ascii = std::all_of(text.begin(), text.end(), [](char byte) { return byte > 0; });
  fuzzing::check_client_file(text, workbench::client_files::Format::yaml, is_ascii);
  return 0;
}
