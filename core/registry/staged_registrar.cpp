#include "registry/staged_registrar.hpp"

#include <algorithm>
#include <utility>

#include "registry/guarded_listener.hpp"
#include "registry/guarded_meta_tool.hpp"
#include "registry/guarded_tool_filter.hpp"
#include "registry/guarded_transport.hpp"
#include "registry/plugin_failure.hpp"
#include "registry/registry.hpp"

namespace workbench::registry {
namespace {

constexpr std::string_view kCorrectThePlugin = "correct the plugin, or take it out of the list of plugins";

bool is_name_character(char character, std::string_view further_characters) {
  return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9') || character == '-' ||
         further_characters.find(character) != std::string_view::npos;
}

std::string in_quotes(std::string_view text) {
  return std::string("'").append(text).append("'");
}

}  // namespace

StagedRegistrar::StagedRegistrar(std::string plugin, std::filesystem::path file, const Registrations& taken)
    : plugin_(std::move(plugin)), file_(std::move(file)), taken_(taken) {}

void StagedRegistrar::add_transport(std::string_view name, std::unique_ptr<Transport> transport) {
  add("transport", name, std::move(transport), "", &Registrations::transports, &make_guarded_transport);
}

void StagedRegistrar::add_listener(std::string_view name, std::unique_ptr<Listener> listener) {
  add("listener", name, std::move(listener), "", &Registrations::listeners, &make_guarded_listener);
}

void StagedRegistrar::add_tool_filter(std::string_view scheme, ToolFilterFactory factory) {
  add("tool filter", scheme, std::move(factory), "", &Registrations::tool_filters, &make_guarded_tool_filter_factory);
}

void StagedRegistrar::add_meta_tool(std::string_view name, std::unique_ptr<MetaTool> meta_tool) {
  add("meta-tool", name, std::move(meta_tool), "_", &Registrations::meta_tools, &make_guarded_meta_tool);
}

template <typename T, typename Guarded, typename Guard>
void StagedRegistrar::add(std::string_view kind, std::string_view name, T object, std::string_view further_characters,
                          RegistrationList<Guarded> Registrations::*offers, Guard guard) {
  if (!refusal_.empty()) return;
  if (!is_well_formed(kind, name, further_characters) || !is_free(kind, name, offers)) return;
  const std::string what = std::string(kind) + " " + in_quotes(name);
  if (!object) return refuse("registers an empty object as the " + what, kCorrectThePlugin);
  try {
    Guarded guarded = guard(PluginObject{plugin_, std::string(kind), std::string(name)}, std::move(object));
    (staged_.*offers).push_back({std::string(name), plugin_, std::move(guarded)});
  } catch (...) {
    refuse("threw when the " + what + " was asked for its options: " + text_of_current_exception(), kCorrectThePlugin);
  }
}

bool StagedRegistrar::is_well_formed(std::string_view kind, std::string_view name,
                                     std::string_view further_characters) {
  const std::string a_kind = "registers a " + std::string(kind);
  if (name.empty()) {
    refuse(a_kind + " with an empty name", kCorrectThePlugin);
    return false;
  }
  const bool well_formed =
      std::all_of(name.begin(), name.end(), [&](char c) { return is_name_character(c, further_characters); });
  if (!well_formed) {
    refuse(a_kind + " with the name " + in_quotes(name) + " where only lower-case letters, digits" +
               (further_characters.empty() ? " and hyphens" : ", hyphens and underscores") + " were expected",
           kCorrectThePlugin);
  }
  return well_formed;
}

template <typename T>
bool StagedRegistrar::is_free(std::string_view kind, std::string_view name,
                              RegistrationList<T> Registrations::*offers) {
  const std::string the_name = "registers the " + std::string(kind) + " " + in_quotes(name);
  if (find_registration(staged_.*offers, name) != nullptr) {
    refuse(the_name + " twice", kCorrectThePlugin);
    return false;
  }
  if (const auto* other = find_registration(taken_.*offers, name); other != nullptr) {
    refuse(the_name + ", which plugin " + in_quotes(other->plugin) + " has registered already",
           "take one of the two out of the list of plugins");
    return false;
  }
  return true;
}

void StagedRegistrar::refuse(const std::string& what, std::string_view remedy) {
  if (!refusal_.empty()) return;
  refusal_ = "plugin " + in_quotes(plugin_) + " (" + in_quotes(file_.native()) + ") " + what + "; ";
  refusal_ += remedy;
}

Registrations StagedRegistrar::take() {
  if (staged_.transports.empty() && staged_.listeners.empty() && staged_.tool_filters.empty() &&
      staged_.meta_tools.empty()) {
    refuse("registers nothing where at least one transport, listener, tool filter or meta-tool was expected",
           kCorrectThePlugin);
  }
  if (!refusal_.empty()) throw PluginRefused(refusal_);
  return std::move(staged_);
}

}  // namespace workbench::registry
