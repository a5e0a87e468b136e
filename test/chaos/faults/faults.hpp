#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <map>
#include <stdexcept>
#include <string>

#include "fault_control.hpp"
#include "temporary_folder.hpp"

namespace chaos {

/// Faults for a process that is started with environment().
class Faults {
 public:
  Faults() : path_(folder_.write("control", std::string(sizeof(FaultControl), '\0')).string()) {
    const int fd = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);
    void* const mapped = ::mmap(nullptr, sizeof(FaultControl), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ::close(fd);
    if (mapped == MAP_FAILED) throw std::runtime_error("cannot map the control of the faults");
    control_ = static_cast<FaultControl*>(mapped);
  }
  ~Faults() { ::munmap(control_, sizeof(FaultControl)); }
  Faults(const Faults&) = delete;
  Faults& operator=(const Faults&) = delete;

  FaultControl* operator->() { return control_; }

  [[nodiscard]] std::map<std::string, std::string> environment() const {
    return {{"LD_PRELOAD", FAULT_LIBRARY}, {kControlVariable, path_}};
  }

 private:
  test_support::TemporaryFolder folder_;
  const std::string path_;
  FaultControl* control_ = nullptr;
};

}  // namespace chaos
