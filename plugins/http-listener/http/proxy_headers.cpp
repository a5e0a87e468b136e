#include "http/proxy_headers.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace workbench::http {
namespace {

constexpr std::string_view kSpace = " \t";

ProxyHeaders malformed_headers(std::string problem) {
  ProxyHeaders request;
  request.problem = std::move(problem);
  return request;
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

char to_lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

std::string to_lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char letter) { return to_lower(letter); });
  return lower;
}

bool is_host_character(char character) {
  const char lower = to_lower(character);
  return (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') ||
         std::string_view("-._:[]").find(lower) != std::string_view::npos;
}

/// A name or a literal, with or without a port; not more than the header Host can hold.
bool is_host(std::string_view text) {
  constexpr std::size_t kMaxHost = 255 + 6;
  return !text.empty() && text.size() <= kMaxHost && std::all_of(text.begin(), text.end(), is_host_character);
}

/// Who has sent a request to a proxy (`node` of RFC 7239, section 6).
struct Node {
  std::optional<IpLiteral> literal;  ///< absent: hidden
};

/// Absent: malformed.
std::optional<Node> parse_node(std::string_view text) {
  if (const auto literal = IpLiteral::parse(text)) return Node{literal};
  // An obfuscated port (section 6.2).
  if (const std::size_t port = text.rfind(":_"); port != std::string_view::npos && port > 0) {
    return parse_node(text.substr(0, port));
  }
  const std::string_view name = text.substr(0, text.find(':'));
  if (to_lower(name) == "unknown" || name.starts_with('_')) return Node{};
  return {};
}

/// Sets scheme and host as far as they are named, and false if one is malformed. RFC 7239 allows every scheme; requests
/// to us have one of two.
bool set_target(std::string_view scheme, std::string_view host, ProxyHeaders& request) {
  request.scheme = to_lower(scheme);
  request.host = host;
  return (scheme.empty() || request.scheme == "http" || request.scheme == "https") && (host.empty() || is_host(host));
}

void set_client(const Node& node, ProxyHeaders& request) {
  request.client.reset();
  request.port.reset();
  if (!node.literal) return;
  request.client = node.literal->address;
  request.port = node.literal->port;
}

/// One element of `Forwarded`: its parameters `for`, `proto` and `host`, unquoted; empty: not there.
struct Element {
  std::string client;
  std::string scheme;
  std::string host;
};

/// Reads the elements of one line (RFC 7239, section 4), and accepts spaces around separators, and values that should
/// be quoted.
class ElementReader {
 public:
  explicit ElementReader(std::string_view line) : rest_(line) {}

  /// Absent: malformed.
  [[nodiscard]] std::optional<std::vector<Element>> read() {
    std::vector<Element> elements;
    Element element;
    bool is_empty = true;
    while (true) {
      skip_space();
      if (!rest_.empty() && rest_.front() != ',' && rest_.front() != ';') {
        if (!read_pair(element)) return {};
        is_empty = false;
        skip_space();
      }
      const char separator = rest_.empty() ? ',' : rest_.front();
      if (separator != ',' && separator != ';') return {};
      if (separator == ',' && !std::exchange(is_empty, true)) elements.push_back(std::exchange(element, {}));
      if (rest_.empty()) return elements;
      rest_.remove_prefix(1);
    }
  }

 private:
  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(kSpace), rest_.size())); }

  bool read_pair(Element& element) {
    const std::size_t equals = rest_.find_first_of("=;,\"");
    if (equals == std::string_view::npos || equals == 0 || rest_[equals] != '=') return false;
    const std::string name = to_lower(rest_.substr(0, equals));
    rest_.remove_prefix(equals + 1);
    auto value = read_value();
    if (!value || value->empty()) return false;
    std::string* const member = name == "for"     ? &element.client
                                : name == "proto" ? &element.scheme
                                : name == "host"  ? &element.host
                                                  : nullptr;
    if (member == nullptr) return true;  // `by`, and extensions
    if (!member->empty()) return false;  // each may occur once
    *member = *std::move(value);
    return true;
  }

  std::optional<std::string> read_value() {
    if (rest_.starts_with('"')) return read_quoted();
    const std::size_t end = std::min(rest_.find_first_of(" \t;,\""), rest_.size());
    std::string value(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return value;
  }

  std::optional<std::string> read_quoted() {
    std::string value;
    for (std::size_t at = 1; at < rest_.size(); ++at) {
      if (rest_[at] == '"') {
        rest_.remove_prefix(at + 1);
        return value;
      }
      if (rest_[at] == '\\' && ++at == rest_.size()) break;
      value += rest_[at];
    }
    return {};
  }

  std::string_view rest_;
};

/// Follows a list of header lines from its right end to its left.
class ListFromRight {
 public:
  explicit ListFromRight(const std::vector<std::string_view>& lines) : lines_(lines), line_(lines.size()) {}

  /// The next entry that is not empty (RFC 9110, section 5.6.1.2); absent: there is none.
  std::optional<std::string_view> next() {
    while (true) {
      if (!rest_) {
        if (line_ == 0) return {};
        rest_ = lines_[--line_];
      }
      const std::size_t comma = rest_->rfind(',');
      const bool is_last = comma == std::string_view::npos;
      const std::string_view entry = trim(is_last ? *rest_ : rest_->substr(comma + 1));
      if (is_last) {
        rest_.reset();
      } else {
        rest_ = rest_->substr(0, comma);
      }
      if (!entry.empty()) return entry;
    }
  }

 private:
  const std::vector<std::string_view>& lines_;
  std::size_t line_;
  std::optional<std::string_view> rest_;
};

/// The entry `distance` from the right, or the leftmost one; empty: there is none.
std::string_view entry_at(const std::vector<std::string_view>& lines, std::size_t distance) {
  ListFromRight list(lines);
  std::string_view entry;
  for (std::size_t index = 0; index <= distance; ++index) {
    const auto next = list.next();
    if (!next) break;
    entry = *next;
  }
  return entry;
}

}  // namespace

ProxyHeaders read_forwarded(const std::vector<std::string_view>& lines, const TrustedAddresses& trusted) {
  ProxyHeaders request;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    const auto elements = ElementReader(*line).read();
    if (!elements) return malformed_headers("the header Forwarded is malformed");
    for (auto element = elements->rbegin(); element != elements->rend(); ++element) {
      const auto node = element->client.empty() ? Node{} : parse_node(element->client);
      if (!node) return malformed_headers("the header Forwarded has a parameter 'for' that is not an address");
      set_client(*node, request);
      if (!set_target(element->scheme, element->host, request)) {
        return malformed_headers("the header Forwarded has an invalid parameter 'proto' or 'host'");
      }
      if (!request.client || !trusted.contains(*request.client)) return request;
    }
  }
  return request;
}

ProxyHeaders read_x_forwarded(const XForwardedLines& lines, const TrustedAddresses& trusted) {
  ProxyHeaders request;
  ListFromRight clients(lines.clients);
  std::size_t distance = 0;
  for (auto entry = clients.next(); entry; entry = clients.next()) {
    const auto node = parse_node(*entry);
    if (!node) return malformed_headers("the header X-Forwarded-For has an entry that is not an address");
    if (request.client) ++distance;
    set_client(*node, request);
    if (!request.client || !trusted.contains(*request.client)) break;
  }
  if (!set_target(entry_at(lines.schemes, distance), entry_at(lines.hosts, distance), request)) {
    return malformed_headers("the header X-Forwarded-Proto or X-Forwarded-Host is invalid");
  }
  return request;
}

}  // namespace workbench::http
