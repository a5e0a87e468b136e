#include "process_user.hpp"

#include <pwd.h>
#include <unistd.h>

#include <array>

namespace workbench::approvals {

std::string name_of_process_user() {
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> texts{};
  ::getpwuid_r(::geteuid(), &entry, texts.data(), texts.size(), &found);
  return found != nullptr ? found->pw_name : std::to_string(::geteuid());
}

}  // namespace workbench::approvals
