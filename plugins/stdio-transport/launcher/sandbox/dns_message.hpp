#pragma once

#include <cstddef>
#include <cstdint>

#include "addresses.hpp"

namespace launcher {

constexpr std::size_t kMaxDnsMessage = 65535;

/// Enough for a header, a question and the record of EDNS.
constexpr std::size_t kMaxDnsQuery = 512;

/// What a program asks a nameserver.
struct DnsQuery {
  std::uint16_t id = 0;
  std::uint16_t flags = 0;
  std::uint16_t type = 0;
  std::uint16_t record_class = 0;
  char name[256] = {};         ///< in lower case, without the dot at the end: letters, digits, `-` and `_` only
  std::uint16_t udp_size = 0;  ///< what an answer may have by UDP; 0: the program knows no EDNS
  bool wants_signatures = false;
};

/// What the bytes are.
enum class DnsReading {
  query,
  unusual,  ///< a message with a header, but not one question with a usual name
  nothing,  ///< no answer is due
};

/// Reads what a program has sent.
DnsReading read_query(const std::uint8_t* data, std::size_t size, DnsQuery& query);

/// Writes a new query with the question alone: no other bytes of the program leave the machine. Returns the size.
std::size_t write_query(const DnsQuery& query, std::uint16_t id, std::uint8_t (&to)[kMaxDnsQuery]);

/// Writes an answer without records. The size.
std::size_t write_refusal(const DnsQuery& query, int code, std::uint8_t (&to)[kMaxDnsQuery]);

/// Called with each address of an answer.
using DnsVisit = void (*)(void* context, const InternetAddress& address, std::uint32_t seconds);

/// Whether it is an answer to the question, with this id. Calls `visit` for each address that the name has, through
/// whatever names it is an alias for.
bool read_answer(const std::uint8_t* data, std::size_t size, const DnsQuery& query, std::uint16_t id, DnsVisit visit,
                 void* context);

/// The result code of a message, which has a header.
[[nodiscard]] int code_of(const std::uint8_t* data);
void set_id(std::uint8_t* data, std::uint16_t id);

constexpr int kDnsServerFailed = 2;
constexpr int kDnsNoSuchName = 3;
constexpr int kDnsRefused = 5;

}  // namespace launcher
