#include "startup/object_options.hpp"

#include <Poco/NumberParser.h>
#include <Poco/StringTokenizer.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "config/suggestion.hpp"

namespace workbench::app {
namespace {

/// The value of an option from its text in the properties file. Absent: it is not of this type.
std::optional<Options::Value> parse_option(const config::OptionText& option, OptionType type) {
  switch (type) {
    case OptionType::text: return option.text;
    case OptionType::path: return option.text.empty() ? option.text : (option.folder / option.text).string();
    case OptionType::number: {
      Poco::Int64 number = 0;
      if (!Poco::NumberParser::tryParse64(option.text, number)) return std::nullopt;
      return std::int64_t{number};
    }
    case OptionType::flag: {
      if (option.text != "true" && option.text != "false") return std::nullopt;
      return option.text == "true";
    }
    case OptionType::text_list: {
      const Poco::StringTokenizer words(option.text, ",",
                                        Poco::StringTokenizer::TOK_TRIM | Poco::StringTokenizer::TOK_IGNORE_EMPTY);
      return Options::TextList(words.begin(), words.end());
    }
    case OptionType::text_map:
    case OptionType::number_map:
    case OptionType::mount_list: return std::nullopt;
  }
  return std::nullopt;
}

std::string_view description_of(OptionType type) {
  switch (type) {
    case OptionType::text: return "a text";
    case OptionType::path: return "a path";
    case OptionType::number: return "a whole number";
    case OptionType::flag: return "true or false";
    case OptionType::text_list: return "a list separated by commas";
    case OptionType::text_map:
    case OptionType::number_map: return "a map, which a properties file cannot contain";
    case OptionType::mount_list: return "a list of objects, which a properties file cannot contain";
  }
  return {};
}

}  // namespace

ObjectOptionsReader::ObjectOptionsReader(const registry::Kind& kind, const std::string& name,
                                         const std::map<std::string, config::OptionText>& texts,
                                         std::vector<std::string>& errors)
    : kind_(kind), prefix_(std::string(kind.prefix) + name + "."), texts_(texts), errors_(errors) {}

Options ObjectOptionsReader::read(const registry::ObjectOptions& object, Host& host) {
  const std::size_t errors_before = errors_.size();
  Options options = read(object.descriptions);
  if (errors_.size() > errors_before) return options;
  for (const OptionError& error : object.check(options, host)) add_error(error.option, error.message);
  return options;
}

Options ObjectOptionsReader::read(const std::vector<OptionDescription>& descriptions) {
  Options options;
  for (const auto& entry : texts_) {
    const auto& name = entry.first;  // clang 14 lets no lambda capture a structured binding
    const auto described = std::find_if(descriptions.begin(), descriptions.end(),
                                        [&](const OptionDescription& description) { return description.name == name; });
    if (described == descriptions.end()) {
      add_error(name, no_such_option(name, descriptions));
    } else if (auto value = parse_option(entry.second, described->type)) {
      options.set(name, *std::move(value));
    } else {
      add_error(name, "'" + entry.second.text + "' is not " + std::string(description_of(described->type)));
    }
  }
  for (const OptionDescription& description : descriptions) {
    if (description.required && texts_.count(description.name) == 0) {
      add_error(description.name, "is missing: " + description.description);
    }
  }
  return options;
}

std::string ObjectOptionsReader::no_such_option(const std::string& name,
                                                const std::vector<OptionDescription>& descriptions) const {
  const std::string the_object = "the " + std::string(kind_.name);
  if (descriptions.empty()) return the_object + " has no options; remove it";
  std::vector<std::string> names;
  for (const OptionDescription& description : descriptions) names.push_back(description.name);
  return the_object + " has no such option; " + config::suggestion(name, names);
}

void ObjectOptionsReader::add_error(const std::string& option, const std::string& what) {
  const auto text = texts_.find(option);
  const std::string key = prefix_ + option;
  errors_.push_back((text == texts_.end() ? key : text->second.place) + ": " + what);
}

}  // namespace workbench::app
