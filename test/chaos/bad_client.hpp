#pragma once

// Clients over HTTP that keep to no rule.

#include <cstdint>
#include <string>
#include <string_view>

#include <workbench/file_descriptor.hpp>

#include "caller.hpp"
#include "http_client.hpp"

namespace chaos {

/// A TCP connection whose client writes, reads and ends as a test wants it. Every wait has a deadline and throws when
/// it passes.
class BadClient {
 public:
  /// `receive_buffer`: bytes that the system keeps for it until it reads; 0: as many as the system wants.
  explicit BadClient(std::uint16_t port, int receive_buffer = 0);

  /// Writes all of it, unless the workbench has closed the connection.
  void write(std::string_view bytes);
  /// Reads this many bytes, with as many calls, or less if the connection ends.
  [[nodiscard]] std::string read_byte_by_byte(std::size_t count);
  /// Reads to the end of the connection.
  [[nodiscard]] std::string read_all();
  /// Waits until a byte of the answer is there, and leaves it.
  void wait_for_answer();

  void half_close();
  /// The workbench gets ECONNRESET.
  void reset();
  void close() { socket_.close(); }

 private:
  void wait_for(short events);

  workbench::FileDescriptor socket_;
};

/// What a client of this era says of itself in each request. A legacy one has a session, in which toolboxes are open.
class Speaker {
 public:
  Speaker(const test_support::HttpWorkbench& workbench, Era era);

  /// The text of a POST. `params` and `meta` are raw members; without an id it is a notification.
  [[nodiscard]] std::string post(std::string_view method, std::string_view params, std::string_view name = {},
                                 std::string_view id = "1", std::string_view meta = {}) const;
  /// Of a call of `use_tool`.
  [[nodiscard]] std::string use(std::string_view toolbox, std::string_view server, std::string_view tool,
                                std::string_view arguments = "{}", std::string_view id = "1",
                                std::string_view meta = {}) const;
  /// In a legacy session; a modern client needs none.
  void open(std::string_view toolbox) const;
  /// Ends the session.
  void leave() const;

 private:
  const test_support::HttpWorkbench& workbench_;
  Era era_;
  std::string session_;
};

}  // namespace chaos
