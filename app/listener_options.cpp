#include "listener_options.hpp"

#include <Poco/NumberParser.h>
#include <Poco/StringTokenizer.h>

#include <algorithm>
#include <optional>

#include "config/suggestion.hpp"

namespace workbench::app {
namespace {

std::optional<Options::Value> typed(const std::string& text, OptionType type) {
  switch (type) {
    case OptionType::text: return text;
    case OptionType::number: {
      Poco::Int64 number = 0;
      if (!Poco::NumberParser::tryParse64(text, number)) return std::nullopt;
      return std::int64_t{number};
    }
    case OptionType::flag: {
      if (text != "true" && text != "false") return std::nullopt;
      return text == "true";
    }
    case OptionType::text_list: {
      const Poco::StringTokenizer words(text, ",",
                                        Poco::StringTokenizer::TOK_TRIM | Poco::StringTokenizer::TOK_IGNORE_EMPTY);
      return Options::TextList(words.begin(), words.end());
    }
    case OptionType::text_map: return std::nullopt;
  }
  return std::nullopt;
}

std::string_view word_for(OptionType type) {
  switch (type) {
    case OptionType::text: return "a text";
    case OptionType::number: return "a whole number";
    case OptionType::flag: return "true or false";
    case OptionType::text_list: return "a list separated by commas";
    case OptionType::text_map: return "a map, which a properties file cannot hold";
  }
  return {};
}

std::vector<std::string> names_of(const std::vector<OptionDescription>& descriptions) {
  std::vector<std::string> names;
  for (const OptionDescription& description : descriptions) names.push_back(description.name);
  return names;
}

}  // namespace

Options listener_options(std::string_view name, const std::vector<OptionDescription>& descriptions,
                         const std::map<std::string, std::map<std::string, std::string>>& texts,
                         std::vector<std::string>& complaints) {
  Options options;
  const auto found = texts.find(std::string(name));
  const std::map<std::string, std::string> given = found == texts.end() ? decltype(given){} : found->second;
  const auto complain = [&](const std::string& option, const std::string& what) {
    complaints.push_back("listener." + std::string(name) + "." + option + ": " + what);
  };

  for (const auto& entry : given) {
    const auto& option = entry.first;  // clang 14 lets no lambda capture a structured binding
    const auto& text = entry.second;
    const auto described =
        std::find_if(descriptions.begin(), descriptions.end(),
                     [&](const OptionDescription& description) { return description.name == option; });
    if (described == descriptions.end()) {
      complain(option, descriptions.empty()
                           ? "the listener has no options; remove it"
                           : "the listener has no such option; " + config::suggestion(option, names_of(descriptions)));
      continue;
    }
    auto value = typed(text, described->type);
    if (!value) {
      complain(option, "'" + text + "' is not " + std::string(word_for(described->type)));
      continue;
    }
    options.set(option, *std::move(value));
  }
  for (const OptionDescription& description : descriptions) {
    if (description.required && given.count(description.name) == 0) {
      complain(description.name, "is missing: " + description.description);
    }
  }
  return options;
}

}  // namespace workbench::app
