#include "client_files/secrets.hpp"

#include <algorithm>
#include <utility>

#include "client_files/foreign_text.hpp"
#include "client_files/secret_mask.hpp"
#include "client_files/secret_spans.hpp"
#include "config/toolboxes_file/env_file.hpp"
#include "config/toolboxes_file/suspicions.hpp"
#include "json/escape.hpp"
#include "json/raw_string.hpp"

namespace workbench::client_files {
namespace {

/// The characters of an entry's text: `$${` becomes `${`. The text has no references.
std::string characters_of(std::string_view text) {
  std::string characters(text);
  for (std::size_t at = 0; (at = characters.find("$${", at)) != std::string::npos; at += 2) characters.erase(at, 1);
  return characters;
}

/// `--api-key`, `X-Api-Key` and `apiKey` as a variable; SECRET: the name says nothing.
std::string word_for(std::string_view name) {
  const std::string word = variable_name(name.substr(std::min(name.find_first_not_of('-'), name.size())));
  return is_secret_name(word) && config::is_variable_name(word) ? word : "SECRET";
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

std::vector<std::string_view> texts_of(const WrittenServer& server) {
  std::vector<std::string_view> texts{server.command, server.image, server.folder, server.env_file, server.url};
  for (const auto& entry : server.kept) texts.push_back(entry.second);
  texts.insert(texts.end(), server.args.begin(), server.args.end());
  for (const TextMap* map : {&server.env, &server.headers}) {
    for (const auto& entry : *map) texts.push_back(entry.second);
  }
  return texts;
}

}  // namespace

void Secrets::reserve_names_in(const WrittenServer& server) {
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

/// The reference to a value that has been moved to the file. A placeholder leaves an empty line to be filled in.
std::string Secrets::moved(const std::string& preferred, const WrittenServer& server, std::string_view value) {
  const std::string kept = config::is_placeholder(value) ? std::string() : characters_of(value);
  const std::string name = name_for(preferred, server.name, kept);
  const bool is_new = std::none_of(lines_.begin(), lines_.end(), [&](const auto& line) { return line.first == name; });
  if (is_new) lines_.emplace_back(name, kept);
  return "${" + name + "}";
}

/// `variable`: the name for the value of the whole text; empty: as for a part of it.
void Secrets::extract_from(std::string& text, std::string_view name, const std::string& variable,
                           const WrittenServer& server, Writing writing) {
  std::string rest;
  std::size_t at = 0;
  for (const SecretSpan& span : secrets_in(name, text)) {
    const bool is_all = span.begin == 0 && span.end == text.size();
    const std::string preferred =
        is_all && !variable.empty() ? variable : variable_name(server.name) + "_" + word_for(span.name);
    rest.append(text, at, span.begin - at);
    const std::string value = text.substr(span.begin, span.end - span.begin);
    rest +=
        moved(preferred, server, writing == Writing::json ? json::raw_string_of('"' + value + '"').decoded() : value);
    at = span.end;
  }
  text = rest.append(text, at);
}

void Secrets::extract(WrittenServer& server) {
  for (auto& [name, value] : server.env) extract_from(value, name, config::is_variable_name(name) ? name : "", server);
  for (auto& [name, value] : server.headers) extract_from(value, name, "", server);
  extract_from_arguments(server);
  extract_from(server.command, "", "", server);
  extract_from(server.url, "", "", server);
  for (auto& [name, value] : server.kept) extract_from(value, name, "", server, Writing::json);
}

void Secrets::extract_from_arguments(WrittenServer& server) {
  std::string option;
  for (std::string& argument : server.args) {
    const bool is_option = argument.starts_with('-');
    const std::string next = is_option && argument.find('=') == std::string::npos ? argument : std::string();
    extract_from(argument, is_option ? std::string_view() : option, "", server);
    option = next;
  }
}

std::vector<std::string> Secrets::add_missing(const WrittenServer& server) {
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
      "# Values of the ${NAME} in the toolboxes file beside this one. Only you may read it: keep its mode at "
      "0600.\n";
  for (const auto& [name, value] : lines_) {
    const auto description = descriptions_.find(name);
    if (description != descriptions_.end()) {
      std::string line = description->second;
      std::replace(line.begin(), line.end(), '\n', ' ');
      text += "# " + line + "\n";
    }
    if (value.empty()) text += "# Not set yet: write the value behind the sign.\n";
    text += (shows_values || value.empty() ? config::env_file_line(name, value) : name + "=***") + "\n";
  }
  return text;
}

std::string Secrets::hidden_in(std::string text) const {
  constexpr std::size_t kMinBytes = 4;  // shorter ones are parts of anything
  text = with_secrets_masked(text);
  for (const auto& line : lines_) {
    const std::string& value = line.second;
    if (value.size() < kMinBytes) continue;
    const std::string quoted = json::quoted(value);
    for (const std::string& written : {value, quoted.substr(1, quoted.size() - 2)}) {
      for (std::size_t at = 0; (at = text.find(written, at)) != std::string::npos;)
        text.replace(at, written.size(), "***");
    }
  }
  return text;
}

}  // namespace workbench::client_files
