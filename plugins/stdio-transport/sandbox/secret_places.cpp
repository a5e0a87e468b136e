#include "sandbox/secret_places.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace workbench::stdio {
namespace {

constexpr std::string_view kKeys = "keys";
constexpr std::string_view kTokens = "tokens of other programs";
constexpr std::string_view kClouds = "credentials for clouds";
constexpr std::string_view kBrowsers = "profiles of browsers";
constexpr std::string_view kMail = "mail";
constexpr std::string_view kKeyrings = "keyrings";
constexpr std::string_view kHistories = "histories of shells";
constexpr std::string_view kClients = "settings of MCP clients, which have tokens of servers";

/// Below the home folder.
struct UsualPlace {
  std::string_view path;
  std::string_view what;
};

constexpr std::array kUsualPlaces = {
    UsualPlace{".ssh", kKeys},
    UsualPlace{".gnupg", kKeys},
    UsualPlace{".pki", kKeys},
    UsualPlace{".age", kKeys},
    UsualPlace{".aws", kClouds},
    UsualPlace{".azure", kClouds},
    UsualPlace{".kube", kClouds},
    UsualPlace{".config/gcloud", kClouds},
    UsualPlace{".config/doctl", kClouds},
    UsualPlace{".config/rclone", kClouds},
    UsualPlace{".oci", kClouds},
    UsualPlace{".terraform.d", kClouds},
    UsualPlace{".vault-token", kClouds},
    UsualPlace{".docker", kTokens},
    UsualPlace{".config/containers/auth.json", kTokens},
    UsualPlace{".netrc", kTokens},
    UsualPlace{".npmrc", kTokens},
    UsualPlace{".yarnrc.yml", kTokens},
    UsualPlace{".pypirc", kTokens},
    UsualPlace{".local/share/uv/credentials", kTokens},
    UsualPlace{".cargo/credentials", kTokens},
    UsualPlace{".cargo/credentials.toml", kTokens},
    UsualPlace{".gem/credentials", kTokens},
    UsualPlace{".m2/settings.xml", kTokens},
    UsualPlace{".pgpass", kTokens},
    UsualPlace{".my.cnf", kTokens},
    UsualPlace{".git-credentials", kTokens},
    UsualPlace{".config/git/credentials", kTokens},
    UsualPlace{".config/gh", kTokens},
    UsualPlace{".config/glab-cli", kTokens},
    UsualPlace{".config/hub", kTokens},
    UsualPlace{".config/op", kTokens},
    UsualPlace{".claude.json", kTokens},
    UsualPlace{".claude/.credentials.json", kTokens},
    UsualPlace{".codex/auth.json", kTokens},
    UsualPlace{".gemini/oauth_creds.json", kTokens},
    UsualPlace{".mozilla", kBrowsers},
    UsualPlace{".config/mozilla", kBrowsers},
    UsualPlace{".librewolf", kBrowsers},
    UsualPlace{".config/google-chrome", kBrowsers},
    UsualPlace{".config/google-chrome-beta", kBrowsers},
    UsualPlace{".config/chromium", kBrowsers},
    UsualPlace{".config/BraveSoftware", kBrowsers},
    UsualPlace{".config/microsoft-edge", kBrowsers},
    UsualPlace{".config/vivaldi", kBrowsers},
    UsualPlace{".config/opera", kBrowsers},
    UsualPlace{"snap/firefox", kBrowsers},
    UsualPlace{"snap/chromium", kBrowsers},
    UsualPlace{"snap/brave", kBrowsers},
    UsualPlace{".var/app/org.mozilla.firefox", kBrowsers},
    UsualPlace{".var/app/io.gitlab.librewolf-community", kBrowsers},
    UsualPlace{".var/app/com.google.Chrome", kBrowsers},
    UsualPlace{".var/app/org.chromium.Chromium", kBrowsers},
    UsualPlace{".var/app/com.brave.Browser", kBrowsers},
    UsualPlace{".var/app/com.microsoft.Edge", kBrowsers},
    UsualPlace{".thunderbird", kMail},
    UsualPlace{"snap/thunderbird", kMail},
    UsualPlace{".var/app/org.mozilla.Thunderbird", kMail},
    UsualPlace{".local/share/keyrings", kKeyrings},
    UsualPlace{".local/share/kwalletd", kKeyrings},
    UsualPlace{".password-store", kKeyrings},
    UsualPlace{".local/share/password-store", kKeyrings},
    UsualPlace{".config/keepassxc", kKeyrings},
    UsualPlace{".bash_history", kHistories},
    UsualPlace{".zsh_history", kHistories},
    UsualPlace{".local/share/fish/fish_history", kHistories},
    UsualPlace{".claude/settings.json", kClients},
    UsualPlace{".config/Claude", kClients},
    UsualPlace{".config/Code/User/mcp.json", kClients},
    UsualPlace{".config/Code/User/settings.json", kClients},
    UsualPlace{".config/Code/User/globalStorage", kClients},
    UsualPlace{".config/Code/User/workspaceStorage", kClients},
    UsualPlace{".config/Cursor/User/globalStorage", kClients},
    UsualPlace{".cursor/mcp.json", kClients},
    UsualPlace{".codeium/windsurf/mcp_config.json", kClients},
    UsualPlace{".config/zed/settings.json", kClients},
    UsualPlace{".continue/config.yaml", kClients},
    UsualPlace{".gemini/settings.json", kClients},
    UsualPlace{".qwen", kClients},
    UsualPlace{".codex/config.toml", kClients},
    UsualPlace{".config/opencode", kClients},
    UsualPlace{".local/share/opencode/auth.json", kClients},
    UsualPlace{".config/kilo", kClients},
    UsualPlace{".config/crush", kClients},
    UsualPlace{".local/share/crush", kClients},
    UsualPlace{".config/goose", kClients},
    UsualPlace{".copilot", kClients},
    UsualPlace{".config/github-copilot", kClients},
    UsualPlace{".lmstudio/mcp.json", kClients},
    UsualPlace{".kiro/settings/mcp.json", kClients},
    UsualPlace{".config/amp/settings.json", kClients},
    UsualPlace{".config/1mcp", kClients},
    UsualPlace{".mcpproxy", kClients},
    UsualPlace{".mcp-auth", kClients},
};

/// The value is a path, or several with colons between them.
struct PlaceVariable {
  const char* name;
  std::string_view what;
};

constexpr std::array kVariables = {
    PlaceVariable{"GNUPGHOME", kKeys},
    PlaceVariable{"AWS_SHARED_CREDENTIALS_FILE", kClouds},
    PlaceVariable{"AWS_CONFIG_FILE", kClouds},
    PlaceVariable{"AZURE_CONFIG_DIR", kClouds},
    PlaceVariable{"CLOUDSDK_CONFIG", kClouds},
    PlaceVariable{"GOOGLE_APPLICATION_CREDENTIALS", kClouds},
    PlaceVariable{"KUBECONFIG", kClouds},
    PlaceVariable{"DOCKER_CONFIG", kTokens},
    PlaceVariable{"REGISTRY_AUTH_FILE", kTokens},
    PlaceVariable{"NETRC", kTokens},
    PlaceVariable{"PGPASSFILE", kTokens},
    PlaceVariable{"PASSWORD_STORE_DIR", kKeyrings},
    PlaceVariable{"HISTFILE", kHistories},
};

/// The folders of the XDG specification, each with the usual one.
struct BaseFolder {
  const char* variable;
  std::string_view usual;
};

constexpr std::array kBaseFolders = {BaseFolder{"XDG_CONFIG_HOME", ".config/"},
                                     BaseFolder{"XDG_DATA_HOME", ".local/share/"}};

std::string value_of(const Options::TextMap& variables, std::string_view name) {
  const auto found =
      std::find_if(variables.begin(), variables.end(), [&](const auto& one) { return one.first == name; });
  return found == variables.end() ? std::string() : found->second;
}

/// Only absolute ones: the specification of XDG has others ignored, and the rest is relative to a folder unknown here.
void add_paths(std::string_view paths, std::string_view what, std::vector<SecretPlace>& places) {
  while (!paths.empty()) {
    const std::string_view path = paths.substr(0, paths.find(':'));
    if (path.starts_with('/')) places.push_back({std::string(path), what});
    paths.remove_prefix(std::min(paths.size(), path.size() + 1));
  }
}

}  // namespace

Options::TextMap variables_of_secrets() {
  Options::TextMap variables;
  const auto add = [&](const char* name) {
    if (const char* const value = std::getenv(name)) variables.emplace_back(name, value);
  };
  for (const BaseFolder& folder : kBaseFolders) add(folder.variable);
  for (const PlaceVariable& variable : kVariables) add(variable.name);
  return variables;
}

std::vector<SecretPlace> secret_places(const std::string& home, const Options::TextMap& variables) {
  std::vector<SecretPlace> places;
  for (const UsualPlace& place : kUsualPlaces) {
    places.push_back({home + "/" + std::string(place.path), place.what});
    for (const BaseFolder& folder : kBaseFolders) {
      const std::string base = value_of(variables, folder.variable);
      if (!base.starts_with('/') || !place.path.starts_with(folder.usual)) continue;
      places.push_back({base + "/" + std::string(place.path.substr(folder.usual.size())), place.what});
    }
  }
  for (const PlaceVariable& variable : kVariables) add_paths(value_of(variables, variable.name), variable.what, places);
  return places;
}

}  // namespace workbench::stdio
