#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json.hpp>

namespace workbench {

/// The kinds of items that a server lists.
enum class CatalogItemKind {
  tool,
  prompt,
  resource,
  resource_template,
  instructions,  ///< the server's instructions for its own use
  server_info,   ///< its Implementation: the name, version and title that it gives itself
  start,         ///< what starts it: see CatalogItem::definition. Judged before each start
};

/// The server whose lists are reviewed, by its names in the configuration.
struct ReviewedServer {
  std::string_view toolbox;  ///< of a server that several toolboxes share, the one that started it
  std::string_view server;
  /// `lock` of its toolbox, or else of the toolboxes file: "off", "warn" or "block"; empty: not configured.
  std::string_view lock = {};
  /// The absolute path of the toolboxes file; empty: there is none.
  std::string_view toolboxes_file = {};
};

/// One item that a server lists. All of it is valid during the call.
struct CatalogItem {
  CatalogItemKind kind;
  /// The server's own name: of a tool or a prompt its `name`, of a resource its `uri`, of a template its `uriTemplate`;
  /// empty for the others.
  std::string_view name;
  /// The whole object as the server wrote it, to the byte: before it is repaired, renamed or given other texts, and
  /// with its hidden characters. For instructions, a JSON string. For `start`, an object written by the workbench, with
  /// a string for each of the facts that are known: `transport`; `command`, `args` (an array of strings), `program` and
  /// `scripts` (objects: the path, and `sha256`); `package`, `version` and `integrity`; `image`; `url`; `issuer`.
  const Json& definition;
};

/// The verdict on an item.
class ReviewVerdict {
 public:
  enum class Action { admit, note, withhold };

  /// Clients see it.
  [[nodiscard]] static ReviewVerdict admit() { return {Action::admit, {}}; }
  /// Clients see it, and the log gets `text`, a sentence about the item: once, until the text or the item changes.
  [[nodiscard]] static ReviewVerdict note(std::string text) { return {Action::note, std::move(text)}; }
  /// For clients it does not exist. The log gets `text`, as with note(), and people read it, who may be shown words of
  /// the item. Models are told no more than `advice`, one line without any word of the server: what a person has to do,
  /// as in "a person has to look at it: COMMAND". Empty: a sentence that names the review.
  [[nodiscard]] static ReviewVerdict withhold(std::string text, std::string advice = {}) {
    return {Action::withhold, std::move(text), std::move(advice)};
  }

  [[nodiscard]] Action action() const { return action_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::string& advice() const { return advice_; }

 private:
  ReviewVerdict(Action action, std::string text, std::string advice = {})
      : action_(action), text_(std::move(text)), advice_(std::move(advice)) {}

  Action action_;
  std::string text_;
  std::string advice_;
};

/// Decides which of the items that servers list clients may see: a record of what a user has approved, say, or a check
/// of the texts that a model will read. The properties file chooses the reviews and their order (`catalogReviews`).
///
/// Each item is reviewed whenever the list with it arrives: when its server has started, when it says that the list has
/// changed, and when what an earlier process has kept of it is read, unless basis() says that the verdicts are those of
/// last time. That is before filters, before the repair of
/// schemas, and before any client sees the item, in all modes: a withheld item is in no list, no search finds it, and
/// a call of it is answered as if it did not exist. An item that several reviews judge is withheld if
/// one of them says so; that ends its review, and the texts of those before it are logged, too. A review that throws
/// withholds the item, and the text names the plugin.
///
/// A server whose `server_info` is withheld keeps its tools: only its description of itself is withheld. A server whose
/// `start` is withheld is not started, and what an earlier process has kept of its lists is not shown.
class CatalogReview {
 public:
  static constexpr std::string_view kKindName = "catalog review";

  CatalogReview() = default;
  CatalogReview(const CatalogReview&) = delete;
  CatalogReview& operator=(const CatalogReview&) = delete;
  virtual ~CatalogReview() = default;

  /// Judges one item. It depends on the arguments and on what the review has read when it was made, so that it may be
  /// asked again at any time, and in any order; it is asked for each item of lists of ten thousand, so it does not
  /// wait. [loop thread]
  [[nodiscard]] virtual ReviewVerdict review(const ReviewedServer& server, const CatalogItem& item) = 0;

  /// What the verdicts on this server's items depend on, besides the items: while it is the same text, in this process
  /// or in a later one, the review says of equal items what it said before. Lists that all reviews have admitted
  /// without a text are then not judged again, so that large ones are known at once. It has to differ for another
  /// version of the plugin that may judge differently. At most 1,000 bytes; empty: it cannot be told, and all is judged
  /// each time. Called often, so it looks at files but does not read them. [loop thread]
  [[nodiscard]] virtual std::string basis(const ReviewedServer& /*server*/) { return {}; }

  /// Whether review() looks at CatalogItemKind::start of this server. What starts a server is found out for that,
  /// which takes time: programs are hashed. [loop thread]
  [[nodiscard]] virtual bool judges_start(const ReviewedServer& /*server*/) { return false; }

  /// What `listed`, the names of all items of one kind that the server lists now, lacks: a sentence for each item,
  /// which becomes a note about the server. Called after the items of a whole list have been judged. [loop thread]
  [[nodiscard]] virtual std::vector<std::string> missing(const ReviewedServer& /*server*/, CatalogItemKind /*kind*/,
                                                         std::span<const std::string_view> /*listed*/) {
    return {};
  }

  /// The files that it reads for a toolboxes file (ReviewedServer::toolboxes_file): refresh() is called when one of
  /// them changes. They need not exist. [loop thread]
  [[nodiscard]] virtual std::vector<std::string> files(std::string_view /*toolboxes_file*/) { return {}; }

  /// Reads again what it has read when it was made. Called when the configuration is read again, even if it has not
  /// changed; all known lists are judged again afterwards. Returns whether a verdict may have changed. [loop thread]
  [[nodiscard]] virtual bool refresh() { return false; }
};

}  // namespace workbench
