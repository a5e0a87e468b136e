#include "commands/lock/lock_findings.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "lock/item_hash.hpp"
#include "lock/lock_form.hpp"

namespace workbench::app {
namespace {

using Records = lock::ServerRecords;

const lock::LockRecord* find_record(const Records* locked, const lock::ItemKey& item) {
  if (locked == nullptr) return nullptr;
  const auto found = locked->find(item);
  return found == locked->end() ? nullptr : &found->second;
}

/// One item that the server has listed once or twice.
struct Listing {
  const std::string& once;
  const std::string* again;  // null: once
};

/// The first start in which it has changed since the record decides what is shown, or else in which it differs.
std::vector<lock::Difference> differences_of(CatalogItemKind kind, const lock::LockRecord& record,
                                             const Listing& listing) {
  auto found = lock::differences(kind, record.definition, listing.once);
  if (listing.again == nullptr || lock::has_change(found)) return found;
  auto again = lock::differences(kind, record.definition, *listing.again);
  return found.empty() || lock::has_change(again) ? again : found;
}

Result<std::string> form_of(const Listing& listing) {
  return listing.again == nullptr ? Result<std::string>(lock::lock_form(listing.once))
                                  : lock::lock_form_of_two(listing.once, *listing.again);
}

ItemFinding compare_item(const lock::ItemKey& item, const Listing& listing, std::string form,
                         const lock::LockRecord* record) {
  ItemFinding finding{item, record == nullptr ? LockState::added : LockState::same};
  if (record != nullptr) {
    finding.differences = differences_of(item.kind, *record, listing);
    if (lock::has_change(finding.differences)) finding.state = LockState::changed;
    form = finding.differences.empty() ? lock::normalized_form(record->definition)
                                       : lock::accepted_form(record->definition, form);
  }
  finding.hash = lock::item_hash(item.kind, item.name, form);
  finding.form = std::move(form);
  return finding;
}

ItemFinding removed_item(const lock::ItemKey& item) {
  return {item, LockState::removed, {}, {}, lock::item_hash(item.kind, item.name, {})};
}

void fail(ServerFinding& finding, std::string reason) {
  finding.state = LockState::unchecked;
  finding.reason = std::move(reason);
}

std::string title_of(const lock::ItemKey& item) {
  return lock::item_title(item.kind, item.name);
}

/// The items of both starts.
std::set<lock::ItemKey> keys_of(const ListedItems& once, const ListedItems* again) {
  std::set<lock::ItemKey> keys;
  for (const auto& [key, text] : once) keys.insert(key);
  if (again == nullptr) return keys;
  for (const auto& [key, text] : *again) keys.insert(key);
  return keys;
}

/// False: the server does not say twice what it has; the finding has failed.
bool add_item(ServerFinding& finding, const lock::ItemKey& key, const ListedItems& once, const ListedItems* again,
              const Records* locked) {
  const auto first = once.find(key);
  const auto second = again == nullptr ? ListedItems::const_iterator() : again->find(key);
  if (first == once.end() || (again != nullptr && second == again->end())) {
    fail(finding, title_of(key) + " is listed at one of two starts only; lock it when the server lists it each time");
    return false;
  }
  const Listing listing{first->second, again == nullptr ? nullptr : &second->second};
  auto form = form_of(listing);
  const lock::LockRecord* const record = find_record(locked, key);
  if (!form && record != nullptr && differences_of(key.kind, *record, listing).empty()) form = record->definition;
  if (!form) {
    fail(finding, title_of(key) + ": " + form.error().message);
    return false;
  }
  finding.items.push_back(compare_item(key, listing, *std::move(form), record));
  return true;
}

void sort(std::vector<ItemFinding>& items) {
  std::sort(items.begin(), items.end(),
            [](const ItemFinding& one, const ItemFinding& other) { return one.item < other.item; });
}

/// To sorted items, which stay sorted.
void add_removed_items(ServerFinding& finding, const Records& locked) {
  std::vector<ItemFinding> removed;
  for (const auto& [key, record] : locked) {
    if (finding.find(key) == nullptr) removed.push_back(removed_item(key));
  }
  std::move(removed.begin(), removed.end(), std::back_inserter(finding.items));
  sort(finding.items);
}

/// After all items have been added.
void summarize(ServerFinding& finding) {
  std::string hashes;
  for (const ItemFinding& item : finding.items) {
    if (item.state != LockState::removed) hashes += item.hash;
    if (item.state != LockState::same && finding.state == LockState::same) finding.state = LockState::changed;
  }
  finding.hash = lock::joined_hash(hashes);
}

}  // namespace

const ItemFinding* ServerFinding::find(const lock::ItemKey& item) const {
  const auto found = std::lower_bound(items.begin(), items.end(), item,
                                      [](const ItemFinding& one, const lock::ItemKey& key) { return one.item < key; });
  return found == items.end() || found->item != item ? nullptr : &*found;
}

Records ServerFinding::accepted(const Records* locked, const std::string& today) const {
  Records records;
  for (const ItemFinding& one : items) {
    if (one.state == LockState::removed) continue;
    const lock::LockRecord* const record = find_record(locked, one.item);
    if (record != nullptr && one.differences.empty()) {
      records.emplace(one.item, *record);
    } else {
      const bool is_note = record != nullptr && one.state == LockState::same;
      records.emplace(one.item, lock::LockRecord{one.form, is_note ? record->since : today});
    }
  }
  return records;
}

ServerFinding compare_start(const std::string& server, const std::string& start, const Records* locked) {
  const lock::ItemKey key{CatalogItemKind::start, {}};
  ServerFinding finding{server, locked == nullptr ? LockState::added : LockState::same};
  finding.items.push_back(compare_item(key, {start, nullptr}, lock::lock_form(start), find_record(locked, key)));
  finding.is_only_start = finding.items.front().state != LockState::same;
  summarize(finding);
  return finding;
}

void compare_lists(ServerFinding& finding, const ListedServer& once, const ListedServer* again, const Records* locked) {
  finding.is_only_start = false;
  if (const auto& failed = !once.failure.empty() || again == nullptr ? once : *again; !failed.failure.empty()) {
    return fail(finding, failed.failure);
  }
  const ListedItems* const second = again == nullptr ? nullptr : &again->items;
  for (const lock::ItemKey& key : keys_of(once.items, second)) {
    if (!add_item(finding, key, once.items, second, locked)) return;
  }
  sort(finding.items);
  if (locked != nullptr) add_removed_items(finding, *locked);
  summarize(finding);
}

ServerFinding removed_server(const std::string& server) {
  return {server, LockState::removed};
}

}  // namespace workbench::app
