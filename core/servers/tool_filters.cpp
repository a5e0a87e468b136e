#include "servers/tool_filters.hpp"

#include <utility>

#include "base/text.hpp"

namespace workbench::servers {
namespace {

struct SchemeAndText {
  std::string_view scheme;
  std::string_view text;
};

SchemeAndText split(std::string_view entry) {
  const std::size_t colon = entry.find(':');
  if (colon != std::string_view::npos) return {entry.substr(0, colon), entry.substr(colon + 1)};
  const bool has_wildcard = entry.find_first_of("*?") != std::string_view::npos;
  return {has_wildcard ? "wildcard" : "name", entry};
}

Result<bool> any_admits(const std::vector<std::unique_ptr<registry::GuardedToolFilter>>& filters, const Tool& tool) {
  for (const auto& filter : filters) {
    Result<bool> admits = filter->admits(tool);
    if (!admits || *admits) return admits;
  }
  return false;
}

}  // namespace

Result<std::unique_ptr<registry::GuardedToolFilter>> make_tool_filter(std::string_view entry,
                                                                      const registry::Registry& registry) {
  const auto [scheme, text] = split(entry);
  const registry::GuardedToolFilterFactory* factory = registry.of<ToolFilter>().find(scheme);
  if (factory == nullptr) {
    return Error{ErrorKind::invalid_argument, "no loaded plugin provides the tool filter '" + std::string(scheme) +
                                                  "' (there are: " + base::listed(registry.of<ToolFilter>().names()) +
                                                  "); a name that has a colon is written name:" + std::string(entry)};
  }
  return (*factory)(text);
}

bool reads_only_names(std::string_view entry) {
  const std::string_view scheme = split(entry).scheme;
  return scheme == "name" || scheme == "wildcard";
}

Result<ToolFilters> ToolFilters::from(const std::optional<std::vector<std::string>>& entries,
                                      const registry::Registry& registry) {
  ToolFilters filters;
  if (!entries) return filters;
  filters.admits_everything_ = false;
  for (const std::string& entry : *entries) {
    const bool is_negated = entry.starts_with('!');
    auto filter = make_tool_filter(std::string_view(entry).substr(is_negated ? 1 : 0), registry);
    if (!filter) return filter.error().within("toolFilters entry '" + entry + "'");
    (is_negated ? filters.negated_ : filters.positive_).push_back(*std::move(filter));
  }
  return filters;
}

Result<bool> ToolFilters::admit(const Tool& tool) const {
  if (admits_everything_) return true;
  const Result<bool> is_positive = any_admits(positive_, tool);
  if (!is_positive || !*is_positive) return is_positive;
  const Result<bool> is_negated = any_admits(negated_, tool);
  if (!is_negated) return is_negated;
  return !*is_negated;
}

}  // namespace workbench::servers
