#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/settings/settings.hpp"
#include "registry/registry.hpp"

// What the settings say of objects of plugins, and what plugins provide. [loop thread]

namespace workbench::app {

/// The options of an object as the settings have them; empty: there are none. Valid as long as `options`.
[[nodiscard]] const std::map<std::string, config::OptionText>& texts_of(const config::PluginOptions& options,
                                                                        const std::string& name);

/// The text of one of them; empty: there is none.
[[nodiscard]] std::string option_of(const config::PluginOptions& options, const std::string& object,
                                    const std::string& option);

/// The names of the objects of a kind. `registered` null: no plugin provides the kind.
[[nodiscard]] std::vector<std::string> provided_by(const registry::RegisteredKind* registered);

/// The options that an object describes; absent: there is no such object.
[[nodiscard]] std::optional<registry::ObjectOptions> described_options(const registry::RegisteredKind* registered,
                                                                       std::string_view name);

/// The error of a list that names an object that no plugin provides, as a whole sentence.
[[nodiscard]] std::string not_provided(const registry::Kind& kind, const std::string& name,
                                       const std::vector<std::string>& provided);

/// Whether the properties file and the plugins alone decide which objects are used.
[[nodiscard]] bool is_selected(const registry::Kind& kind);

/// Whether objects of this kind may be used although no list names them.
[[nodiscard]] bool may_be_unlisted(const registry::Kind& kind);

/// The names in the settings, without those of the default that may be left out.
[[nodiscard]] std::vector<std::string> needed_names(const registry::Kind& kind, const config::KindSettings& settings,
                                                    const std::vector<std::string>& provided);

}  // namespace workbench::app
