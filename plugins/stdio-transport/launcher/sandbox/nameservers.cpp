#include "nameservers.hpp"

#include <fcntl.h>
#include <net/if.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

namespace launcher {
namespace {

constexpr std::uint16_t kNameserverPort = 53;
constexpr std::size_t kMaxServers = 3;  // as the C library
constexpr std::size_t kMaxFileSize = 16384;
constexpr const char* kBlanks = " \t\r";

}  // namespace

const List<Nameservers::Server>& Nameservers::servers() {
  const int file = open(path_, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status {};
  const bool has_changed =
      file >= 0 && fstat(file, &status) == 0 &&
      (text_ == nullptr || status.st_mtim.tv_sec != changed_.tv_sec || status.st_mtim.tv_nsec != changed_.tv_nsec);
  if (has_changed) {
    changed_ = status.st_mtim;
    std::free(text_);
    text_ = static_cast<char*>(std::calloc(1, kMaxFileSize + 1));
    const ssize_t size = text_ == nullptr ? -1 : read(file, text_, kMaxFileSize);
    if (size >= 0) read_lines();
  }
  if (file >= 0) close(file);
  if (servers_.is_empty()) servers_.add({address_of({htonl(INADDR_LOOPBACK)}), kNameserverPort, 0});
  return servers_;
}

void Nameservers::read_lines() {
  servers_.clear();
  domains_.clear();
  char* rest = nullptr;
  for (char* line = strtok_r(text_, "\n", &rest); line != nullptr; line = strtok_r(nullptr, "\n", &rest)) {
    read_line(line);
  }
}

void Nameservers::read_line(char* line) {
  char* rest = nullptr;
  const char* keyword = strtok_r(line, kBlanks, &rest);
  if (keyword == nullptr) return;
  char* value = strtok_r(nullptr, kBlanks, &rest);
  if (std::strcmp(keyword, "nameserver") == 0 && value != nullptr) return add_server(value);
  if (std::strcmp(keyword, "search") != 0 && std::strcmp(keyword, "domain") != 0) return;
  domains_.clear();
  for (; value != nullptr; value = strtok_r(nullptr, kBlanks, &rest)) domains_.add(value);
}

// `ADDRESS%ZONE#PORT`, of which the C library knows the zone.
void Nameservers::add_server(char* text) {
  Server server{{}, kNameserverPort, 0};
  if (char* port = std::strchr(text, '#')) {
    *port = '\0';
    server.port = static_cast<std::uint16_t>(std::atoi(port + 1));
  }
  if (const char* zone = std::strchr(text, '%')) server.zone = if_nametoindex(zone + 1);
  if (servers_.size() < kMaxServers && read_address(text, server.address)) servers_.add(server);
}

void Nameservers::strip_search_domain(char* name) const {
  const std::size_t length = std::strlen(name);
  for (const char* domain : domains_) {
    const std::size_t size = std::strlen(domain);
    if (size == 0 || length <= size + 1 || name[length - size - 1] != '.') continue;
    if (strcasecmp(name + length - size, domain) != 0) continue;
    // A name without a dot is searched first, and is complete only with the domain.
    char* end = name + length - size - 1;
    if (std::memchr(name, '.', static_cast<std::size_t>(end - name)) == nullptr) continue;
    *end = '\0';
    return;
  }
}

}  // namespace launcher
