#include "login/secret_service.hpp"

#include <algorithm>
#include <utility>

#include "login/libsecret.hpp"

namespace workbench::http::login {
namespace {

const ::SecretSchema kSchema{"org.mcp-workbench.Login",
                             SECRET_SCHEMA_NONE,
                             {{"principal", SECRET_SCHEMA_ATTRIBUTE_STRING},
                              {"url", SECRET_SCHEMA_ATTRIBUTE_STRING},
                              {"account", SECRET_SCHEMA_ATTRIBUTE_STRING}},
                             0,
                             nullptr,
                             nullptr,
                             nullptr,
                             nullptr,
                             nullptr,
                             nullptr,
                             nullptr};

constexpr const char* kRemedy = "; start and unlock a keyring (such as GNOME Keyring), or keep logins in files";

/// The label in the list of the keyring, for a person. A query may have secrets.
std::string label_of(const LoginKey& key) {
  std::string label = "MCP Workbench: " + key.url.substr(0, key.url.find_first_of("?#"));
  std::string whose = key.principal;
  if (!key.account.empty()) whose.append(whose.empty() ? "" : ", ").append(key.account);
  return whose.empty() ? label : label + " (" + whose + ")";
}

class Attributes {
 public:
  Attributes(const Libsecret& library, const LoginKey& key)
      : library_(library),
        account_(key.route.empty() ? key.account : key.account + "\n" + key.route),
        table_(library.new_table(library.hash, library.equal)) {
    insert("principal", key.principal);
    insert("url", key.url);
    insert("account", account_);
  }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  ~Attributes() { library_.unref_table(table_); }

  [[nodiscard]] ::GHashTable* get() const { return table_; }

 private:
  // The table refers to the texts, which live longer, and does not change them.
  void insert(const char* name, const std::string& value) {
    library_.insert(table_, const_cast<char*>(name), const_cast<char*>(value.c_str()));
  }

  const Libsecret& library_;
  /// With the route, if there is one: an attribute of its own would let a search without it find every route.
  const std::string account_;
  ::GHashTable* const table_;
};

/// The error of GLib, on one line.
Error unusable(const Libsecret& library, ::GError* error) {
  constexpr std::size_t kMaxReason = 200;
  std::string reason = error == nullptr ? "it does not say why" : error->message;
  if (error != nullptr) library.free_error(error);
  reason.resize(std::min(reason.size(), kMaxReason));
  std::replace_if(
      reason.begin(), reason.end(), [](char c) { return c < ' ' || c > '~'; }, ' ');
  return {ErrorKind::unavailable, "the keyring cannot be used: " + reason + kRemedy};
}

}  // namespace

SecretService::SecretService() = default;

SecretService::~SecretService() {
  if (library_ == nullptr) return;
  disconnect();
  library_->unref(cancellable_);
}

Result<void> SecretService::connect() {
  {
    const std::lock_guard lock(mutex_);
    if (is_cancelled_) return Error{ErrorKind::unavailable, "the keyring was not waited for"};
    if (library_ == nullptr) {
      const auto loaded = libsecret();
      if (!loaded) return loaded.error();
      library_ = *loaded;
      cancellable_ = library_->new_cancellable();
    }
  }
  // libsecret would continue to use a connection that the bus has closed.
  if (bus_ != nullptr && library_->is_closed(static_cast<::GDBusConnection*>(bus_)) != FALSE) disconnect();
  if (bus_ != nullptr) return {};
  ::GError* error = nullptr;
  ::GDBusConnection* const bus = library_->bus(G_BUS_TYPE_SESSION, static_cast<::GCancellable*>(cancellable_), &error);
  if (bus == nullptr) return unusable(*library_, error);
  // libsecret shares this connection. By default GLib ends the process together with the session.
  library_->set_exit_on_close(bus, FALSE);
  bus_ = bus;
  return {};
}

void SecretService::disconnect() {
  library_->disconnect();
  if (bus_ != nullptr) library_->unref(std::exchange(bus_, nullptr));
}

Result<std::optional<std::string>> SecretService::find(const LoginKey& key) {
  if (const auto connected = connect(); !connected) return connected.error();
  const Attributes attributes(*library_, key);
  auto* const cancellable = static_cast<::GCancellable*>(cancellable_);
  ::GError* error = nullptr;
  if (::gchar* const secret = library_->lookup(&kSchema, attributes.get(), cancellable, &error); secret != nullptr) {
    std::optional<std::string> found(secret);
    library_->free_password(secret);
    return found;
  }
  if (error != nullptr) return unusable(*library_, error);
  // An item of a locked keyring is found, but has no secret.
  ::GList* const items = library_->search(&kSchema, attributes.get(), SECRET_SEARCH_NONE, cancellable, &error);
  if (error != nullptr) return unusable(*library_, error);
  if (items == nullptr) return std::optional<std::string>();
  library_->free_list(items, library_->unref);
  return Error{ErrorKind::unavailable, "the keyring cannot be used: it is locked" + std::string(kRemedy)};
}

Result<void> SecretService::store(const LoginKey& key, const std::string& secret) {
  if (const auto connected = connect(); !connected) return connected;
  const Attributes attributes(*library_, key);
  ::GError* error = nullptr;
  if (library_->store(&kSchema, attributes.get(), SECRET_COLLECTION_DEFAULT, label_of(key).c_str(), secret.c_str(),
                      static_cast<::GCancellable*>(cancellable_), &error) != FALSE) {
    return {};
  }
  return unusable(*library_, error);
}

Result<void> SecretService::remove(const LoginKey& key) {
  if (const auto connected = connect(); !connected) return connected;
  const Attributes attributes(*library_, key);
  ::GError* error = nullptr;
  // It reports whether it has removed something.
  library_->clear(&kSchema, attributes.get(), static_cast<::GCancellable*>(cancellable_), &error);
  if (error != nullptr) return unusable(*library_, error);
  return {};
}

void SecretService::cancel() {
  const std::lock_guard lock(mutex_);
  is_cancelled_ = true;
  if (library_ != nullptr) library_->cancel(static_cast<::GCancellable*>(cancellable_));
}

}  // namespace workbench::http::login
