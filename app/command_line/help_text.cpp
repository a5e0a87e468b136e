#include "command_line/help_text.hpp"

#include <Poco/Util/Option.h>

#include <cstddef>

#include "process/table.hpp"

namespace workbench::app {
namespace {

constexpr std::size_t kHelpWidth = 80;
constexpr std::size_t kTermIndent = 2;
constexpr std::size_t kDescriptionIndent = 6;

std::string indented(std::string_view paragraph, std::size_t indent) {
  Table table;
  table.add({std::string(paragraph)});
  const std::string lines = table.text(kHelpWidth - indent);
  std::string text;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = lines.find('\n', begin) + 1;
    text.append(indent, ' ').append(lines, begin, end - begin);
    begin = end;
  }
  return text;
}

/// `  -c, --config=FILE`; without a short name, the long one is in the same column.
std::string spelling_of(const Poco::Util::Option& option) {
  std::string text = option.shortName().empty() ? "      --" : "  -" + option.shortName() + ", --";
  text += option.fullName();
  if (option.takesArgument()) text += "=" + option.argumentName();
  return text;
}

}  // namespace

std::string usage_text(const std::vector<std::string>& forms) {
  std::string text;
  for (const std::string& form : forms) {
    text.append(text.empty() ? "Usage: " : "       ").append("mcp-workbench ").append(form).append("\n");
  }
  return text;
}

std::string paragraph_text(std::string_view text) {
  return indented(text, 0);
}

std::string options_text(const Poco::Util::OptionSet& options) {
  Table table;
  for (const Poco::Util::Option& option : options) table.add({spelling_of(option), option.description()});
  return "Options:\n" + table.text(kHelpWidth);
}

std::string entry_text(std::string_view term, std::string_view description) {
  return indented(term, kTermIndent) + indented(description, kDescriptionIndent);
}

}  // namespace workbench::app
