#include "inspection/findings.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "network/listen_socket.hpp"

namespace workbench::http {
namespace {

/// How long before its end a certificate is to be renewed.
constexpr std::chrono::hours kRenewal{24 * 21};

/// A path in a command to be pasted into a shell.
std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char byte : text) quoted += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
  return quoted + "'";
}

std::string day_of(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  std::array<char, sizeof "2026-01-31"> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", &utc);
  return text.data();
}

/// A sentence of ours is `what is wrong; what to do`.
ListenerFinding finding_of(const std::string& option, const std::string& sentence, bool is_fatal) {
  const std::size_t end = sentence.find("; ");
  const std::string what = "listener.http." + option + ": " + sentence.substr(0, end);
  return {what, end == std::string::npos ? std::string() : sentence.substr(end + 2), is_fatal};
}

void inspect_principal(const Principal& principal, const std::string& source, const std::vector<std::string>& toolboxes,
                       ListenerReport& report) {
  if (!principal.toolboxes) return;
  for (const std::string& name : *principal.toolboxes) {
    if (std::find(toolboxes.begin(), toolboxes.end(), name) != toolboxes.end()) continue;
    report.findings.push_back({source + ": \"" + principal.name + "\" may open the toolbox \"" + name +
                                   "\", which the configuration does not have",
                               "correct the name; an unknown toolbox grants nothing", false});
  }
}

}  // namespace

void inspect_addresses(const ListenerSettings& settings, ListenerReport& report) {
  std::string all;
  for (const ListenAddress& address : settings.addresses) {
    all += (all.empty() ? "" : ", ") + address.text();
    if (address.kind != ListenAddress::Kind::ip) continue;
    const auto opened = open_listen_sockets({address}, settings.port, settings.socket_access);
    if (opened) continue;
    const bool is_in_use = opened.error().message.find("in use") != std::string::npos;
    ListenerFinding finding = finding_of("address", opened.error().message, !is_in_use);
    if (is_in_use) finding.remedy = "if it is not this workbench that runs already: " + finding.remedy;
    report.findings.push_back(std::move(finding));
  }
  report.facts.emplace_back("address", all + (settings.has_tls() ? ", with TLS" : ", without TLS"));
}

void inspect_certificates(const TlsContext& tls, std::chrono::system_clock::time_point now, ListenerReport& report) {
  for (const OptionError& warning : tls.warnings()) {
    report.findings.push_back(finding_of(warning.option, warning.message, true));
  }
  for (const CertificateEnd& end : tls.ends()) {
    if (end.option == "certificate") report.facts.emplace_back("certificate", "valid until " + day_of(end.time));
    if (end.time < now || end.time - now > kRenewal) continue;
    const auto days = std::chrono::duration_cast<std::chrono::hours>(end.time - now).count() / 24;
    report.findings.push_back(finding_of(end.option,
                                         "the certificate in '" + end.file + "' expires in " + std::to_string(days) +
                                             (days == 1 ? " day" : " days") + "; renew it",
                                         false));
  }
}

void inspect_tokens(const PrincipalList& list, const TokenListSource& source, const std::vector<std::string>& toolboxes,
                    ListenerReport& report) {
  if (source.is_empty()) return;
  const std::size_t count = list.entries().size();
  report.facts.emplace_back("tokens", std::to_string(count) + (count == 1 ? " client" : " clients"));
  struct ::stat status {};
  constexpr ::mode_t kOthers = S_IRWXG | S_IRWXO;
  if (!source.file.empty() && ::stat(source.file.c_str(), &status) == 0 && (status.st_mode & kOthers) != 0) {
    report.findings.push_back({"listener.http.tokensFile: other users may read or change '" + source.file + "'",
                               "chmod 600 " + shell_quoted(source.file), false});
  }
  const std::string& name = source.file.empty() ? source.variable : source.file;
  for (const PrincipalEntry& entry : list.entries()) inspect_principal(*entry.principal, name, toolboxes, report);
}

void inspect_console(const PrincipalList& list, const ListenerSettings& settings, ListenerReport& report) {
  if (!settings.console || settings.tokens.is_empty()) return;
  const bool has_user = std::any_of(list.entries().begin(), list.entries().end(),
                                    [](const PrincipalEntry& entry) { return entry.console != OperatorView::none; });
  if (has_user) return;
  report.findings.push_back({"listener.http.console: no entry of the list has the right to use the console",
                             R"(add "console": "all" or "own" to the entry of each person who may)", false});
}

}  // namespace workbench::http
