#include "client_files/secrets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/ascii.hpp"
#include "client_files/foreign_text.hpp"
#include "config/toolboxes_file/suspicions.hpp"

namespace workbench::client_files {
namespace {

constexpr std::array<std::string_view, 10> kSecretWords = {"TOKEN",  "SECRET",     "PASSWORD", "PASSWD", "PASSPHRASE",
                                                           "APIKEY", "CREDENTIAL", "COOKIE",   "AUTH",   "PRIVATE"};
/// Short ones, which are parts of other words.
constexpr std::array<std::string_view, 5> kShortSecretWords = {"KEY", "PAT", "PWD", "PASS", "JWT"};
constexpr std::array<std::string_view, 5> kNotSecretWords = {"FILE", "PATH", "URL", "DIR", "TYPE"};
constexpr std::array<std::string_view, 12> kKnownBeginnings = {
    "sk-", "ghp_", "gho_", "ghs_", "github_pat_", "xoxb-", "xoxp-", "AKIA", "glpat-", "AIza", "eyJ", "hf_"};

template <std::size_t N>
bool has_word(const std::vector<std::string>& words, const std::array<std::string_view, N>& wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
  });
}

/// GITHUB, TOKEN of github-token, githubToken and GITHUB_TOKEN.
std::vector<std::string> words_in(std::string_view name) {
  std::vector<std::string> words(1);
  char before = '\0';
  for (const char byte : name) {
    const bool is_upper = byte >= 'A' && byte <= 'Z';
    const bool begins = is_upper && before >= 'a' && before <= 'z';
    if (!base::is_ascii_letter_or_digit(byte) || begins) words.emplace_back();
    if (base::is_ascii_letter_or_digit(byte)) words.back() += variable_name(std::string_view(&byte, 1)).back();
    before = byte;
  }
  return words;
}

bool is_secret_name(std::string_view name) {
  const std::vector<std::string> words = words_in(name);
  if (has_word(words, kNotSecretWords)) return false;
  if (has_word(words, kShortSecretWords)) return true;
  const std::string upper = variable_name(name);
  return std::any_of(kSecretWords.begin(), kSecretWords.end(),
                     [&](std::string_view word) { return upper.find(word) != std::string::npos; });
}

bool is_plain_value(std::string_view value) {
  static constexpr std::array<std::string_view, 8> kWords = {"true", "false", "yes", "no", "on", "off", "none", "null"};
  const std::string lower = base::ascii_lower(std::string(value));
  if (std::find(kWords.begin(), kWords.end(), lower) != kWords.end()) return true;
  if (value.size() < 8 && std::all_of(value.begin(), value.end(), base::is_ascii_digit)) return true;
  return value.starts_with('/') || value.starts_with('{') || value.starts_with("./") || value.starts_with("http://") ||
         value.starts_with("https://");
}

/// In bits for each byte.
double entropy_of(std::string_view text) {
  std::array<double, 256> counts{};
  for (const char byte : text) counts[static_cast<unsigned char>(byte)] += 1;
  double entropy = 0;
  for (const double count : counts) {
    const double share = count / static_cast<double>(text.size());
    if (count > 0) entropy -= share * std::log2(share);
  }
  return entropy;
}

std::string quoted_for_env_file(const std::string& value) {
  const auto is_plain = [](char byte) {
    return base::is_ascii_letter_or_digit(byte) || std::string_view("_-./:+=@%,").find(byte) != std::string_view::npos;
  };
  if (std::all_of(value.begin(), value.end(), is_plain)) return value;
  if (value.find_first_of("'\n\r") == std::string::npos) return "'" + value + "'";
  std::string quoted = "\"";
  for (const char byte : value) {
    switch (byte) {
      case '\n': quoted += "\\n"; break;
      case '\r': quoted += "\\r"; break;
      case '"':
      case '\\': quoted += '\\'; [[fallthrough]];
      default: quoted += byte;
    }
  }
  return quoted + "\"";
}

/// The names in `${NAME}` of a text; with a default only if `with_defaults`.
std::vector<std::string> names_in(std::string_view text, bool with_defaults) {
  std::vector<std::string> names;
  (void)config::expand_variables(text, [&](std::string_view name) -> std::optional<std::string> {
    names.emplace_back(name);
    return "x";
  });
  if (!with_defaults) {
    std::erase_if(names,
                  [&](const std::string& name) { return text.find("${" + name + "}") == std::string_view::npos; });
  }
  return names;
}

std::vector<std::string_view> texts_of(const Server& server) {
  std::vector<std::string_view> texts{server.command, server.folder, server.env_file, server.url};
  texts.insert(texts.end(), server.args.begin(), server.args.end());
  for (const TextMap* map : {&server.env, &server.headers}) {
    for (const auto& entry : *map) texts.push_back(entry.second);
  }
  return texts;
}

}  // namespace

bool looks_like_a_key(std::string_view text) {
  constexpr std::size_t kMinBytes = 24;
  constexpr double kMinEntropy = 3.4;
  const auto begins = [&](std::string_view beginning) { return text.starts_with(beginning); };
  if (text.size() >= 16 && std::any_of(kKnownBeginnings.begin(), kKnownBeginnings.end(), begins)) return true;
  if (text.size() < kMinBytes || std::count_if(text.begin(), text.end(), base::is_ascii_digit) < 3) return false;
  const bool is_one_word = std::all_of(text.begin(), text.end(), [](char byte) {
    return base::is_ascii_letter_or_digit(byte) || std::string_view("_-+=").find(byte) != std::string_view::npos;
  });
  return is_one_word && entropy_of(text) >= kMinEntropy;
}

bool is_secret(std::string_view name, std::string_view value) {
  if (value.empty() || value.find("${") != std::string_view::npos || is_plain_value(value)) return false;
  return is_secret_name(name) || looks_like_a_key(value);
}

void Secrets::reserve_names_in(const Server& server) {
  for (const std::string_view text : texts_of(server)) {
    for (std::string& name : names_in(text, true)) reserved_.insert(std::move(name));
  }
}

std::string Secrets::name_for(const std::string& preferred, const std::string& server, const std::string& value) {
  const auto is_free = [&](const std::string& name) {
    const auto line = std::find_if(lines_.begin(), lines_.end(), [&](const auto& l) { return l.first == name; });
    if (line != lines_.end()) return line->second == value;
    return reserved_.count(name) == 0 || environment_(name) == value;
  };
  if (is_free(preferred)) return preferred;
  const std::string prefix = variable_name(server) + "_";
  const std::string longer = preferred.starts_with(prefix) ? preferred : prefix + preferred;
  std::string name = longer;
  for (int number = 2; !is_free(name); ++number) name = longer + "_" + std::to_string(number);
  return name;
}

/// The reference to a value that has been moved away. A placeholder leaves an empty line to be filled in.
std::string Secrets::moved(const std::string& preferred, const Server& server, std::string_view value) {
  const std::string kept(config::is_placeholder(value) ? std::string_view() : value);
  const std::string name = name_for(preferred, server.name, kept);
  const bool is_new = std::none_of(lines_.begin(), lines_.end(), [&](const auto& line) { return line.first == name; });
  if (is_new) lines_.emplace_back(name, kept);
  return "${" + name + "}";
}

void Secrets::extract(Server& server) {
  for (auto& [name, value] : server.env) {
    if (config::is_variable_name(name) && is_secret(name, value)) value = moved(name, server, value);
  }
  for (auto& [name, value] : server.headers) {
    if (!is_secret(name, value)) continue;
    // "Bearer abc": the scheme is no secret.
    const std::size_t blank = value.find(' ');
    const bool has_scheme = blank != std::string::npos && base::ascii_lower(name).ends_with("authorization");
    const std::string scheme = has_scheme ? value.substr(0, blank + 1) : "";
    const std::string preferred = variable_name(server.name) + "_" + (has_scheme ? "TOKEN" : variable_name(name));
    value = scheme + moved(preferred, server, std::string_view(value).substr(scheme.size()));
  }
  extract_from_arguments(server);
  server.url = without_credentials(server.url, server);
}

void Secrets::extract_from_arguments(Server& server) {
  for (std::size_t index = 0; index < server.args.size(); ++index) {
    std::string& argument = server.args[index];
    const std::size_t equals = argument.find('=');
    const bool has_name = argument.starts_with('-') && equals != std::string::npos;
    const std::string before = index > 0 && server.args[index - 1].starts_with('-') ? server.args[index - 1] : "";
    const std::string name = has_name ? argument.substr(0, equals) : before;
    const std::string value = has_name ? argument.substr(equals + 1) : argument;
    if (argument.find("://") != std::string::npos) {
      argument = without_credentials(argument, server);
    } else if ((has_name || !argument.starts_with('-')) && is_secret(name, value)) {
      std::string word =
          variable_name(std::string_view(name).substr(std::min(name.find_first_not_of('-'), name.size())));
      if (!is_secret_name(word)) word = "SECRET";  // "-e", or nothing
      argument =
          (has_name ? name + "=" : std::string()) + moved(variable_name(server.name) + "_" + word, server, value);
    }
  }
}

/// `https://user:password@host/?api_key=...` with references in the place of password and key.
std::string Secrets::without_credentials(std::string_view url, const Server& server) {
  std::string result(url);
  const std::size_t scheme = result.find("://");
  if (scheme == std::string::npos) return result;
  const std::string prefix = variable_name(server.name) + "_";
  const std::size_t host = scheme + 3;
  const std::size_t at = result.substr(0, result.find_first_of("/?#", host)).rfind('@');
  const std::size_t colon = result.find(':', host);
  if (at != std::string::npos && at > host && colon < at) {
    const std::string password = result.substr(colon + 1, at - colon - 1);
    if (!password.empty() && password.find("${") == std::string::npos) {
      result.replace(colon + 1, password.size(), moved(prefix + "PASSWORD", server, password));
    }
  }
  for (std::size_t begin = result.find('?'); begin != std::string::npos; begin = result.find('&', begin + 1)) {
    const std::size_t equals = result.find('=', begin);
    if (equals == std::string::npos) break;
    const std::string name = result.substr(begin + 1, equals - begin - 1);
    const std::string value = result.substr(equals + 1, result.find_first_of("&#", equals) - equals - 1);
    if (name.find('&') == std::string::npos && is_secret(name, value)) {
      result.replace(equals + 1, value.size(), moved(prefix + variable_name(name), server, value));
    }
  }
  return result;
}

std::vector<std::string> Secrets::add_missing(const Server& server) {
  std::vector<std::string> missing;
  for (const std::string_view text : texts_of(server)) {
    for (const std::string& name : names_in(text, false)) {
      const bool is_there = std::any_of(lines_.begin(), lines_.end(), [&](const auto& l) { return l.first == name; });
      if (is_there || environment_(name)) continue;
      lines_.emplace_back(name, "");
      missing.push_back(name);
    }
  }
  return missing;
}

std::string Secrets::file_text(bool shows_values) const {
  std::string text =
      "# Values of the ${NAME} in the toolboxes file beside this one. Nobody else may read it: keep its mode at "
      "0600.\n";
  for (const auto& [name, value] : lines_) {
    const auto description = descriptions_.find(name);
    if (description != descriptions_.end()) {
      std::string line = description->second;
      std::replace(line.begin(), line.end(), '\n', ' ');
      text += "# " + line + "\n";
    }
    if (value.empty()) text += "# Not set yet: write the value behind the sign.\n";
    text += name + "=" + (shows_values || value.empty() ? quoted_for_env_file(value) : "***") + "\n";
  }
  return text;
}

std::string Secrets::hidden_in(std::string text) const {
  for (const auto& line : lines_) {
    const std::string& value = line.second;
    if (value.empty()) continue;
    for (std::size_t at = 0; (at = text.find(value, at)) != std::string::npos;) text.replace(at, value.size(), "***");
  }
  return text;
}

}  // namespace workbench::client_files
