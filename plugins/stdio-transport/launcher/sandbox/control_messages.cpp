#include "control_messages.hpp"

#include <netinet/in.h>
#include <netinet/udp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

namespace launcher {
namespace {

constexpr int kOfTls = 282;  // SOL_TLS, whose messages say what kind of record follows

bool is_harmless(const cmsghdr& message) {
  switch (message.cmsg_level) {
    case IPPROTO_IP:
      return message.cmsg_type == IP_PKTINFO || message.cmsg_type == IP_TTL || message.cmsg_type == IP_TOS;
    case IPPROTO_IPV6:
      return message.cmsg_type == IPV6_PKTINFO || message.cmsg_type == IPV6_HOPLIMIT ||
             message.cmsg_type == IPV6_TCLASS;
    case IPPROTO_UDP: return message.cmsg_type == UDP_SEGMENT;
    default: return message.cmsg_level == kOfTls;
  }
}

void set_credentials(const CallingProcess& caller, unsigned char* data) {
  ucred credentials{};
  credentials.pid = getpid();
  credentials.uid = static_cast<uid_t>(read_status(caller.thread(), "Uid:"));
  credentials.gid = static_cast<gid_t>(read_status(caller.thread(), "Gid:"));
  std::memcpy(data, &credentials, sizeof credentials);
}

}  // namespace

ControlMessages::~ControlMessages() {
  for (const int descriptor : descriptors_) close(descriptor);
}

int ControlMessages::read(CallingProcess& caller, std::uint64_t address, std::size_t size) {
  if (size > sizeof bytes_) return ENOBUFS;
  if (!caller.read(address, bytes_, size)) return EFAULT;
  size_ = size;
  return translate(caller);
}

int ControlMessages::translate(CallingProcess& caller) {
  msghdr message{};
  message.msg_control = bytes_;
  message.msg_controllen = size_;
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    const auto offset = static_cast<std::size_t>(reinterpret_cast<unsigned char*>(part) - bytes_);
    if (part->cmsg_len < CMSG_LEN(0) || part->cmsg_len > size_ - offset) return EINVAL;
    const std::size_t size = part->cmsg_len - CMSG_LEN(0);
    const bool is_rights = part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS;
    const bool is_credentials =
        part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_CREDENTIALS && size == sizeof(ucred);
    if (is_rights) {
      if (const int error = duplicate(caller, CMSG_DATA(part), size)) return error;
    } else if (is_credentials) {
      set_credentials(caller, CMSG_DATA(part));
    } else if (!is_harmless(*part)) {
      return EPERM;
    }
  }
  return 0;
}

int ControlMessages::duplicate(CallingProcess& caller, unsigned char* data, std::size_t size) {
  for (std::size_t at = 0; at + sizeof(int) <= size; at += sizeof(int)) {
    int descriptor = -1;
    std::memcpy(&descriptor, data + at, sizeof descriptor);
    const int copy = caller.duplicate(descriptor);
    if (copy < 0) return -copy;
    if (!descriptors_.add(copy)) {
      close(copy);
      return ENOMEM;
    }
    std::memcpy(data + at, &copy, sizeof copy);
  }
  return 0;
}

}  // namespace launcher
