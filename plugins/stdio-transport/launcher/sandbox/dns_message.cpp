#include "dns_message.hpp"

#include <arpa/nameser.h>
#include <netinet/in.h>
#include <strings.h>

#include <cstring>
#include <initializer_list>

namespace launcher {
namespace {

constexpr std::uint16_t kIsAnswer = 0x8000;
constexpr std::uint16_t kOperation = 0x7800;
constexpr std::uint16_t kRecursionDesired = 0x0100;
constexpr std::uint16_t kRecursionAvailable = 0x0080;
constexpr std::uint16_t kCheckingFlags = 0x0030;  // AD, CD
constexpr std::uint16_t kWantsSignatures = 0x8000;
constexpr std::uint16_t kMinUdp = 512;
constexpr std::uint16_t kMaxUdp = 4096;

/// A chain of aliases with more is not followed.
constexpr std::size_t kMaxAliases = 16;

/// Writes numbers and names in the format of the wire.
class DnsWriter {
 public:
  explicit DnsWriter(std::uint8_t (&to)[kMaxDnsQuery]) : to_(to) {}

  void number(std::uint16_t value) {
    to_[size_++] = static_cast<std::uint8_t>(value >> 8);
    to_[size_++] = static_cast<std::uint8_t>(value & 0xff);
  }

  /// It has at most 253 characters, in parts of at most 63.
  void name(const char* text) {
    while (*text != '\0') {
      const std::size_t length = std::strcspn(text, ".");
      to_[size_++] = static_cast<std::uint8_t>(length);
      std::memcpy(to_ + size_, text, length);
      size_ += length;
      text += length + (text[length] == '.' ? 1 : 0);
    }
    to_[size_++] = 0;
  }

  void header(std::uint16_t id, std::uint16_t flags, std::uint16_t additional) {
    for (const std::uint16_t value : {id, flags, std::uint16_t{1}, std::uint16_t{0}, std::uint16_t{0}, additional}) {
      number(value);
    }
  }

  void question(const DnsQuery& query) {
    name(query.name);
    number(query.type);
    number(query.record_class);
  }

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::uint8_t* const to_;
  std::size_t size_ = 0;
};

/// Lower case. False: it has other characters than names of machines, or an empty part. Such names could be written in
/// more than one way.
bool normalize(const char* text, char (&name)[256]) {
  std::size_t size = 0;
  for (; text[size] != '\0' && size + 1 < sizeof name; ++size) {
    const char c = text[size];
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool is_usual = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') || lower == '-' ||
                          lower == '_' || lower == '.';
    if (!is_usual) return false;
    name[size] = lower;
  }
  if (size > 0 && name[size - 1] == '.') --size;
  name[size] = '\0';
  return size > 0 && size <= 253 && name[0] != '.';
}

void read_extension(ns_msg& message, DnsQuery& query) {
  for (int i = 0; i < ns_msg_count(message, ns_s_ar) && i < 8; ++i) {
    ns_rr record;
    if (ns_parserr(&message, ns_s_ar, i, &record) != 0) return;
    if (ns_rr_type(record) != ns_t_opt) continue;
    const auto size = static_cast<std::uint16_t>(ns_rr_class(record));
    query.udp_size = size < kMinUdp ? kMinUdp : size > kMaxUdp ? kMaxUdp : size;
    query.wants_signatures = (ns_rr_ttl(record) & kWantsSignatures) != 0;
  }
}

/// The names that an answer is about: the one that was asked for, and those that it is an alias for.
class DnsAliases {
 public:
  explicit DnsAliases(const char* name) { add(name); }

  [[nodiscard]] bool has(const char* name) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (strcasecmp(names_[i], name) == 0) return true;
    }
    return false;
  }

  /// True: it is new.
  bool add(const char* name) {
    if (count_ == kMaxAliases || has(name) || std::strlen(name) >= sizeof names_[0]) return false;
    std::strcpy(names_[count_++], name);
    return true;
  }

 private:
  std::size_t count_ = 0;
  char names_[kMaxAliases][NS_MAXDNAME];
};

/// True: one was added, so that records before this one may count now.
bool add_aliases(ns_msg& message, DnsAliases& aliases) {
  bool has_added = false;
  for (int i = 0; i < ns_msg_count(message, ns_s_an); ++i) {
    ns_rr record;
    if (ns_parserr(&message, ns_s_an, i, &record) != 0) return false;
    if (ns_rr_type(record) != ns_t_cname || !aliases.has(ns_rr_name(record))) continue;
    char target[NS_MAXDNAME];
    const int size =
        ns_name_uncompress(ns_msg_base(message), ns_msg_end(message), ns_rr_rdata(record), target, sizeof target);
    if (size >= 0 && aliases.add(target)) has_added = true;
  }
  return has_added;
}

void visit_addresses(ns_msg& message, const DnsAliases& aliases, DnsVisit visit, void* context) {
  for (int i = 0; i < ns_msg_count(message, ns_s_an); ++i) {
    ns_rr record;
    if (ns_parserr(&message, ns_s_an, i, &record) != 0) return;
    if (ns_rr_class(record) != ns_c_in || !aliases.has(ns_rr_name(record))) continue;
    InternetAddress address;
    if (ns_rr_type(record) == ns_t_a && ns_rr_rdlen(record) == sizeof(in_addr)) {
      in_addr bytes;
      std::memcpy(&bytes, ns_rr_rdata(record), sizeof bytes);
      address = address_of(bytes);
    } else if (ns_rr_type(record) == ns_t_aaaa && ns_rr_rdlen(record) == sizeof address.bytes) {
      std::memcpy(address.bytes, ns_rr_rdata(record), sizeof address.bytes);
    } else {
      continue;
    }
    visit(context, address, ns_rr_ttl(record));
  }
}

std::uint16_t number_at(const std::uint8_t* data, std::size_t offset) {
  return static_cast<std::uint16_t>(data[offset] << 8 | data[offset + 1]);
}

}  // namespace

DnsReading read_query(const std::uint8_t* data, std::size_t size, DnsQuery& query) {
  if (size < NS_HFIXEDSZ || size > kMaxDnsMessage) return DnsReading::nothing;
  query = {};
  query.id = number_at(data, 0);
  query.flags = number_at(data, 2);
  if ((query.flags & kIsAnswer) != 0) return DnsReading::nothing;
  ns_msg message;
  ns_rr question;
  if ((query.flags & kOperation) != 0 || ns_initparse(data, static_cast<int>(size), &message) != 0 ||
      ns_msg_count(message, ns_s_qd) != 1 || ns_parserr(&message, ns_s_qd, 0, &question) != 0 ||
      !normalize(ns_rr_name(question), query.name)) {
    query.name[0] = '\0';
    return DnsReading::unusual;
  }
  query.type = static_cast<std::uint16_t>(ns_rr_type(question));
  query.record_class = static_cast<std::uint16_t>(ns_rr_class(question));
  read_extension(message, query);
  return DnsReading::query;
}

std::size_t write_query(const DnsQuery& query, std::uint16_t id, std::uint8_t (&to)[kMaxDnsQuery]) {
  DnsWriter writer(to);
  const auto flags = static_cast<std::uint16_t>((query.flags & kCheckingFlags) | kRecursionDesired);
  const bool has_extension = query.udp_size != 0;
  writer.header(id, flags, has_extension ? 1 : 0);
  writer.question(query);
  if (!has_extension) return writer.size();
  writer.name("");
  writer.number(ns_t_opt);
  writer.number(query.udp_size);
  writer.number(0);
  writer.number(query.wants_signatures ? kWantsSignatures : 0);
  writer.number(0);
  return writer.size();
}

std::size_t write_refusal(const DnsQuery& query, int code, std::uint8_t (&to)[kMaxDnsQuery]) {
  DnsWriter writer(to);
  const auto flags = static_cast<std::uint16_t>(kIsAnswer | (query.flags & (kRecursionDesired | kOperation)) |
                                                kRecursionAvailable | (code & 0xf));
  writer.header(query.id, flags, 0);
  if (query.name[0] != '\0') {
    writer.question(query);
    return writer.size();
  }
  to[5] = 0;  // no question
  return writer.size();
}

bool read_answer(const std::uint8_t* data, std::size_t size, const DnsQuery& query, std::uint16_t id, DnsVisit visit,
                 void* context) {
  if (size < NS_HFIXEDSZ || size > kMaxDnsMessage || number_at(data, 0) != id) return false;
  if ((number_at(data, 2) & kIsAnswer) == 0) return false;
  ns_msg message;
  ns_rr question;
  if (ns_initparse(data, static_cast<int>(size), &message) != 0 || ns_msg_count(message, ns_s_qd) != 1 ||
      ns_parserr(&message, ns_s_qd, 0, &question) != 0) {
    return false;
  }
  if (strcasecmp(ns_rr_name(question), query.name) != 0 || int{ns_rr_type(question)} != query.type) return false;
  DnsAliases aliases(query.name);
  for (std::size_t pass = 0; pass < kMaxAliases && add_aliases(message, aliases); ++pass) {
  }
  visit_addresses(message, aliases, visit, context);
  return true;
}

int code_of(const std::uint8_t* data) {
  return data[3] & 0xf;
}

void set_id(std::uint8_t* data, std::uint16_t id) {
  data[0] = static_cast<std::uint8_t>(id >> 8);
  data[1] = static_cast<std::uint8_t>(id & 0xff);
}

}  // namespace launcher
