#include "network/listen_address.hpp"

#include <sys/un.h>

#include <filesystem>
#include <utility>

#include "network/invalid_text.hpp"

namespace workbench::http {
namespace {

constexpr std::string_view kUnixPrefix = "unix:";
constexpr std::string_view kSystemd = "systemd";

/// The end of the path, or the first byte of an abstract name, is a zero byte.
constexpr std::size_t kMaxUnixPath = sizeof(sockaddr_un::sun_path) - 1;

Result<ListenAddress> parse_unix(std::string_view text, std::string_view folder) {
  std::string path(text.substr(kUnixPrefix.size()));
  const bool is_abstract = path.starts_with('@');
  if (is_abstract) path.erase(0, 1);
  if (path.empty() || path.find('\0') != std::string::npos) {
    return invalid_text(text,
                        "names no socket; write a file like unix:/run/workbench.sock, or a name like unix:@workbench");
  }
  if (!is_abstract) path = (std::filesystem::path(folder) / path).lexically_normal().string();
  if (path.size() > kMaxUnixPath) {
    return invalid_text(text, "is too long for a socket; its path has " + std::to_string(path.size()) +
                                  " bytes, and at most " + std::to_string(kMaxUnixPath) + " are possible");
  }
  ListenAddress address;
  address.kind = is_abstract ? ListenAddress::Kind::unix_abstract : ListenAddress::Kind::unix_path;
  address.path = std::move(path);
  return address;
}

Result<ListenAddress> parse_systemd(std::string_view text) {
  ListenAddress address;
  address.kind = ListenAddress::Kind::systemd;
  if (text == kSystemd) return address;
  address.path = text.substr(kSystemd.size() + 1);
  if (address.path.empty()) {
    return invalid_text(text,
                        "names no socket; write systemd:NAME, the FileDescriptorName= of the socket unit, or systemd");
  }
  return address;
}

}  // namespace

Result<ListenAddress> ListenAddress::parse(std::string_view text, std::string_view folder) {
  if (text.starts_with(kUnixPrefix)) return parse_unix(text, folder);
  if (text == kSystemd || text.starts_with(std::string(kSystemd) + ':')) return parse_systemd(text);
  const auto literal = IpLiteral::parse(text);
  if (!literal) {
    return invalid_text(text,
                        "is not an IP address; write 127.0.0.1 or ::1 for this machine only, 0.0.0.0 or :: for all its "
                        "addresses, with a port as in 127.0.0.1:9000 or [::1]:9000, or unix:PATH, or systemd");
  }
  ListenAddress address;
  address.ip = literal->address;
  address.port = literal->port;
  return address;
}

std::string ListenAddress::text() const {
  switch (kind) {
    case Kind::ip: return port ? IpEndpoint{ip, *port}.text() : ip.text();
    case Kind::unix_path: return "unix:" + path;
    case Kind::unix_abstract: return "unix:@" + path;
    case Kind::systemd: break;
  }
  return path.empty() ? "systemd" : "systemd:" + path;
}

}  // namespace workbench::http
