#include "hosts_file.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace launcher {
namespace {

constexpr std::size_t kMaxHostsFile = std::size_t{4} * 1024 * 1024;

/// The first `size` bytes of the file in lower case, allocated. Null: it is not there.
char* read_lower(int file, std::size_t size) {
  if (size > kMaxHostsFile) size = kMaxHostsFile;
  char* text = static_cast<char*>(std::malloc(size + 1));
  if (text == nullptr) return nullptr;
  const ssize_t length = read(file, text, size);
  text[length > 0 ? length : 0] = '\0';
  for (char* c = text; *c != '\0'; ++c) {
    if (*c >= 'A' && *c <= 'Z') *c = static_cast<char>(*c - 'A' + 'a');
  }
  return text;
}

}  // namespace

void HostsFile::refresh() {
  const int file = open(path_, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return;
  struct stat status {};
  const bool is_known = fstat(file, &status) != 0 || (text_ != nullptr && status.st_mtim.tv_sec == changed_.tv_sec &&
                                                      status.st_mtim.tv_nsec == changed_.tv_nsec);
  if (!is_known) {
    std::free(text_);
    text_ = read_lower(file, static_cast<std::size_t>(status.st_size));
    changed_ = status.st_mtim;
  }
  close(file);
}

std::string_view HostsFile::extract_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::size_t length = end == std::string_view::npos ? text.size() : end;
  std::string_view line(text.data(), length);
  text.remove_prefix(length < text.size() ? length + 1 : length);
  const std::size_t comment = line.find('#');
  return comment == std::string_view::npos ? line : std::string_view(line.data(), comment);
}

std::string_view HostsFile::extract_word(std::string_view& line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t' || line.front() == '\r')) line.remove_prefix(1);
  std::size_t length = 0;
  while (length < line.size() && line[length] != ' ' && line[length] != '\t' && line[length] != '\r') ++length;
  const std::string_view word(line.data(), length);
  line.remove_prefix(length);
  return word;
}

}  // namespace launcher
