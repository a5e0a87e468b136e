#pragma once

#include <optional>
#include <string>

#include <workbench/result.hpp>

namespace workbench::config {

/// A folder that a client names, in the form in which an entry may have it: an absolute path in its shortest form,
/// without a slash at its end and without control characters, of a folder that exists. The error completes a sentence
/// that begins with the folder, and does not repeat it.
[[nodiscard]] Result<std::string> checked_client_folder(const std::string& path);

/// The path that a `file:` URI names, as a client's roots have them. Absent: it is not such a URI, or has another host.
[[nodiscard]] std::optional<std::string> path_of_file_uri(const std::string& uri);

/// The first of a client's roots, or why it is not used.
struct ClientRoot {
  std::string path;              ///< empty: not known
  bool is_from_network = false;  ///< the client is not one of this machine's user
  std::string refusal;           ///< why what the client named is not used, a sentence's end; empty: it named nothing

  [[nodiscard]] bool operator==(const ClientRoot&) const = default;
};

}  // namespace workbench::config
