#include "lock_review.hpp"

#include <algorithm>
#include <span>

#include "lock/lock_scheme.hpp"
#include "lock/same.hpp"
#include "review_text.hpp"

namespace workbench::lock_review {
namespace {

/// Without configuration, a lock file that exists is enough to be warned by it.
LockMode mode_of(const ReviewedServer& server, const FileVersion& file) {
  if (server.lock == "off") return LockMode::off;
  if (server.lock == "block") return LockMode::block;
  if (server.lock == "warn" || !file.is_missing()) return LockMode::warn;
  return LockMode::off;
}

ReviewVerdict verdict(const ReviewedServer& server, LockMode mode, std::string text) {
  return mode == LockMode::block ? ReviewVerdict::withhold(std::move(text), for_a_model(server))
                                 : ReviewVerdict::note(std::move(text));
}

/// What is wrong with a server as a whole: each item is withheld, but a note is one about its start.
ReviewVerdict verdict_on_server(const ReviewedServer& server, LockMode mode, const CatalogItem& item,
                                std::string text) {
  if (mode != LockMode::block && item.kind != CatalogItemKind::start) return ReviewVerdict::admit();
  return verdict(server, mode, std::move(text));
}

/// Names the changes, or if there are none the notes.
std::string beginning_of(std::vector<lock::Difference> differences, const std::string& since) {
  if (lock::has_change(differences))
    std::erase_if(differences, [](const lock::Difference& each) { return each.weight == lock::DifferenceClass::note; });

  const std::string names = lock::field_names(differences);
  const bool is_one = differences.size() == 1;
  return names + (is_one ? " differs" : " differ") + " from what was reviewed in workbench.lock" +
         (since.empty() ? "" : " on " + since);
}

LockedKnowledge* shared_knowledge(Host& host) {
  return dynamic_cast<LockedKnowledge*>(host.extension<LockedItems>());
}

}  // namespace

LockReview::LockReview(Host& host)
    : knowledge_(shared_knowledge(host) == nullptr ? &own_knowledge_ : shared_knowledge(host)) {}

ReviewVerdict LockReview::review(const ReviewedServer& server, const CatalogItem& item) {
  if (server.lock == "off") return ReviewVerdict::admit();
  const ReadRecord& record = knowledge_->records().of(server.toolboxes_file);
  const LockMode mode = mode_of(server, record.version);
  if (mode == LockMode::off) return ReviewVerdict::admit();
  if (!record.index) return verdict_on_server(server, mode, item, no_record(server, record.problem));
  if (!record.index->has_server(key_of(server))) {
    return verdict_on_server(server, mode, item, for_a_person(server, "workbench.lock does not have this server"));
  }
  return compare(server, item, mode, *record.index);
}

std::string LockReview::basis(const ReviewedServer& server) {
  const FileVersion& file = knowledge_->records().version_of(server.toolboxes_file);
  const LockMode mode = mode_of(server, file);
  if (mode == LockMode::off) return "off";
  if (file.error != 0 || file.is_recent()) return {};
  knowledge_->know(key_of(server), server.toolboxes_file);
  return (mode == LockMode::block ? "block by " : "warn by ") + file.text();
}

bool LockReview::judges_start(const ReviewedServer& server) {
  return mode_of(server, knowledge_->records().version_of(server.toolboxes_file)) != LockMode::off;
}

std::vector<std::string> LockReview::files(std::string_view toolboxes_file) {
  if (toolboxes_file.empty()) return {};
  return {lock::lock_file_path(toolboxes_file).string()};
}

ReviewVerdict LockReview::compare(const ReviewedServer& server, const CatalogItem& item, LockMode mode,
                                  const lock::LockIndex& index) {
  const auto entry = index.find(key_of(server), item.kind, item.name);
  if (!entry) return verdict(server, mode, for_a_person(server, "it is new: workbench.lock does not have it"));
  const auto failure = listed_.read(item.definition.text());
  const bool is_same = !failure && lock::is_same(entry->definition, listed_.root());
  const auto differences = is_same || failure ? std::vector<lock::Difference>()
                                              : lock::differences(item.kind, entry->definition, listed_.root());
  const bool is_changed = failure || lock::has_change(differences);
  knowledge_->record(key_of(server), server.toolboxes_file, item.kind, item.name, is_changed);
  if (failure) return verdict(server, mode, for_a_person(server, failure->message));
  if (is_changed) return verdict(server, mode, for_a_person(server, beginning_of(differences, entry->since())));
  if (differences.empty()) return ReviewVerdict::admit();
  return ReviewVerdict::note(beginning_of(differences, entry->since()) + ", in a way that needs no review");
}

std::vector<std::string> LockReview::missing(const ReviewedServer& server, CatalogItemKind kind,
                                             std::span<const std::string_view> listed) {
  constexpr std::size_t kMaxNamed = 50;
  std::vector<std::string> sentences;
  if (server.lock == "off") return sentences;
  const ReadRecord& record = knowledge_->records().of(server.toolboxes_file);
  if (!record.index) return sentences;
  std::vector<std::string_view> present(listed.begin(), listed.end());
  std::sort(present.begin(), present.end());
  for (const std::string_view name : record.index->names(key_of(server), kind)) {
    if (std::binary_search(present.begin(), present.end(), name)) continue;
    sentences.push_back(no_longer_listed(server, kind, name));
    if (sentences.size() == kMaxNamed) break;
  }
  return sentences;
}

const std::string& LockReview::key_of(const ReviewedServer& server) {
  const bool is_it = key_.size() == server.toolbox.size() + 1 + server.server.size() &&
                     key_.starts_with(server.toolbox) && key_.ends_with(server.server) &&
                     key_[server.toolbox.size()] == '/';
  if (!is_it) key_ = lock::server_key(server.toolbox, server.server);
  return key_;
}

}  // namespace workbench::lock_review
