#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <Poco/AutoPtr.h>
#include <Poco/Exception.h>

#include <exception>
#include <iostream>

#include "program.hpp"

namespace {

/// Large messages come and go: with thresholds of our own, their memory goes back to the system at once, where the
/// allocator's growing ones would keep tens of megabytes for good.
void return_large_buffers() {
  constexpr int kMegabyte = 1024 * 1024;
  ::mallopt(M_MMAP_THRESHOLD, kMegabyte);
  ::mallopt(M_TRIM_THRESHOLD, 4 * kMegabyte);
}

/// Whoever starts us with a standard descriptor closed would see the next file that is opened take its number, and what
/// is meant for the log written into it. A closed one becomes the null device: an input that ends at once, an output
/// that nobody reads.
void keep_standard_descriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    ::open("/dev/null", O_RDWR);  // takes the lowest free number, which is this one
  }
}

}  // namespace

// The one place where exceptions end: before we serve they carry a sentence for the user, while we serve there are
// none.
int main(int argc, char** argv) {
  keep_standard_descriptors();
  return_large_buffers();
  Poco::AutoPtr<workbench::app::Program> program(new workbench::app::Program);
  try {
    program->init(argc, argv);
  } catch (const Poco::Exception& exception) {
    std::cerr << "mcp-workbench: " << exception.displayText() << "; see --help\n";
    return static_cast<int>(workbench::app::ExitStatus::usage);
  }
  try {
    return program->run();
  } catch (const std::exception& exception) {
    std::cerr << "mcp-workbench: " << exception.what() << '\n';
    return static_cast<int>(workbench::app::ExitStatus::internal);
  }
}
