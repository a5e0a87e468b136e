#include "client_files/written_server.hpp"

#include <filesystem>

namespace workbench::client_files {

bool same_but_for_the_name(WrittenServer a, const WrittenServer& b) {
  a.name = b.name;
  return a == b;
}

std::string short_description(const WrittenServer& server) {
  if (!server.is_local()) return server.url.substr(0, server.url.find_first_of("?#"));
  if (!server.image.empty()) return server.image.substr(0, server.image.find('@'));
  std::string text = std::filesystem::path(server.command).filename().string();
  for (const std::string& argument : server.args) {
    if (argument.empty() || argument.front() == '-') continue;
    return text + " " + argument;
  }
  return text;
}

}  // namespace workbench::client_files
