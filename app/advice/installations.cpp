#include "advice/installations.hpp"

#include <array>

namespace workbench::app {
namespace {

struct Installation {
  std::string_view program;
  std::string_view command;
};

constexpr std::array<Installation, 13> kInstallations{{
    {"npx", "sudo apt install npm"},
    {"npm", "sudo apt install npm"},
    {"node", "sudo apt install nodejs"},
    {"uvx", "pipx install uv"},
    {"uv", "pipx install uv"},
    {"pipx", "sudo apt install pipx"},
    {"python", "sudo apt install python-is-python3"},
    {"python3", "sudo apt install python3"},
    {"docker", "sudo apt install docker.io"},
    {"podman", "sudo apt install podman"},
    {"java", "sudo apt install default-jre"},
    {"go", "sudo apt install golang"},
    {"cargo", "sudo apt install cargo"},
}};

}  // namespace

std::string install_command(std::string_view program) {
  for (const Installation& one : kInstallations) {
    if (one.program == program) return std::string(one.command);
  }
  return {};
}

}  // namespace workbench::app
