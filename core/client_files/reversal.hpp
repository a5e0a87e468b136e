#pragma once

#include <string>
#include <vector>

#include "client_files/document.hpp"

namespace workbench::client_files {

/// How a change of a file is undone after the file has been changed again.
struct ReversalRules {
  /// Whether additions to a member that the change inserted, and another name for it, leave it ours: clients write
  /// keys of their own into entries when they read them.
  bool tolerates_additions = false;
  /// Whether what has changed since is overwritten as well.
  bool forces = false;
  /// A member at the top that stays as long as the text refers to one of `variables`.
  std::string variables_key = {};
  std::vector<std::string> variables = {};
};

/// A text in which one change, and nothing else, has been undone.
struct Reversal {
  std::string text;
  bool is_empty = false;               ///< nothing is left except what the change itself inserted
  std::vector<std::string> conflicts;  ///< `NAME: its present content`, or what is wrong with the file: it stays
  std::vector<std::string> notes;      ///< what was undone in another way than it was done
};

/// Undoes in `present` the change from `before` to `after`: what it inserted is removed, what it removed is put back.
/// Without a root, `before` is a file that did not exist. A part of `present` that has neither the content of `after`
/// nor the content of `before` stays.
[[nodiscard]] Reversal reverse(const Document& before, const Document& after, const Document& present,
                               const ReversalRules& rules);

/// Whether a text refers to one of these variables.
[[nodiscard]] bool refers_to(std::string_view text, const std::vector<std::string>& variables);

}  // namespace workbench::client_files
