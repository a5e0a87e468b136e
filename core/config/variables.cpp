#include "config/variables.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

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

/// Texts of other clients may contain `${NAME}` for the server, which replaces it itself.
std::string describe_unset(const std::string& name, const std::string& inside) {
  return "variable " + name + " is not set; set it, give a default: ${" + name + ":-...}, or write $${" + inside +
         "} for the characters ${" + inside + "}";
}

/// The sources with which a text is expanded.
struct Sources {
  const Environment& environment;
  const SecretReader& secrets;
  const SecretReader& inputs;
  ClientReferences client_references;
};

/// Expands one text.
class Expander {
 public:
  explicit Expander(const Sources& sources) : sources_(sources) {}

  Expansion expand(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t dollar = std::min(text.find('$', at), text.size());
      expansion_.text += text.substr(at, dollar - at);
      at = dollar;
      if (starts_with(text, at, kEscapedOpening)) {
        expansion_.text += kOpening;
        at += kEscapedOpening.size();
      } else if (starts_with(text, at, kOpening)) {
        const std::size_t begin = at + kOpening.size();
        const std::size_t end = text.find('}', begin);
        if (end == std::string_view::npos) {
          add_problem("${ without a closing }; close it, or write $${ for the characters ${");
          break;
        }
        replace(text.substr(begin, end - begin));
        at = end + 1;
      } else if (at < text.size()) {
        expansion_.text += text[at++];
      }
    }
    return std::move(expansion_);
  }

 private:
  void replace(std::string_view inside) {
    if (sources_.secrets && is_secret_reference(inside)) return replace_secret(inside, sources_.secrets);
    if (sources_.inputs && inside.starts_with(kInput)) return replace_secret(inside, sources_.inputs);
    // A message repeats names only: anything else between the braces may be part of a secret.
    if (inside.starts_with(kInput)) {
      return add_problem(
          "${input:...} prompts a user, which is not possible here; set an environment variable and write ${NAME}");
    }
    if (inside == "client.cwd" || inside == "client.root") return refer_to_client(inside);
    const Reference reference = reference_in(inside);
    const std::string name(reference.name);
    if (!is_variable_name(name)) {
      return add_problem(
          "${...} does not contain a variable name; write ${NAME} or ${NAME:-default}, or $${ for the characters ${");
    }
    if (reference.fallback && reference.fallback->find(kOpening) != std::string_view::npos) {
      return add_problem("the default of ${" + name + ":-...} contains another variable; use a plain text without ${");
    }
    const std::optional<std::string> value = sources_.environment(name);
    if (reference.fallback && (!value || value->empty())) {
      expansion_.text += *reference.fallback;
    } else if (value) {
      add_value(name, *value);
    } else {
      add_problem(describe_unset(name, std::string(inside)));
    }
  }

  void replace_secret(std::string_view reference, const SecretReader& read) {
    const auto secret = read(reference);
    if (secret) return add_value(reference, *secret);
    add_problem("${" + std::string(reference) + "}: " + secret.error().message);
  }

  void refer_to_client(std::string_view inside) {
    if (sources_.client_references == ClientReferences::stay) {
      expansion_.text.append(kOpening).append(inside).append("}");
    } else {
      expansion_.text += inside == "client.cwd" ? kFolderMark : kRootMark;
    }
  }

  void add_value(std::string_view name, std::string_view value) {
    if (value.find('\0') == std::string_view::npos) {
      expansion_.text += value;
    } else {
      add_problem("the value of ${" + std::string(name) + "} contains a NUL character; remove it");
    }
  }

  void add_problem(std::string problem) { expansion_.problems.push_back(std::move(problem)); }

  const Sources sources_;
  Expansion expansion_;
};

}  // namespace

bool is_variable_name(std::string_view text) {
  return !text.empty() && !base::is_ascii_digit(text.front()) && std::all_of(text.begin(), text.end(), [](char byte) {
    return base::is_ascii_letter_or_digit(byte) || byte == '_';
  });
}

Expansion expand_variables(std::string_view text, const Environment& environment, const SecretReader& secrets,
                           const SecretReader& inputs, ClientReferences client_references) {
  return Expander({environment, secrets, inputs, client_references}).expand(text);
}

}  // namespace workbench::config
