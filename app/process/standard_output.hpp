#pragma once

#include <array>
#include <streambuf>

#include "process/exit_status.hpp"
#include "process/output.hpp"

namespace workbench::app {

/// The buffer of std::cout as long as this exists: it writes to the descriptor of the standard output. Unlike the
/// stream of the library, it knows at the end whether everything was written, and if not, why; output after a failed
/// write is not written. [startup]
class StandardOutput final : public std::streambuf {
 public:
  StandardOutput();
  ~StandardOutput() override;
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;

  /// Writes the rest. Returns `status`, or `output_failed` in the place of `ok` if not all of the output has been
  /// written; then it also writes the reason to `errors`.
  [[nodiscard]] ExitStatus finish(ExitStatus status, Output& errors);

 protected:
  int_type overflow(int_type next) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override;

 private:
  bool write_out();

  std::array<char, 16 * 1024> buffer_;
  std::streambuf* const former_;
  const bool is_terminal_;  // where each line is shown when it is complete
  int error_ = 0;           // of errno; 0: everything has been written
};

}  // namespace workbench::app
