#pragma once

#include <gio/gio.h>
#include <libsecret/secret.h>

#include <workbench/result.hpp>

namespace workbench::http::login {

/// The functions of libsecret, and of GLib below it, that the workbench uses, by their names. The library is loaded
/// when it is needed, because most workbenches run on machines that have no keyring.
struct Libsecret {
  decltype(&::secret_password_storev_sync) store = nullptr;
  decltype(&::secret_password_lookupv_sync) lookup = nullptr;
  decltype(&::secret_password_searchv_sync) search = nullptr;
  decltype(&::secret_password_clearv_sync) clear = nullptr;
  decltype(&::secret_password_free) free_password = nullptr;
  decltype(&::secret_service_disconnect) disconnect = nullptr;
  decltype(&::g_bus_get_sync) bus = nullptr;
  decltype(&::g_dbus_connection_is_closed) is_closed = nullptr;
  decltype(&::g_dbus_connection_set_exit_on_close) set_exit_on_close = nullptr;
  decltype(&::g_cancellable_new) new_cancellable = nullptr;
  decltype(&::g_cancellable_cancel) cancel = nullptr;
  decltype(&::g_object_unref) unref = nullptr;
  decltype(&::g_error_free) free_error = nullptr;
  decltype(&::g_list_free_full) free_list = nullptr;
  decltype(&::g_hash_table_new) new_table = nullptr;
  decltype(&::g_hash_table_insert) insert = nullptr;
  decltype(&::g_hash_table_unref) unref_table = nullptr;
  GHashFunc hash = nullptr;
  GEqualFunc equal = nullptr;
};

/// Loads it once; it is never unloaded. unavailable: it is not installed. [any thread]
[[nodiscard]] Result<const Libsecret*> libsecret();

}  // namespace workbench::http::login
