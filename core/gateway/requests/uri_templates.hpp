#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::gateway {

/// The URI templates (RFC 6570) of one server, as far as they are compared with URIs: an expression may stand for any
/// text. The cost of a comparison is limited, because both sides come from outside: a URI or a template that is
/// longer than its limit fits nothing, and of a server with very many similar templates the last are not tried.
class UriTemplates {
 public:
  static constexpr std::size_t kMaxTemplateBytes = std::size_t{8} * 1024;
  static constexpr std::size_t kMaxUriBytes = std::size_t{64} * 1024;
  /// Bytes of templates and of the URI that one call of has_fitting() looks at, at most: about a tenth of a
  /// millisecond, because everything that clients watch, up to a thousand URIs, is compared at each change.
  static constexpr std::size_t kMaxCompared = std::size_t{128} * 1024;

  /// Which templates are looked at.
  enum class Scheme {
    named,  ///< the server says in it which URIs are its own: `file:///{path}`
    any,    ///< it fits URIs of every scheme: `{+uri}`
  };

  void add(std::string_view text);

  /// Whether one of them, in the order in which they were added, may expand to `uri`.
  [[nodiscard]] bool has_fitting(std::string_view uri, Scheme scheme) const;

 private:
  std::vector<std::string> named_;
  std::vector<std::string> any_;
};

/// Whether a URI template may expand to `uri`: each expression stands for any text. The time depends on the lengths of
/// both, added up.
[[nodiscard]] bool may_expand_to(std::string_view uri_template, std::string_view uri);

}  // namespace workbench::gateway
