#include "registry/staged_registrar.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "registry/plugin_refused.hpp"

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

StagedRegistrar::StagedRegistrar(PluginHost& host, std::filesystem::path file, const Registrations& registered)
    : host_(host), file_(std::move(file)), registered_(registered) {}

void StagedRegistrar::add_transport(std::string_view name, TransportFactory factory) {
  add("transport", name, std::move(factory), "", &Registrations::transports);
}

void StagedRegistrar::add_listener(std::string_view name, Factory<Listener> factory) {
  add("listener", name, std::move(factory), "", &Registrations::listeners);
}

void StagedRegistrar::add_tool_filter(std::string_view scheme, ToolFilterFactory factory) {
  add("tool filter", scheme, std::move(factory), "", &Registrations::tool_filters);
}

void StagedRegistrar::add_meta_tool(std::string_view name, Factory<MetaTool> factory) {
  add("meta-tool", name, std::move(factory), "_", &Registrations::meta_tools);
}

void StagedRegistrar::add_middleware(std::string_view name, Factory<Middleware> factory) {
  add("middleware", name, std::move(factory), "", &Registrations::middleware);
}

void StagedRegistrar::add_authenticator(std::string_view name, Factory<Authenticator> factory) {
  // The listener names principals like those of an authenticator: its name, a colon, and what it says.
  if (name == "oauth") return refuse_reserved(name, "clients with access tokens");
  if (name == "uid") return refuse_reserved(name, "users of Unix sockets");
  add("authenticator", name, std::move(factory), "", &Registrations::authenticators);
}

template <typename Factory, typename Guarded>
void StagedRegistrar::add(std::string_view kind, std::string_view name, Factory factory,
                          std::string_view further_characters, RegistrationList<Guarded> Registrations::*list) {
  if (!refusal_.empty()) return;
  if (!is_well_formed(kind, name, further_characters) || !is_free(kind, name, list)) return;
  try {
    const PluginObject object{host_.plugin(), std::string(kind), std::string(name)};
    (staged_.*list).push_back({object.name, object.plugin, guard_factory(object, host_, std::move(factory))});
  } catch (const std::invalid_argument& senseless) {
    refuse("registers the " + std::string(kind) + " " + in_quotes(name) + ", which " + senseless.what(),
           kCorrectThePlugin);
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

template <typename Guarded>
bool StagedRegistrar::is_free(std::string_view kind, std::string_view name,
                              RegistrationList<Guarded> Registrations::*list) {
  const std::string the_name = "registers the " + std::string(kind) + " " + in_quotes(name);
  if (find_registration(staged_.*list, name) != nullptr) {
    refuse(the_name + " twice", kCorrectThePlugin);
    return false;
  }
  if (const auto* other = find_registration(registered_.*list, name); other != nullptr) {
    refuse(the_name + ", which plugin " + in_quotes(other->plugin) + " has registered already",
           "take one of the two out of the list of plugins");
    return false;
  }
  return true;
}

void StagedRegistrar::refuse_reserved(std::string_view authenticator, std::string_view whose_names) {
  refuse("registers the authenticator " + in_quotes(authenticator) +
             ", which is reserved: its principals would have the names of " + std::string(whose_names),
         kCorrectThePlugin);
}

void StagedRegistrar::refuse(const std::string& what, std::string_view remedy) {
  if (!refusal_.empty()) return;
  refusal_ = "plugin " + in_quotes(host_.plugin()) + " (" + in_quotes(file_.native()) + ") " + what + "; ";
  refusal_ += remedy;
}

Registrations StagedRegistrar::extract() {
  if (staged_.empty()) {
    refuse(
        "registers nothing where at least one transport, listener, tool filter, meta-tool or middleware was expected",
        kCorrectThePlugin);
  }
  if (!refusal_.empty()) throw PluginRefused(refusal_);
  return std::move(staged_);
}

}  // namespace workbench::registry
