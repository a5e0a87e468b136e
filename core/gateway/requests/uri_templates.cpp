#include "gateway/requests/uri_templates.hpp"

#include <algorithm>
#include <utility>

namespace workbench::gateway {
namespace {

constexpr std::size_t kNotFound = std::string_view::npos;

/// The beginning of a template, as far as it is literal.
std::string_view beginning_of(std::string_view uri_template) {
  return uri_template.substr(0, uri_template.find('{'));
}

/// The end of a template, as far as it is literal.
std::string_view end_of(std::string_view uri_template) {
  const std::size_t close = uri_template.rfind('}');
  return close == kNotFound ? uri_template : uri_template.substr(close + 1);
}

/// Where `literal` begins in `text` for the first time. Unlike std::string_view::find(), each byte of `text` is
/// compared twice at most, whatever the texts are (Knuth, Morris, Pratt).
std::size_t find_literal(std::string_view text, std::string_view literal) {
  if (literal.size() > text.size()) return kNotFound;
  if (literal.size() <= 1) return text.find(literal);
  std::vector<std::size_t> fallbacks(literal.size(), 0);  // of each beginning: its longest end that is a beginning, too
  for (std::size_t index = 1, length = 0; index < literal.size(); ++index) {
    while (length > 0 && literal[index] != literal[length]) length = fallbacks[length - 1];
    if (literal[index] == literal[length]) ++length;
    fallbacks[index] = length;
  }
  for (std::size_t index = 0, matched = 0; index < text.size(); ++index) {
    while (matched > 0 && text[index] != literal[matched]) matched = fallbacks[matched - 1];
    if (text[index] == literal[matched]) ++matched;
    if (matched == literal.size()) return index + 1 - matched;
  }
  return kNotFound;
}

}  // namespace

void UriTemplates::add(std::string_view text) {
  if (text.size() > kMaxTemplateBytes) return;
  const bool names_scheme = beginning_of(text).find(':') != kNotFound;
  (names_scheme ? named_ : any_).emplace_back(text);
}

// Nearly all are ruled out by their beginning or their end.
bool UriTemplates::has_fitting(std::string_view uri, Scheme scheme) const {
  constexpr std::size_t kCostOfTemplate = 16;
  if (uri.size() > kMaxUriBytes) return false;
  std::size_t compared = 0;
  for (const std::string& one : scheme == Scheme::named ? named_ : any_) {
    const std::string_view beginning = beginning_of(one);
    compared += kCostOfTemplate + std::min(beginning.size(), uri.size());
    if (compared > kMaxCompared) return false;
    if (!uri.starts_with(beginning) || !uri.ends_with(end_of(one))) continue;
    compared += one.size() + uri.size();
    if (compared > kMaxCompared) return false;
    if (may_expand_to(one, uri)) return true;
  }
  return false;
}

// A literal that fits at several places is matched at the first: an expression follows it, which may be any text.
bool may_expand_to(std::string_view uri_template, std::string_view uri) {
  bool is_anchored = true;  // the next literal must be at the beginning of what is left
  for (std::size_t open = uri_template.find('{'); open != kNotFound; open = uri_template.find('{')) {
    const std::size_t close = uri_template.find('}', open);
    if (close == kNotFound) return false;
    const std::string_view literal = uri_template.substr(0, open);
    if (is_anchored && !uri.starts_with(literal)) return false;
    const std::size_t at = is_anchored ? 0 : find_literal(uri, literal);
    if (at == kNotFound) return false;
    uri.remove_prefix(at + literal.size());
    uri_template.remove_prefix(close + 1);
    is_anchored = false;
  }
  return is_anchored ? uri == uri_template : uri.ends_with(uri_template);
}

}  // namespace workbench::gateway
