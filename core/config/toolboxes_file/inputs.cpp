#include "config/toolboxes_file/inputs.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>
#include <variant>

#include <workbench/file_descriptor.hpp>
#include <workbench/json_writer.hpp>

#include "config/suggestion.hpp"
#include "config/toolboxes_file/json_file.hpp"

namespace workbench::config {
namespace {

Options::TextMap kept_answers(const std::filesystem::path& file, const FileReader& reader = read_text_file) {
  const auto read = read_json_file(file, reader);
  const auto* const json = std::get_if<JsonFile>(&read);
  if (json == nullptr) return {};
  Options::TextMap answers;
  for (const JsonNodeMember& member : members_of(json->root)) {
    if (member.node.is_text()) answers.emplace_back(member.name, member.node.text());
  }
  return answers;
}

Error failure(const std::filesystem::path& file, const char* what) {
  return {ErrorKind::unavailable, "cannot " + std::string(what) + " " + file.string() + ": " +
                                      std::generic_category().message(errno) + "; the answer is not kept"};
}

/// Replaces the file at once; only the user may ever read it.
Result<void> write_private(const std::filesystem::path& file, std::string_view text) {
  const std::string draft = file.string() + ".new";
  ::unlink(draft.c_str());
  const FileDescriptor descriptor(::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!descriptor.is_open()) return failure(draft, "create");
  if (::write(descriptor.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    return failure(draft, "write");
  }
  if (::rename(draft.c_str(), file.c_str()) != 0) return failure(file, "replace");
  return {};
}

}  // namespace

Inputs::Inputs(const std::filesystem::path& toolboxes_file, const FileReader& read)
    : answers_(kept_answers(file_for(toolboxes_file), read)) {}

std::filesystem::path Inputs::file_for(const std::filesystem::path& toolboxes_file) {
  std::filesystem::path file = toolboxes_file;
  return file += ".inputs";
}

void Inputs::add(InputEntry entry) {
  entries_.push_back(std::move(entry));
}

Result<std::string> Inputs::value_of(std::string_view id) {
  if (std::find(refused_.begin(), refused_.end(), id) != refused_.end()) {
    return Error{ErrorKind::not_found, "this input has an error of its own; correct it in \"inputs\""};
  }
  if (std::none_of(entries_.begin(), entries_.end(), [&](const InputEntry& entry) { return entry.id == id; })) {
    std::vector<std::string> known;
    for (const InputEntry& entry : entries_) known.push_back(entry.id);
    return Error{ErrorKind::not_found, known.empty()
                                           ? R"(there is no such input; add it: "inputs": [{"id": "...", )"
                                             R"("description": "..."}], or write ${NAME} for an environment variable)"
                                           : "there is no such input; " + suggestion(std::string(id), known)};
  }
  const auto answer = std::find_if(answers_.begin(), answers_.end(), [&](const auto& one) { return one.first == id; });
  if (answer != answers_.end()) return answer->second;
  missing_.emplace_back(id);
  return std::string();
}

std::vector<InputEntry> Inputs::unanswered() const {
  std::vector<InputEntry> unanswered;
  for (const InputEntry& entry : entries_) {
    if (std::find(missing_.begin(), missing_.end(), entry.id) != missing_.end()) unanswered.push_back(entry);
  }
  return unanswered;
}

Result<void> keep_answer(const std::filesystem::path& toolboxes_file, const std::string& id,
                         const std::string& answer) {
  const std::filesystem::path file = Inputs::file_for(toolboxes_file);
  JsonWriter writer;
  writer.object();
  for (const auto& [kept_id, kept] : kept_answers(file)) {
    if (kept_id != id) writer.member(kept_id, kept);
  }
  writer.member(id, answer).end();
  return write_private(file, std::move(writer).take() + "\n");
}

}  // namespace workbench::config
