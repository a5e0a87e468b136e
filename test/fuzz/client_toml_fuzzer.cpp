// A TOML file of another client becomes a tree of bounded depth that can be written and read again, or a problem with a
// place and a remedy; its servers become a toolboxes file and a file of variables that can be read.

#include "client_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzzing::check_client_file(fuzzing::text_of(data, size), workbench::client_files::Format::toml, true);
  return 0;
}
