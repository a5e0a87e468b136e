#include "sandbox/sandbox_settings.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace workbench::stdio {
namespace {

constexpr std::string_view kDenyRead = "sandbox.filesystem.denyRead";
constexpr std::string_view kAllowRead = "sandbox.filesystem.allowRead";
constexpr std::string_view kAllowWrite = "sandbox.filesystem.allowWrite";
constexpr std::string_view kDenyWrite = "sandbox.filesystem.denyWrite";
constexpr std::string_view kAllowedDomains = "sandbox.network.allowedDomains";
constexpr std::string_view kDeniedDomains = "sandbox.network.deniedDomains";
constexpr std::string_view kUnixSockets = "sandbox.network.allowUnixSockets";

/// All rules of a server are one variable of its launcher's environment, for which the kernel has 128 KiB.
constexpr std::size_t kMaxBytes = 64U * 1024;

/// What is wrong with a path. Empty: nothing.
std::string fault_of_path(const std::string& path) {
  if (path.empty()) return "has an empty path; write one, or remove it";
  if (path.find('\n') != std::string::npos) return "has a path with a line break; remove the line break";
  if (path.find('\0') != std::string::npos) return "has a path with a zero byte; remove the byte";
  if (path.find('*') == std::string::npos) return {};
  return "has the pattern \"" + path + "\"; patterns cannot be enforced: name a file or a folder";
}

bool is_address(std::string_view text) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  const std::string zero_ended(text);
  return ::inet_pton(AF_INET, zero_ended.c_str(), bytes.data()) == 1 ||
         ::inet_pton(AF_INET6, zero_ended.c_str(), bytes.data()) == 1;
}

bool is_number(std::string_view text, int max) {
  if (text.empty() || text.size() > 5 || text.find_first_not_of("0123456789") != std::string_view::npos) return false;
  return std::stoi(std::string(text)) <= max;
}

bool is_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view address = text.substr(0, slash);
  return is_address(address) &&
         is_number(text.substr(slash + 1), address.find(':') == std::string_view::npos ? 32 : 128);
}

bool is_host_name(std::string_view name) {
  if (name == "*") return true;
  if (name.starts_with("*.")) name.remove_prefix(2);
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
  };
  return !name.empty() && name.front() != '.' && std::all_of(name.begin(), name.end(), is_letter);
}

/// `NAME`, `*.NAME`, `*`, each with or without a port; an address, a network, `[V6]:PORT`.
bool is_domain(std::string_view text) {
  if (is_address(text) || is_network(text)) return true;
  if (text.starts_with('[')) {
    const std::size_t end = text.find("]:");
    return end != std::string_view::npos && is_address(text.substr(1, end - 1)) &&
           is_number(text.substr(end + 2), 65535);
  }
  const std::size_t colon = text.rfind(':');
  if (colon != std::string_view::npos && !is_number(text.substr(colon + 1), 65535)) return false;
  const std::string_view name = text.substr(0, colon);
  return is_host_name(name);
}

/// The name that was probably meant by an address of the web.
std::string name_in(std::string_view text) {
  if (const std::size_t scheme = text.find("://"); scheme != std::string_view::npos) text.remove_prefix(scheme + 3);
  text = text.substr(0, text.find_first_of("/?#"));
  return is_domain(text) ? std::string(text) : std::string("api.example.com");
}

std::string fault_of_domain(const std::string& domain) {
  if (is_domain(domain)) return {};
  return "has \"" + domain + "\"; write a name without scheme and path, such as \"" + name_in(domain) +
         "\" or \"*.example.com\", with or without a port, or an address";
}

std::string fault_of_socket(const std::string& path) {
  if (!path.starts_with('@')) return fault_of_path(path);
  return "has the abstract socket \"" + path + "\"; only sockets in the file system can be allowed: remove it";
}

template <typename Fault>
void check_each(std::string_view option, const Options::TextList& list, Fault fault_of,
                std::vector<OptionError>& errors) {
  for (const std::string& text : list) {
    if (std::string fault = fault_of(text); !fault.empty()) errors.push_back({std::string(option), std::move(fault)});
  }
}

std::size_t bytes_of(const SandboxSettings& settings) {
  std::size_t bytes = 0;
  for (const auto* list : {&settings.deny_read, &settings.allow_read, &settings.allow_write, &settings.deny_write,
                           &settings.allowed_domains, &settings.denied_domains, &settings.unix_sockets}) {
    for (const std::string& text : *list) bytes += text.size() + 16;
  }
  return bytes;
}

}  // namespace

std::vector<OptionDescription> describe_sandbox_options() {
  const auto list = [](std::string_view name, const char* text) {
    return OptionDescription{std::string(name), OptionType::text_list, false, text};
  };
  const auto flag = [](const char* name, const char* text) {
    return OptionDescription{name, OptionType::flag, false, text};
  };
  return {
      flag("sandboxEnabled",
           "Whether the server is confined: reads but where secrets are, a private temporary folder to write to, "
           "and no network, by default, unless sandbox says more; false by default."),
      flag("sandbox.enabled", "The same as sandboxEnabled."),
      list(kDenyRead, "Further files and folders that it cannot read."),
      list(kAllowRead, "Files and folders that it may read although they are within others that it cannot."),
      list(kAllowWrite,
           "Further files and folders that it may write to; relative ones are below its working directory."),
      list(kDenyWrite, "Files and folders within these that it cannot write to."),
      list(kAllowedDomains,
           "Names, such as api.example.com, *.example.com or localhost:8080, and addresses that it may reach."),
      list(kDeniedDomains, "Those among them that it cannot reach."),
      list(kUnixSockets, "Unix sockets that it may connect to, as paths of the sockets or of folders."),
      flag("sandbox.network.allowAllUnixSockets", "Whether it may connect to all Unix sockets in the file system."),
      flag("sandbox.network.allowLocalBinding", "Whether it may listen on the loopback interface."),
      flag("sandbox.bestEffort", "Whether it starts although the kernel cannot enforce all of this."),
  };
}

SandboxSettings read_sandbox(const Options& options) {
  return {.is_enabled = options.flag("sandboxEnabled", false),
          .is_best_effort = options.flag("sandbox.bestEffort", false),
          .deny_read = options.text_list(kDenyRead),
          .allow_read = options.text_list(kAllowRead),
          .allow_write = options.text_list(kAllowWrite),
          .deny_write = options.text_list(kDenyWrite),
          .allowed_domains = options.text_list(kAllowedDomains),
          .denied_domains = options.text_list(kDeniedDomains),
          .unix_sockets = options.text_list(kUnixSockets),
          .allows_all_unix_sockets = options.flag("sandbox.network.allowAllUnixSockets", false),
          .allows_local_binding = options.flag("sandbox.network.allowLocalBinding", false),
          .names_folder = options.flag("sandbox.namesCwd", false),
          .files_with_secrets = options.text_list("sandbox.filesWithSecrets")};
}

std::vector<OptionError> check_sandbox(const SandboxSettings& settings) {
  std::vector<OptionError> errors;
  check_each(kDenyRead, settings.deny_read, fault_of_path, errors);
  check_each(kAllowRead, settings.allow_read, fault_of_path, errors);
  check_each(kAllowWrite, settings.allow_write, fault_of_path, errors);
  check_each(kDenyWrite, settings.deny_write, fault_of_path, errors);
  check_each(kAllowedDomains, settings.allowed_domains, fault_of_domain, errors);
  check_each(kDeniedDomains, settings.denied_domains, fault_of_domain, errors);
  check_each(kUnixSockets, settings.unix_sockets, fault_of_socket, errors);
  if (bytes_of(settings) > kMaxBytes)
    errors.push_back({"sandbox", "has more than 64 KiB of rules; name folders instead of files"});
  return errors;
}

}  // namespace workbench::stdio
