#include "login/issuer.hpp"

#include "login/oauth_refusal.hpp"

namespace workbench::http::login {
namespace {

/// A query could contain a URL of its own, whose last slash may mean something.
std::string_view without_last_slash(std::string_view issuer) {
  const bool is_path = issuer.find_first_of("?#") == std::string_view::npos;
  if (is_path && issuer.ends_with('/')) issuer.remove_suffix(1);
  return issuer;
}

}  // namespace

bool is_same_issuer(std::string_view one, std::string_view other) {
  return without_last_slash(one) == without_last_slash(other);
}

std::string issuer_without_last_slash(std::string_view issuer) {
  return std::string(without_last_slash(issuer));
}

std::string describe_other_issuer(const std::string& named, std::string_view found) {
  return "the metadata of " + named + " is of another issuer (" + (found.empty() ? "none" : visible_text(found)) +
         "); its operator has to correct one of the two names (behind a proxy, the server must know its public URL), "
         R"(or name the metadata that you trust: "oauth": {"authServerMetadataUrl": "..."})";
}

}  // namespace workbench::http::login
