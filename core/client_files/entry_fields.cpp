#include "client_files/entry_fields.hpp"

#include "json/escape.hpp"

namespace workbench::client_files {

std::string list_of(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) list += (list.size() == 1 ? "" : ", ") + json::quoted(text);
  return list + "]";
}

std::string object_of(const Fields& fields, std::string_view between) {
  std::string object = "{";
  for (const auto& [name, value] : fields) {
    object.append(object.size() == 1 ? " " : ", ").append(json::quoted(name)).append(between).append(value);
  }
  return object + " }";
}

}  // namespace workbench::client_files
