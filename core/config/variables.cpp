#include "config/variables.hpp"

#include <algorithm>
#include <cstddef>

#include "base/ascii.hpp"

namespace workbench::config {
namespace {

constexpr std::string_view kOpening = "${";
constexpr std::string_view kEscapedOpening = "$${";

bool starts_with(std::string_view text, std::size_t at, std::string_view what) {
  return text.substr(at, what.size()) == what;
}

/// The text between the braces.
struct Reference {
  std::string_view name;
  std::optional<std::string_view> fallback;
};

Reference reference_in(std::string_view inside) {
  constexpr std::string_view kEnv = "env:";  // as VS Code writes it
  if (starts_with(inside, 0, kEnv)) inside.remove_prefix(kEnv.size());
  const std::size_t separator = inside.find(":-");
  if (separator == std::string_view::npos) return {inside, std::nullopt};
  return {inside.substr(0, separator), inside.substr(separator + 2)};
}

void replace_secret(std::string_view reference, const SecretReader& secrets, Expansion& expansion) {
  auto secret = secrets(reference);
  if (secret) {
    expansion.text += *secret;
  } else {
    expansion.problems.push_back("${" + std::string(reference) + "}: " + secret.error().message);
  }
}

void replace(std::string_view inside, const Environment& environment, const SecretReader& secrets,
             const SecretReader& inputs, Expansion& expansion) {
  if (secrets && is_secret_reference(inside)) return replace_secret(inside, secrets, expansion);
  if (inputs && inside.starts_with(kInput)) return replace_secret(inside, inputs, expansion);
  // A message repeats names only: anything else between the braces may be part of a secret.
  if (inside.starts_with(kInput)) {
    expansion.problems.emplace_back(
        "${input:...} prompts a user, which is not possible here; set an environment variable and write ${NAME}");
    return;
  }
  if (inside == "client.cwd" || inside == "client.root") {  // replaced when the client is known
    expansion.text.append(kOpening).append(inside).append("}");
    return;
  }
  const Reference reference = reference_in(inside);
  const std::string name(reference.name);
  if (!is_variable_name(name)) {
    expansion.problems.emplace_back(
        "${...} does not contain a variable name; write ${NAME} or ${NAME:-default}, or $${ for the characters ${");
    return;
  }
  if (reference.fallback && reference.fallback->find(kOpening) != std::string_view::npos) {
    expansion.problems.push_back("the default of ${" + name +
                                 ":-...} contains another variable; use a plain text without ${");
    return;
  }
  const std::optional<std::string> value = environment(name);
  if (reference.fallback && (!value || value->empty())) {
    expansion.text += *reference.fallback;
  } else if (value) {
    expansion.text += *value;
  } else {
    expansion.problems.push_back("variable " + name + " is not set; set it or give a default: ${" + name + ":-...}");
  }
}

}  // namespace

bool is_variable_name(std::string_view text) {
  return !text.empty() && !base::is_ascii_digit(text.front()) && std::all_of(text.begin(), text.end(), [](char byte) {
    return base::is_ascii_letter_or_digit(byte) || byte == '_';
  });
}

Expansion expand_variables(std::string_view text, const Environment& environment, const SecretReader& secrets,
                           const SecretReader& inputs) {
  Expansion expansion;
  for (std::size_t at = 0; at < text.size();) {
    if (starts_with(text, at, kEscapedOpening)) {
      expansion.text += kOpening;
      at += kEscapedOpening.size();
    } else if (starts_with(text, at, kOpening)) {
      const std::size_t begin = at + kOpening.size();
      const std::size_t end = text.find('}', begin);
      if (end == std::string_view::npos) {
        expansion.problems.emplace_back("${ without a closing }; close it, or write $${ for the characters ${");
        return expansion;
      }
      replace(text.substr(begin, end - begin), environment, secrets, inputs, expansion);
      at = end + 1;
    } else {
      expansion.text += text[at++];
    }
  }
  return expansion;
}

}  // namespace workbench::config
