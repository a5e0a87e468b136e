#include "login/libsecret.hpp"

#include <dlfcn.h>

#include <string>

namespace workbench::http::login {
namespace {

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

bool find_all(void* library, Libsecret& functions) {
  return find(library, "secret_password_storev_sync", functions.store) &&
         find(library, "secret_password_lookupv_sync", functions.lookup) &&
         find(library, "secret_password_searchv_sync", functions.search) &&
         find(library, "secret_password_clearv_sync", functions.clear) &&
         find(library, "secret_password_free", functions.free_password) &&
         find(library, "secret_service_disconnect", functions.disconnect) &&
         find(library, "g_bus_get_sync", functions.bus) &&
         find(library, "g_dbus_connection_is_closed", functions.is_closed) &&
         find(library, "g_dbus_connection_set_exit_on_close", functions.set_exit_on_close) &&
         find(library, "g_cancellable_new", functions.new_cancellable) &&
         find(library, "g_cancellable_cancel", functions.cancel) && find(library, "g_object_unref", functions.unref) &&
         find(library, "g_error_free", functions.free_error) &&
         find(library, "g_list_free_full", functions.free_list) &&
         find(library, "g_hash_table_new", functions.new_table) &&
         find(library, "g_hash_table_insert", functions.insert) &&
         find(library, "g_hash_table_unref", functions.unref_table) && find(library, "g_str_hash", functions.hash) &&
         find(library, "g_str_equal", functions.equal);
}

Result<const Libsecret*> load() {
  static Libsecret functions;
  // Symbols of the libraries that it needs are found through it.
  void* const library = ::dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library != nullptr && find_all(library, functions)) return &functions;
  const char* const reason = ::dlerror();
  return Error{ErrorKind::unavailable, "the keyring cannot be used, because libsecret cannot be loaded (" +
                                           std::string(reason == nullptr ? "" : reason) +
                                           "); install it (on Debian: libsecret-1-0), or keep logins in files"};
}

}  // namespace

Result<const Libsecret*> libsecret() {
  static const Result<const Libsecret*> loaded = load();
  return loaded;
}

}  // namespace workbench::http::login
