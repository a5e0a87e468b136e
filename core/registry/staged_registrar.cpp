#include "registry/staged_registrar.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "registry/plugin_refused.hpp"

namespace workbench::registry {
namespace {

constexpr std::string_view kCorrectThePlugin = "correct the plugin, or take it out of the list of plugins";

bool is_name_character(char character, std::string_view further_characters) {
  return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9') || character == '-' ||
         further_characters.find(character) != std::string_view::npos;
}

std::string the_name(std::string_view kind, std::string_view name) {
  return "registers the " + std::string(kind) + " " + base::in_quotes(name);
}

/// "transport, listener, tool filter or extension", for all kinds.
std::string anything() {
  std::string text;
  for (const Kind& kind : kinds()) {
    if (!text.empty()) text += ", ";
    text += kind.name;
  }
  return text + " or extension";
}

}  // namespace

StagedRegistrar::StagedRegistrar(PluginHost& host, std::filesystem::path file, RegisteredKinds& registered,
                                 const Extensions& provided)
    : host_(host), file_(std::move(file)), registered_(registered), provided_(provided) {}

void StagedRegistrar::add_factory(std::string_view name, AnyFactory factory) {
  for (const KindInterface& interface : kind_interfaces()) {
    if (interface.kind == factory.kind()) return (this->*interface.stage)(name, factory);
  }
  refuse(the_name(factory.kind(), name) + ", a kind that this workbench does not have",
         "update the workbench, or take the plugin out of the list of plugins");
}

void StagedRegistrar::provide_extension(ExtensionId id, MakeExtension make) {
  const std::string the_extension = "provides the extension " + base::in_quotes(id.name);
  if (id.name.empty() || !make) {
    return refuse("provides an extension without a name, or without a function that makes it", kCorrectThePlugin);
  }
  const Extensions::Key key = Extensions::key_of(id);
  if (const PluginHost* const other = provided_.provider_of(key)) {
    return refuse(the_extension + ", which plugin " + base::in_quotes(other->plugin()) + " provides already",
                  "take one of the two out of the list of plugins");
  }
  if (!staged_.extensions.try_emplace(key, ProvidedExtension{&host_, std::move(make)}).second) {
    refuse(the_extension + " twice", kCorrectThePlugin);
  }
}

bool StagedRegistrar::accept(const RegisteredKind& registered, std::string_view name) {
  return refusal_.empty() && is_well_formed(registered.kind(), name) && !is_reserved(registered.kind(), name) &&
         is_free(registered, name);
}

bool StagedRegistrar::is_well_formed(const Kind& kind, std::string_view name) {
  const std::string a_kind = "registers a " + std::string(kind.name);
  if (name.empty()) {
    refuse(a_kind + " with an empty name", kCorrectThePlugin);
    return false;
  }
  const bool well_formed =
      std::all_of(name.begin(), name.end(), [&](char c) { return is_name_character(c, kind.further_characters); });
  if (!well_formed) {
    refuse(a_kind + " with the name " + base::in_quotes(name) + " where only lower-case letters, digits" +
               (kind.further_characters.empty() ? " and hyphens" : ", hyphens and underscores") + " were expected",
           kCorrectThePlugin);
  }
  return well_formed;
}

bool StagedRegistrar::is_reserved(const Kind& kind, std::string_view name) {
  for (const ReservedName& reserved : kind.reserved_names) {
    if (reserved.name != name) continue;
    refuse(the_name(kind.name, name) + ", which is reserved: " + std::string(reserved.reason), kCorrectThePlugin);
    return true;
  }
  return false;
}

bool StagedRegistrar::is_free(const RegisteredKind& registered, std::string_view name) {
  const Kind& kind = registered.kind();
  const bool is_staged =
      std::any_of(staged_.objects.begin(), staged_.objects.end(),
                  [&](const StagedRegistration& staged) { return staged.kind == &kind && staged.name == name; });
  if (is_staged) {
    refuse(the_name(kind.name, name) + " twice", kCorrectThePlugin);
    return false;
  }
  if (const std::string* const other = registered.find_plugin_of(name); other != nullptr) {
    refuse(the_name(kind.name, name) + ", which plugin " + base::in_quotes(*other) + " has registered already",
           "take one of the two out of the list of plugins");
    return false;
  }
  return true;
}

void StagedRegistrar::refuse_object(std::string_view kind, std::string_view name, std::string_view reason) {
  refuse(the_name(kind, name).append(", ").append(reason), kCorrectThePlugin);
}

void StagedRegistrar::refuse(const std::string& what, std::string_view remedy) {
  if (!refusal_.empty()) return;
  refusal_ = "plugin " + base::in_quotes(host_.plugin()) + " (" + base::in_quotes(file_.native()) + ") " + what + "; ";
  refusal_ += remedy;
}

StagedRegistrations StagedRegistrar::extract() {
  if (staged_.empty()) {
    refuse("registers nothing where at least one " + anything() + " was expected", kCorrectThePlugin);
  }
  if (!refusal_.empty()) throw PluginRefused(refusal_);
  return std::move(staged_);
}

}  // namespace workbench::registry
