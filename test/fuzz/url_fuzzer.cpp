// A URL that is accepted means the same when its parts are put together again, and cannot carry anything else into a
// request. The first line of the input is a URL, the rest a reference to resolve.

#include "fuzzing.hpp"
#include "http/url.hpp"

namespace {

using namespace workbench::http;
using namespace workbench::http::transport;
using fuzzing::require;

bool are_equal(const Url& one, const Url& other) {
  return have_same_origin(one, other) && one.target == other.target;
}

bool is_visible_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

void check(const Url& url) {
  const std::string whole = url.origin() + url.target;
  const auto again = parse_url(whole);
  require(again && are_equal(*again, url), "a URL is read as it was written", whole);
  require(is_visible_ascii(url.authority()) && is_visible_ascii(url.target), "a URL adds no header", whole);
  require(url.authority().find_first_of("/?#@") == std::string::npos, "an authority is nothing else", whole);
  require(url.target.front() == '/' && url.target.find('#') == std::string::npos, "a target is a target", whole);
  const long port = std::stol(url.port);
  require(port >= 1 && port <= 65535, "a port is a port", whole);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = fuzzing::text_of(data, size);
  const auto url = parse_url(fuzzing::take_line(input));
  if (!url) return 0;
  check(*url);
  const auto resolved = resolve(*url, input);
  if (!resolved) return 0;
  check(*resolved);
  const auto absolute = resolve(*url, resolved->origin() + resolved->target);
  require(absolute && are_equal(*absolute, *resolved), "an absolute reference does not depend on its base", input);
  if (input.find("//") == std::string_view::npos) {
    require(have_same_origin(*url, *resolved), "a relative reference stays within the origin", input);
  }
  return 0;
}
