#include "login/login.hpp"

#include <charconv>
#include <cstdint>
#include <utility>

#include <workbench/json_writer.hpp>

#include "http-shared/json_text.hpp"

namespace workbench::http::login {
namespace {

using Time = std::optional<std::chrono::system_clock::time_point>;

/// Increases when an earlier workbench could misunderstand the text of a later one.
constexpr int kFormat = 1;
constexpr std::size_t kMaxScopes = 1000;

void write_text(JsonWriter& writer, std::string_view name, const std::string& text) {
  if (!text.empty()) writer.member(name, text);
}

void write_time(JsonWriter& writer, std::string_view name, const Time& time) {
  if (!time) return;
  writer.member(name, std::int64_t{std::chrono::floor<std::chrono::milliseconds>(time->time_since_epoch()).count()});
}

void write_texts(JsonWriter& writer, std::string_view name, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  writer.key(name).array();
  for (const std::string& text : texts) writer.string(text);
  writer.end();
}

/// Reads members, and remembers whether one was of the wrong kind.
class Reader {
 public:
  Reader(const JsonAccess& json, Json object) : json_(json), object_(std::move(object)) {
    if (object_.kind() != JsonKind::object) is_valid_ = false;
  }

  [[nodiscard]] bool is_valid() const { return is_valid_; }
  [[nodiscard]] Json value(std::string_view name) const { return member(json_, object_, name); }

  std::string text(std::string_view name) { return text(value(name)); }

  std::optional<std::int64_t> number(std::string_view name) {
    const Json json = value(name);
    if (json.is_absent()) return std::nullopt;
    std::int64_t number = 0;
    const std::string_view digits = json.text();
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) is_valid_ = false;
    return number;
  }

  Time time(std::string_view name) {
    const auto count = number(name);
    if (!count) return std::nullopt;
    constexpr std::int64_t kMax =
        std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::duration::max()).count();
    if (*count < -kMax || *count > kMax) {
      is_valid_ = false;
      return std::nullopt;
    }
    return std::chrono::system_clock::time_point(std::chrono::milliseconds(*count));
  }

  std::vector<std::string> texts(std::string_view name) {
    const Json json = value(name);
    if (json.is_absent()) return {};
    const auto elements = json.kind() == JsonKind::array && !has_more_elements(json, kMaxScopes)
                              ? json_.elements(json)
                              : Result<std::vector<Json>>(Error{});
    std::vector<std::string> found;
    if (elements) {
      for (const Json& element : *elements) found.push_back(text(element));
    } else {
      is_valid_ = false;
    }
    return found;
  }

 private:
  std::string text(const Json& json) {
    if (json.is_absent()) return {};
    if (json.kind() != JsonKind::string) is_valid_ = false;
    return string_or_empty(json_, json);
  }

  const JsonAccess& json_;
  const Json object_;
  bool is_valid_ = true;
};

}  // namespace

std::string to_text(const LoginKey& key) {
  JsonWriter writer;
  writer.array().string(key.principal).string(key.url).string(key.account);
  if (!key.route.empty()) writer.string(key.route);
  writer.end();
  return std::move(writer).take();
}

std::string write_login(const LoginKey& key, const StoredLogin& login) {
  JsonWriter writer;
  writer.object().member("format", kFormat);
  writer.member("principal", key.principal).member("url", key.url).member("account", key.account);
  write_text(writer, "route", key.route);
  write_text(writer, "id", login.id);
  write_text(writer, "issuer", login.issuer);
  writer.key("client").object();
  write_text(writer, "id", login.client.id);
  write_text(writer, "secret", login.client.secret);
  write_text(writer, "authentication", login.client.authentication);
  write_text(writer, "redirectUri", login.client.redirect_uri);
  write_time(writer, "secretEndMs", login.client.secret_end);
  write_texts(writer, "scopes", login.client.scopes);
  writer.end();
  write_text(writer, "accessToken", login.access_token);
  write_time(writer, "accessTokenEndMs", login.access_token_end);
  write_text(writer, "refreshToken", login.refresh_token);
  write_texts(writer, "scopes", login.scopes);
  write_text(writer, "resource", login.resource);
  writer.end();
  return std::move(writer).take();
}

Result<StoredLogin> read_login(const JsonAccess& json, std::string text) {
  const Error malformed{ErrorKind::protocol, "it is not a login as the workbench keeps it"};
  const auto checked = json.checked(std::move(text));
  if (!checked) return malformed;
  Reader members(json, *checked);
  if (!members.is_valid() || members.number("format") != kFormat || !members.is_valid()) return malformed;
  StoredLogin login;
  login.id = members.text("id");
  login.issuer = members.text("issuer");
  login.access_token = members.text("accessToken");
  login.access_token_end = members.time("accessTokenEndMs");
  login.refresh_token = members.text("refreshToken");
  login.scopes = members.texts("scopes");
  login.resource = members.text("resource");
  if (const Json registration = members.value("client"); !registration.is_absent()) {
    Reader client(json, registration);
    login.client.id = client.text("id");
    login.client.secret = client.text("secret");
    login.client.authentication = client.text("authentication");
    login.client.redirect_uri = client.text("redirectUri");
    login.client.secret_end = client.time("secretEndMs");
    login.client.scopes = client.texts("scopes");
    if (!client.is_valid()) return malformed;
  }
  if (!members.is_valid()) return malformed;
  return login;
}

}  // namespace workbench::http::login
