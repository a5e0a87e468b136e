// Attempts by the nameserver.
#include "network.h"

static bool connects_to(const char* address) {
  if (address == NULL) return false;
  if (strchr(address, ':') == NULL) {
    const struct sockaddr_in to = version_4(address, kPort);
    return connects_outside(socket(AF_INET, SOCK_STREAM, 0), &to, sizeof to);
  }
  const struct sockaddr_in6 to = version_6(address, kPort);
  return connects_outside(socket(AF_INET6, SOCK_STREAM, 0), &to, sizeof to);
}

static bool connects_to_name(const char* name, int record) {
  return connects_to(look_up("127.0.0.1", 53, name, record, SOCK_DGRAM));
}

// Names that may be reached, whose owner has them lead here.
static bool rebind(void) {
  return connects_to_name("rebind.test", kAddress);
}
static bool rebind_to_unspecified(void) {
  return connects_to_name("rebind-unspecified.test", kAddress);
}
static bool rebind_to_version_6(void) {
  return connects_to_name("rebind.test", kAddress6);
}
static bool rebind_to_mapped(void) {
  return connects_to_name("rebind-mapped.test", kAddress6);
}
static bool rebind_by_alias(void) {
  return connects_to_name("rebind-alias.test", kAddress);
}
// An address that was handed out for one port only.
static bool connect_to_other_port(void) {
  return connects_to_name("other-port.test", kAddress);
}

// A name that may not be reached.
static bool look_up_denied(void) {
  return connects_to_name("denied.test", kAddress);
}
static bool look_up_denied_by_stream(void) {
  return connects_to(look_up("127.0.0.1", 53, "denied.test", kAddress, SOCK_STREAM));
}
static bool look_up_denied_in_capitals(void) {
  return connects_to_name("DENIED.test", kAddress);
}
static bool look_up_denied_below_allowed(void) {
  return connects_to_name("denied.test.allowed-only.test", kAddress);
}
static bool ask_second_resolver(void) {
  return connects_to(look_up(PUBLIC_ADDRESS, 53, "denied.test", kAddress, SOCK_DGRAM));
}
static bool ask_second_resolver_by_stream(void) {
  return connects_to(look_up(PUBLIC_ADDRESS, 53, "denied.test", kAddress, SOCK_STREAM));
}
static bool ask_resolver_on_other_port(void) {
  return look_up(PUBLIC_ADDRESS, kOtherNamePort, "denied.test", kAddress, SOCK_DGRAM) != NULL;
}
// A name carries what was read to whoever has its nameserver.
static bool carry_out_by_name(void) {
  return look_up("127.0.0.1", 53, "the-secret.denied.test", kAddress, SOCK_DGRAM) != NULL;
}

#define ATTEMPT(name) \
  { #name, name }
const struct attempt name_attempts[] = {ATTEMPT(rebind),
                                        ATTEMPT(rebind_to_unspecified),
                                        ATTEMPT(rebind_to_version_6),
                                        ATTEMPT(rebind_to_mapped),
                                        ATTEMPT(rebind_by_alias),
                                        ATTEMPT(connect_to_other_port),
                                        ATTEMPT(look_up_denied),
                                        ATTEMPT(look_up_denied_by_stream),
                                        ATTEMPT(look_up_denied_in_capitals),
                                        ATTEMPT(look_up_denied_below_allowed),
                                        ATTEMPT(ask_second_resolver),
                                        ATTEMPT(ask_second_resolver_by_stream),
                                        ATTEMPT(ask_resolver_on_other_port),
                                        ATTEMPT(carry_out_by_name),
                                        {NULL, NULL}};
