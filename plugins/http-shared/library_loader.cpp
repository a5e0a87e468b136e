#include "http-shared/library_loader.hpp"

#include <dlfcn.h>

#include <string>

namespace workbench::http {
namespace {

/// The parent of the plugin's folder; the plugin is the file that has this function. The host loads it by an absolute
/// path. Without std::filesystem, whose symbols would have to be resolved at every start.
std::string library_folder() {
  Dl_info plugin{};
  ::dladdr(reinterpret_cast<const void*>(&library_folder), &plugin);
  const std::string file = plugin.dli_fname;
  const std::string folder = file.substr(0, file.rfind('/'));
  return folder.substr(0, folder.rfind('/'));
}

/// The error of the dynamic linker; its message begins with the path of the file.
Error load_error(const LibraryFile& file) {
  const char* const reason = ::dlerror();
  return {ErrorKind::unavailable, std::string(file.subject) + " cannot be loaded: " +
                                      (reason == nullptr ? file.name : reason) + "; install the workbench completely"};
}

}  // namespace

Result<const void*> load_table(const LibraryFile& file) {
  const std::string path = library_folder() + "/" + file.name;
  // As plugins are: a missing symbol is an error now, and the library's symbols are not visible to others.
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return load_error(file);
  const void* const table = ::dlsym(library, file.symbol);
  if (table == nullptr) return load_error(file);
  return table;
}

}  // namespace workbench::http
