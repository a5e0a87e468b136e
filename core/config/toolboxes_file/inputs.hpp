#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/options.hpp>
#include <workbench/result.hpp>

#include "config/config_file.hpp"

namespace workbench::config {

/// A value that the user is asked for once, which `${input:ID}` stands for: an element of `inputs`, as VS Code has it.
struct InputEntry {
  std::string id;
  std::string description;           ///< the question; empty: the id is asked for
  bool is_secret = false;            ///< what is typed is not shown
  std::vector<std::string> options;  ///< the values to choose from; empty: any text
  std::string proposal;              ///< for an answer without text; empty: there is none
};

/// The inputs of one toolboxes file, with the answers that were given so far. They are kept in a file beside it that
/// only the user may read.
class Inputs {
 public:
  /// None, without answers.
  Inputs() = default;

  /// Reads the answers kept beside `toolboxes_file`. If that file is faulty, there are no answers.
  explicit Inputs(const std::filesystem::path& toolboxes_file, const FileReader& read = read_text_file);

  /// Where the answers for `toolboxes_file` are kept: the same name, and `.inputs` behind it.
  [[nodiscard]] static std::filesystem::path file_for(const std::filesystem::path& toolboxes_file);

  void add(InputEntry entry);
  /// The input with this id has an error, so that what refers to it cannot be used.
  void refuse(std::string id) { refused_.push_back(std::move(id)); }

  /// The value of `${input:ID}`. Without an answer it is the empty text, and missing() has its id from now on.
  /// not_found: no input has this id, or it was refused; the message completes a sentence that begins with the
  /// reference.
  [[nodiscard]] Result<std::string> value_of(std::string_view id);

  /// The ids of inputs that were needed and have no answer, once for each time.
  [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }

  [[nodiscard]] bool is_empty() const { return entries_.empty(); }

  /// The inputs to ask the user for, each once.
  [[nodiscard]] std::vector<InputEntry> unanswered() const;

 private:
  std::vector<InputEntry> entries_;
  std::vector<std::string> refused_;  // ids
  Options::TextMap answers_;          // by id
  std::vector<std::string> missing_;  // in the order in which they were needed
};

/// Adds an answer to the existing ones beside `toolboxes_file`. The error is a sentence.
[[nodiscard]] Result<void> keep_answer(const std::filesystem::path& toolboxes_file, const std::string& id,
                                       const std::string& answer);

}  // namespace workbench::config
