#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace confinement {

/// What is outside of a sandbox, served by a thread: on port 8888, TCP and UDP say "outside", or "allowed" on
/// 198.51.100.2; Unix sockets in `folder` and with abstract names say the same, and pass on the file `secret`;
/// nameservers on ports 53 and 5353.
class Outside {
 public:
  static constexpr int kPort = 8888;

  Outside(const std::filesystem::path& folder, const std::filesystem::path& secret, const std::string& abstract_name);
  ~Outside();
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;

  /// How many questions the nameservers got.
  [[nodiscard]] int questions() const { return questions_; }

 private:
  enum class Role { listener, datagram, sink, nameserver, name_listener, client, name_client };
  struct Socket {
    int descriptor;
    Role role;
    std::string banner;
  };

  void open_internet(const char* address, int port, int type, Role role, const char* banner);
  void open_unix(const std::string& name, bool is_abstract, int type, Role role);
  void run();
  void handle(std::size_t index);
  void accept(const Socket& listener);
  void answer_datagram(const Socket& socket);
  void answer_question(const Socket& socket);
  /// False: the client has ended.
  bool answer_client(const Socket& socket);

  int secret_;
  int stop_[2] = {-1, -1};
  std::atomic<int> questions_{0};
  std::vector<Socket> sockets_;
  std::thread thread_;
};

/// The answer of the nameservers to a question, with two bytes of size in front.
std::string answer_of_nameserver(const std::string& question);

}  // namespace confinement
