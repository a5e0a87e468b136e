// The names that the nameservers of the tests know.

#include <arpa/inet.h>

#include <map>
#include <string>

#include "outside.hpp"

namespace confinement {
namespace {

constexpr char kAddress = 1;
constexpr char kAddress6 = 28;

struct Known {
  std::string address;     // or empty
  std::string address_6;   // or empty
  std::string alias = {};  // the addresses are of this name
};

const std::map<std::string, Known> kNames = {
    {"allowed.test", {"198.51.100.2", ""}},
    {"below.allowed.test", {"198.51.100.2", ""}},
    {"alias.test", {"198.51.100.2", "", "elsewhere.test"}},
    {"other-port.test", {"198.51.100.1", ""}},
    {"rebind.test", {"127.0.0.1", "::1"}},
    {"rebind-unspecified.test", {"0.0.0.0", "::"}},
    {"rebind-mapped.test", {"", "::ffff:127.0.0.1"}},
    {"rebind-alias.test", {"127.0.0.1", "", "localhost"}},
    {"denied.test", {"198.51.100.1", ""}},
    {"the-secret.denied.test", {"198.51.100.1", ""}},
    {"denied.test.allowed-only.test", {"198.51.100.1", ""}},
};

std::string number(int value) {
  return {static_cast<char>(value >> 8), static_cast<char>(value & 0xff)};
}

std::string wire_name(const std::string& name) {
  std::string wire;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = std::min(name.find('.', at), name.size());
    wire += static_cast<char>(end - at) + name.substr(at, end - at);
    at = end + 1;
  }
  return wire + '\0';
}

std::string read_name(const std::string& question) {
  std::string name;
  for (std::size_t at = 12; at < question.size() && question[at] != 0;) {
    const auto length = static_cast<std::size_t>(question[at]);
    if (!name.empty()) name += '.';
    for (const char c : question.substr(at + 1, length)) name += static_cast<char>(std::tolower(c));
    at += length + 1;
  }
  return name;
}

std::string record(const std::string& owner, int type, const std::string& data) {
  return owner + number(type) + number(1) + number(0) + number(5) + number(static_cast<int>(data.size())) + data;
}

std::string packed(int family, const std::string& address) {
  char bytes[16];
  inet_pton(family, address.c_str(), bytes);
  return {bytes, family == AF_INET ? std::size_t{4} : std::size_t{16}};
}

}  // namespace

std::string answer_of_nameserver(const std::string& question) {
  const std::string name = read_name(question);
  const std::size_t end = 12 + name.size() + 2;
  const char type = question[end + 1];
  const auto known = kNames.find(name);
  const std::string same_name = "\xc0\x0c";
  std::string records;
  int count = 0;
  if (known != kNames.end()) {
    const std::string& alias = known->second.alias;
    const std::string owner = alias.empty() ? same_name : wire_name(alias);
    if (!alias.empty()) records += record(same_name, 5, owner);
    if (!alias.empty()) ++count;
    const std::string& address = type == kAddress ? known->second.address : known->second.address_6;
    if (!address.empty() && (type == kAddress || type == kAddress6)) {
      records += record(owner, type, packed(type == kAddress ? AF_INET : AF_INET6, address));
      ++count;
    }
  }
  const int flags = 0x8180 | (known == kNames.end() ? 3 : 0);
  const std::string answer = question.substr(0, 2) + number(flags) + number(1) + number(count) + number(0) + number(0) +
                             question.substr(12, end + 4 - 12) + records;
  return number(static_cast<int>(answer.size())) + answer;
}

}  // namespace confinement
