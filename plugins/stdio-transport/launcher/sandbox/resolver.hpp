#pragma once

#include <sys/socket.h>

#include "denials.hpp"
#include "destinations.hpp"
#include "dns_message.hpp"
#include "nameservers.hpp"
#include "policy.hpp"
#include "sockets.hpp"

namespace launcher {

/// The nameserver of the server's programs, on loopback. It asks the nameservers of the machine for those names that
/// may be reached, remembers what addresses they have, and says of others that they do not exist.
class NameResolver {
 public:
  /// `events` is an epoll, and `tag` marks what it reports of the resolver.
  NameResolver(const Policy& policy, Denials& denials, Destinations& destinations, int events, std::uint64_t tag)
      : policy_(policy),
        denials_(denials),
        destinations_(destinations),
        events_(events),
        tag_(tag),
        nameservers_(policy.nameservers_file) {}
  ~NameResolver();
  NameResolver(const NameResolver&) = delete;
  NameResolver& operator=(const NameResolver&) = delete;

  /// False: not even IPv4 has a loopback address; see errno.
  bool open();

  /// Replaces the address of a nameserver, of the same family, by the resolver's. False: there is none for it.
  bool redirect(const InternetAddress& nameserver, bool is_stream, GivenAddress& address) const;

  /// After the socket was reported.
  void handle(int socket);

  /// Asks again what was not answered.
  void handle_time();

  /// In milliseconds, until handle_time() should be called; -1: not at all.
  [[nodiscard]] int timeout() const;

 private:
  /// A question that a nameserver has been asked.
  struct Question {
    DnsQuery query;
    int client;  ///< the socket of the resolver that it came by, or the connection
    bool is_stream;
    sockaddr_storage client_address;  ///< if it came by UDP
    socklen_t client_address_size;
    int upstream;
    std::uint16_t id;
    unsigned attempts;
    std::int64_t deadline;
    bool is_sent;            ///< by TCP: after the connection was made
    std::uint8_t* received;  ///< by TCP: with the two bytes of its size
    std::size_t received_size;
  };
  /// A program that asks by TCP.
  struct Client {
    int socket;
    std::size_t size;
    std::uint8_t received[kMaxDnsQuery + 2];
  };

  int open_socket(int domain, int type);
  bool watch(int socket, std::uint32_t events);
  void receive_query(int socket);
  void accept_client(int socket);
  void receive_from(std::size_t client);
  void close_client(std::size_t client);
  void handle_query(const std::uint8_t* data, std::size_t size, int client, bool is_stream,
                    const sockaddr_storage& address, socklen_t address_size);
  [[nodiscard]] bool admits(const char* name) const;
  void record_denied(const Question& question);
  /// While it learns: a name that has no addresses now, so that no connection will be reported.
  void record_unfound(const Question& question);
  void refuse(const Question& question, int code);
  bool ask(Question& question);
  bool ask_stream(Question& question, const sockaddr* server, socklen_t size);
  void handle_upstream(std::size_t index);
  void handle_upstream_stream(std::size_t index);
  void handle_answer(std::size_t index, std::uint8_t* data, std::size_t size);
  void try_next(std::size_t index);
  void reply(const Question& question, const std::uint8_t* data, std::size_t size);
  void remove(std::size_t index);
  static void release(const Question& question);

  const Policy& policy_;
  Denials& denials_;
  Destinations& destinations_;
  const int events_;
  const std::uint64_t tag_;
  Nameservers nameservers_;
  int udp_[2] = {-1, -1};  // of IPv4 and IPv6
  int tcp_[2] = {-1, -1};
  List<Question> questions_;
  List<Client*> clients_;
};

}  // namespace launcher
