// Whatever a program asks the launcher's nameserver, and whatever a nameserver answers: what is passed on has the same
// question and nothing else, and an address is taken only from an answer to the question. The first two bytes of the
// input are the size of the query; the rest is an answer.

#include "fuzzing.hpp"
#include "sandbox/dns_message.hpp"

namespace {

using namespace launcher;
using fuzzing::require;

struct Visits {
  std::size_t count = 0;
  static void add(void* context, const InternetAddress& address, std::uint32_t /*seconds*/) {
    char text[kAddressTextSize];
    format_address(address, 53, text);
    InternetAddress again;
    const std::string_view whole(text);
    const std::size_t colon = whole.rfind(':');
    const bool has_brackets = whole.front() == '[';
    const std::string_view host = has_brackets ? whole.substr(1, colon - 2) : whole.substr(0, colon);
    require(read_address(host, again) && again == address, "an address is read as it was written", whole);
    ++static_cast<Visits*>(context)->count;
  }
};

bool is_usual(std::string_view name) {
  return !name.empty() && name.size() <= 253 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  });
}

bool are_equal(const DnsQuery& one, const DnsQuery& other) {
  return std::string_view(one.name) == other.name && one.type == other.type && one.record_class == other.record_class &&
         one.udp_size == other.udp_size && one.wants_signatures == other.wants_signatures;
}

void check_query(const DnsQuery& query) {
  require(is_usual(query.name), "a name has usual characters", query.name);
  std::uint8_t written[kMaxDnsQuery];
  const std::size_t size = write_query(query, 0x1234, written);
  DnsQuery again;
  require(read_query(written, size, again) == DnsReading::query && again.id == 0x1234,
          "a query is read as it was written");
  require(are_equal(query, again), "a query is passed on with the same question", query.name);
  Visits none;
  require(!read_answer(written, size, query, 0x1234, Visits::add, &none), "a query is not an answer", query.name);
}

void check_refusal(const DnsQuery& query) {
  std::uint8_t written[kMaxDnsQuery];
  const std::size_t size = write_refusal(query, kDnsNoSuchName, written);
  require(size >= 12 && code_of(written) == kDnsNoSuchName, "a refusal has its code", query.name);
  Visits none;
  const bool is_read = read_answer(written, size, query, query.id, Visits::add, &none);
  require(is_read == (query.name[0] != '\0') && none.count == 0, "a refusal is an answer without addresses",
          query.name);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::size_t asked = std::min<std::size_t>(static_cast<std::size_t>(data[0]) << 8 | data[1], size - 2);
  // Copies, so that reading beyond their ends is found.
  const std::vector<std::uint8_t> question(data + 2, data + 2 + asked);
  std::vector<std::uint8_t> answer(data + 2 + asked, data + size);
  DnsQuery query;
  const DnsReading reading = read_query(question.data(), question.size(), query);
  if (reading == DnsReading::nothing) return 0;
  check_refusal(query);
  if (reading == DnsReading::unusual) return 0;
  check_query(query);
  Visits visits;
  read_answer(answer.data(), answer.size(), query, 0x1234, Visits::add, &visits);
  if (answer.size() >= 2) set_id(answer.data(), 0x1235);
  Visits forged;
  require(!read_answer(answer.data(), answer.size(), query, 0x1234, Visits::add, &forged) && forged.count == 0,
          "an answer with another id is none");
  return 0;
}
