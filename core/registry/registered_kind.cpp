#include "registry/registered_kind.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace workbench::registry {

std::vector<std::string> RegisteredKind::names() const {
  std::vector<std::string> names;
  for (const Registration& registration : registrations_) names.push_back(registration.name);
  if (!kind_.keeps_order) std::sort(names.begin(), names.end());
  return names;
}

const std::string* RegisteredKind::find_plugin_of(std::string_view name) const {
  const auto number = find_number(name);
  return number ? &registrations_[*number].plugin : nullptr;
}

void RegisteredKind::set_options(std::string_view name, Options options) {
  options_.try_emplace(std::string(name), std::move(options));
}

void RegisteredKind::add_name(std::string name, std::string plugin) {
  registrations_.push_back({std::move(name), std::move(plugin)});
}

std::optional<std::size_t> RegisteredKind::find_number(std::string_view name) const {
  const auto found = std::find_if(registrations_.begin(), registrations_.end(),
                                  [&](const Registration& registration) { return registration.name == name; });
  if (found == registrations_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - registrations_.begin());
}

const Options& RegisteredKind::options_for(std::string_view name) const {
  static const Options none;
  const auto found = options_.find(name);
  return found == options_.end() ? none : found->second;
}

Error RegisteredKind::not_registered(std::string_view name) const {
  return {ErrorKind::not_found, std::string("no loaded plugin provides the ")
                                    .append(kind_.name)
                                    .append(" '")
                                    .append(name)
                                    .append("' (there are: " + base::listed(names()) + ")")};
}

}  // namespace workbench::registry
