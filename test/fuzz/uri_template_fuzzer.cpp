// A URI fits the templates that it fits by the definition, and comparing them takes a time that grows with their
// lengths alone. The first line of the input is a template, the rest a URI.

#include <ctime>

#include "fuzzing.hpp"
#include "gateway/requests/uri_templates.hpp"

namespace {

using fuzzing::require;
using workbench::gateway::UriTemplates;

/// By the definition: an expression matches any text. Exponential in the number of expressions.
bool fits(std::string_view uri_template, std::string_view uri) {
  const std::size_t open = uri_template.find('{');
  if (open == std::string_view::npos) return uri == uri_template;
  const std::size_t close = uri_template.find('}', open);
  if (close == std::string_view::npos || !uri.starts_with(uri_template.substr(0, open))) return false;
  uri.remove_prefix(open);
  for (std::size_t text = 0; text <= uri.size(); ++text) {
    if (fits(uri_template.substr(close + 1), uri.substr(text))) return true;
  }
  return false;
}

std::string repeated(std::string_view text, std::size_t size) {
  std::string large;
  while (large.size() < size) large.append(text);
  return large;
}

void require_linear_time(std::string_view uri_template, std::string_view uri) {
  const std::string large_template = repeated(uri_template, 50'000);
  const std::string large_uri = repeated(uri, 1'000'000);
  const std::clock_t begin = std::clock();
  static_cast<void>(workbench::gateway::may_expand_to(large_template, large_uri));
  require(std::clock() - begin < 2 * CLOCKS_PER_SEC, "the time is linear", uri_template);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view uri = fuzzing::text_of(data, size);
  const std::string_view uri_template = fuzzing::take_line(uri);
  const bool may_expand = workbench::gateway::may_expand_to(uri_template, uri);
  constexpr std::ptrdiff_t kMaxExpressions = 4;
  constexpr std::size_t kMaxUri = 64;
  const bool is_small =
      std::count(uri_template.begin(), uri_template.end(), '{') <= kMaxExpressions && uri.size() <= kMaxUri;
  // A template that is not one fits nothing; the definition finds that out only where it gets there.
  const std::size_t last = uri_template.rfind('{');
  const bool is_template = last == std::string_view::npos || uri_template.find('}', last) != std::string_view::npos;
  if (is_small && is_template) {
    require(may_expand == fits(uri_template, uri), "a URI fits by the definition", uri_template);
  }
  UriTemplates templates;
  templates.add(uri_template);
  const bool fits_named = templates.has_fitting(uri, UriTemplates::Scheme::named);
  const bool fits_any = templates.has_fitting(uri, UriTemplates::Scheme::any);
  require(!(fits_named && fits_any), "a template names a scheme or does not", uri_template);
  if (size < UriTemplates::kMaxTemplateBytes) {
    require(may_expand == (fits_named || fits_any), "a template is found by what it fits", uri_template);
  }
  constexpr std::size_t kSeldom = 128;
  if (size % kSeldom == 0 && !uri.empty() && !uri_template.empty()) require_linear_time(uri_template, uri);
  return 0;
}
