#include "sandbox/secret_places.hpp"

#include <array>

namespace workbench::stdio {
namespace {

constexpr std::string_view kKeys = "keys";
constexpr std::string_view kTokens = "tokens of other programs";
constexpr std::string_view kClouds = "credentials for clouds";
constexpr std::string_view kBrowsers = "profiles of browsers";
constexpr std::string_view kMail = "mail";
constexpr std::string_view kKeyrings = "keyrings";
constexpr std::string_view kHistories = "histories of shells";

constexpr std::array kPlaces = {
    SecretPlace{".ssh", kKeys},
    SecretPlace{".gnupg", kKeys},
    SecretPlace{".pki", kKeys},
    SecretPlace{".age", kKeys},
    SecretPlace{".aws", kClouds},
    SecretPlace{".azure", kClouds},
    SecretPlace{".kube", kClouds},
    SecretPlace{".config/gcloud", kClouds},
    SecretPlace{".config/doctl", kClouds},
    SecretPlace{".config/rclone", kClouds},
    SecretPlace{".oci", kClouds},
    SecretPlace{".terraform.d", kClouds},
    SecretPlace{".vault-token", kClouds},
    SecretPlace{".docker", kTokens},
    SecretPlace{".config/containers/auth.json", kTokens},
    SecretPlace{".netrc", kTokens},
    SecretPlace{".npmrc", kTokens},
    SecretPlace{".yarnrc.yml", kTokens},
    SecretPlace{".pypirc", kTokens},
    SecretPlace{".local/share/uv/credentials", kTokens},
    SecretPlace{".cargo/credentials", kTokens},
    SecretPlace{".cargo/credentials.toml", kTokens},
    SecretPlace{".gem/credentials", kTokens},
    SecretPlace{".m2/settings.xml", kTokens},
    SecretPlace{".pgpass", kTokens},
    SecretPlace{".my.cnf", kTokens},
    SecretPlace{".git-credentials", kTokens},
    SecretPlace{".config/git/credentials", kTokens},
    SecretPlace{".config/gh", kTokens},
    SecretPlace{".config/glab-cli", kTokens},
    SecretPlace{".config/hub", kTokens},
    SecretPlace{".config/op", kTokens},
    SecretPlace{".claude.json", kTokens},
    SecretPlace{".claude/.credentials.json", kTokens},
    SecretPlace{".codex/auth.json", kTokens},
    SecretPlace{".gemini/oauth_creds.json", kTokens},
    SecretPlace{".mozilla", kBrowsers},
    SecretPlace{".config/mozilla", kBrowsers},
    SecretPlace{".librewolf", kBrowsers},
    SecretPlace{".config/google-chrome", kBrowsers},
    SecretPlace{".config/google-chrome-beta", kBrowsers},
    SecretPlace{".config/chromium", kBrowsers},
    SecretPlace{".config/BraveSoftware", kBrowsers},
    SecretPlace{".config/microsoft-edge", kBrowsers},
    SecretPlace{".config/vivaldi", kBrowsers},
    SecretPlace{".config/opera", kBrowsers},
    SecretPlace{"snap/firefox", kBrowsers},
    SecretPlace{"snap/chromium", kBrowsers},
    SecretPlace{"snap/brave", kBrowsers},
    SecretPlace{".var/app/org.mozilla.firefox", kBrowsers},
    SecretPlace{".var/app/io.gitlab.librewolf-community", kBrowsers},
    SecretPlace{".var/app/com.google.Chrome", kBrowsers},
    SecretPlace{".var/app/org.chromium.Chromium", kBrowsers},
    SecretPlace{".var/app/com.brave.Browser", kBrowsers},
    SecretPlace{".var/app/com.microsoft.Edge", kBrowsers},
    SecretPlace{".thunderbird", kMail},
    SecretPlace{"snap/thunderbird", kMail},
    SecretPlace{".var/app/org.mozilla.Thunderbird", kMail},
    SecretPlace{".local/share/keyrings", kKeyrings},
    SecretPlace{".local/share/kwalletd", kKeyrings},
    SecretPlace{".password-store", kKeyrings},
    SecretPlace{".local/share/password-store", kKeyrings},
    SecretPlace{".config/keepassxc", kKeyrings},
    SecretPlace{".bash_history", kHistories},
    SecretPlace{".zsh_history", kHistories},
    SecretPlace{".local/share/fish/fish_history", kHistories},
};

}  // namespace

std::span<const SecretPlace> secret_places() {
  return kPlaces;
}

}  // namespace workbench::stdio
