#include "own_network.hpp"

#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>

namespace confinement {
namespace {

void require(bool succeeded, const char* what) {
  if (!succeeded) throw std::system_error(errno, std::generic_category(), what);
}

ifreq named(const char* name) {
  ifreq request{};
  std::strncpy(request.ifr_name, name, sizeof request.ifr_name - 1);
  return request;
}

void add_address(int socket, const char* name, const char* address) {
  ifreq request = named(name);
  sockaddr_in internet{};
  internet.sin_family = AF_INET;
  inet_pton(AF_INET, address, &internet.sin_addr);
  std::memcpy(&request.ifr_addr, &internet, sizeof internet);
  require(ioctl(socket, SIOCSIFADDR, &request) == 0, address);
  internet.sin_addr.s_addr = 0xffffffff;
  std::memcpy(&request.ifr_netmask, &internet, sizeof internet);
  require(ioctl(socket, SIOCSIFNETMASK, &request) == 0, address);
}

void enter_user_namespace() {
  const std::string user = "0 " + std::to_string(getuid()) + " 1";
  const std::string group = "0 " + std::to_string(getgid()) + " 1";
  require(unshare(CLONE_NEWUSER) == 0, "these tests need root, or a user namespace");
  std::ofstream("/proc/self/setgroups") << "deny";
  std::ofstream("/proc/self/uid_map") << user;
  std::ofstream("/proc/self/gid_map") << group;
}

}  // namespace

void enter_own_network() {
  if (geteuid() != 0) enter_user_namespace();
  require(unshare(CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWIPC) == 0, "unshare");
  require(mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0, "private mounts");
  const int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  ifreq loopback = named("lo");
  require(ioctl(control, SIOCGIFFLAGS, &loopback) == 0, "lo");
  loopback.ifr_flags = static_cast<short>(loopback.ifr_flags | IFF_UP);
  require(ioctl(control, SIOCSIFFLAGS, &loopback) == 0, "lo");
  add_address(control, "lo:1", "198.51.100.1");
  add_address(control, "lo:2", "198.51.100.2");
  close(control);
}

}  // namespace confinement
