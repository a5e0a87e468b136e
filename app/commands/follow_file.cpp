#include "commands/follow_file.hpp"

#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <thread>

namespace workbench::app {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{200};

ino_t inode_of(const std::filesystem::path& file) {
  struct stat found {};
  return ::stat(file.c_str(), &found) == 0 ? found.st_ino : 0;
}

}  // namespace

bool read_lines(const std::filesystem::path& file, bool follows, const std::function<bool(const std::string&)>& line) {
  std::ifstream input(file);
  if (!input) return false;
  ino_t inode = inode_of(file);
  std::string text;
  for (;;) {
    std::string rest;
    while (std::getline(input, rest)) {
      text += rest;
      if (input.eof()) break;  // without its end of line: the rest may follow
      if (!line(text)) return true;
      text.clear();
    }
    if (!follows) {
      if (!text.empty()) static_cast<void>(line(text));
      return true;
    }
    std::this_thread::sleep_for(kBetweenLooks);
    input.clear();
    if (const ino_t now = inode_of(file); now != inode && now != 0) {
      inode = now;
      input = std::ifstream(file);
    }
  }
}

}  // namespace workbench::app
