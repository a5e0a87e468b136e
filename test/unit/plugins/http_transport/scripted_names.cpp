#include "scripted_names.hpp"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace workbench::test {
namespace {

std::mutex mutex;
std::map<std::string, std::vector<std::string>> scripted;  // guarded by the mutex

std::optional<std::vector<std::string>> find(const std::string& name) {
  const std::lock_guard lock(mutex);
  const auto found = scripted.find(name);
  return found == scripted.end() ? std::nullopt : std::optional(found->second);
}

using Function = int (*)(const char*, const char*, const addrinfo*, addrinfo**);

/// The one of the C library.
Function real_function() {
  Function function = nullptr;
  void* symbol = ::dlsym(RTLD_NEXT, "getaddrinfo");
  std::memcpy(&function, &symbol, sizeof function);
  return function;
}

}  // namespace

sockaddr_in ipv4(const std::string& address, std::uint16_t port) {
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_port = htons(port);
  ::inet_pton(AF_INET, address.c_str(), &name.sin_addr);
  return name;
}

ScriptedNames::ScriptedNames(std::string name, std::vector<std::string> addresses) {
  const std::lock_guard lock(mutex);
  scripted.emplace(std::move(name), std::move(addresses));
}

ScriptedNames::~ScriptedNames() {
  const std::lock_guard lock(mutex);
  scripted.clear();
}

}  // namespace workbench::test

// Takes the place of the C library's function, for libcurl too: a list of addresses needs no name service then. The
// list is made by that function from the addresses as texts, so freeaddrinfo() can free it.
extern "C" __attribute__((visibility("default"))) int getaddrinfo(const char* name, const char* service,
                                                                  const addrinfo* hints, addrinfo** list) {
  using namespace workbench::test;
  const auto addresses = name == nullptr ? std::nullopt : find(name);
  if (!addresses) return real_function()(name, service, hints, list);
  *list = nullptr;
  if (addresses->empty()) {
    std::this_thread::sleep_for(ScriptedNames::kHangs);
    return EAI_NONAME;
  }
  addrinfo** end = list;
  for (const std::string& address : *addresses) {
    addrinfo one_hint = hints == nullptr ? addrinfo{} : *hints;
    one_hint.ai_flags = AI_NUMERICHOST;
    if (real_function()(address.c_str(), service, &one_hint, end) != 0) continue;
    while (*end != nullptr) end = &(*end)->ai_next;
  }
  return *list == nullptr ? EAI_NONAME : 0;
}
