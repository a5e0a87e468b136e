#include "scan/phrases.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "scan/normal_text.hpp"
#include "scan/word_reader.hpp"

namespace workbench::scan {
namespace {

bool fits(const PhraseStep& step, const WordClasses& classes) {
  return std::any_of(step.classes.begin(), step.classes.end(),
                     [&](WordClass one) { return one != WordClass::none && has(classes, one); });
}

std::size_t length_of(const Phrase& phrase) {
  const auto end = std::find_if(phrase.steps.begin(), phrase.steps.end(),
                                [](const PhraseStep& step) { return step.classes.front() == WordClass::none; });
  return static_cast<std::size_t>(end - phrase.steps.begin());
}

/// How far one phrase has come. For each step the last word at which it was reached: an earlier one allows no more.
class PhraseProgress {
 public:
  struct Reached {
    std::size_t number = 0;   ///< of the word, counted from 1; 0: not yet
    std::size_t offset = 0;   ///< of the phrase
    bool has_wanted = false;  ///< one of its words so far is one that it has to have
  };

  explicit PhraseProgress(const Phrase& phrase) : phrase_(&phrase), length_(length_of(phrase)) {
    for (const PhraseStep& step : phrase.steps) {
      for (const WordClass one : step.classes) any_.set(static_cast<std::size_t>(one));
    }
    any_.reset(static_cast<std::size_t>(WordClass::none));
  }

  [[nodiscard]] const Phrase& phrase() const { return *phrase_; }
  [[nodiscard]] std::size_t begin() const { return reached_[length_ - 1].offset; }
  /// Whether a word with these classes can be one of the phrase.
  [[nodiscard]] bool concerns(const WordClasses& classes) const { return (classes & any_).any(); }

  /// Takes a word; `may_begin`: the phrase does not have to be left out. Returns whether it is whole.
  bool take(const WordClasses& classes, const Reached& word, bool may_begin) {
    for (std::size_t index = length_; index-- > 0;) {
      const PhraseStep& step = phrase_->steps[index];
      if (!fits(step, classes)) continue;
      if (index == 0) {
        if (may_begin) reached_[0] = word;
      } else if (follows(reached_[index - 1].number, word.number, step.max_gap)) {
        const Reached& before = reached_[index - 1];
        reached_[index] = {word.number, before.offset, before.has_wanted || word.has_wanted};
        if (index + 1 == length_ && reached_[index].has_wanted) return true;
      }
    }
    return false;
  }

 private:
  static bool follows(std::size_t before, std::size_t number, std::size_t max_gap) {
    return before != 0 && before < number && number - before <= max_gap + 1;
  }

  const Phrase* phrase_;
  std::size_t length_;
  WordClasses any_;
  std::array<Reached, 6> reached_{};
};

/// Takes the words of a text, and collects the phrases.
class PhraseSearch {
 public:
  PhraseSearch() : open_(fresh()) {}

  /// `is_wanted`: a phrase has to have one such word.
  void take(const WordReader& word, bool is_wanted) {
    constexpr std::size_t kFarAway = 100;  // farther than any phrase reaches
    number_ += word.begins_sentence() ? kFarAway : 1;
    const WordClasses classes = word.classes();
    if (classes.none()) return;
    for (std::size_t index = 0; index < open_.size();) {
      PhraseProgress& progress = open_[index];
      if (!progress.concerns(classes) ||
          !progress.take(classes, {number_, word.offset(), is_wanted}, may_begin(progress.phrase()))) {
        ++index;
        continue;
      }
      found_.push_back({&progress.phrase(), progress.begin(), word.end()});
      progress = open_.back();
      open_.pop_back();
    }
    if (has(classes, WordClass::negation)) last_negation_ = number_;
    if (has(classes, WordClass::conditional)) last_condition_ = number_;
  }

  [[nodiscard]] std::vector<PhraseFound> take_found() { return std::move(found_); }

 private:
  /// No phrase has begun.
  static const std::vector<PhraseProgress>& fresh() {
    static const std::vector<PhraseProgress> all(all_phrases().begin(), all_phrases().end());
    return all;
  }

  [[nodiscard]] bool may_begin(const Phrase& phrase) const {
    const auto is_near = [&](std::size_t last, std::size_t reach) { return last != 0 && number_ - last <= reach; };
    return !is_near(last_negation_, phrase.negation_reach) && !is_near(last_condition_, phrase.condition_reach);
  }

  std::vector<PhraseProgress> open_;
  std::vector<PhraseFound> found_;
  std::size_t number_ = 0;
  std::size_t last_negation_ = 0;
  std::size_t last_condition_ = 0;
};

// --- languages without blanks ----------------------------------------------------------------------------------------

/// Pieces that follow each other closely; each list is separated by blanks.
struct PieceSequence {
  Phrase phrase;
  std::array<std::string_view, 3> pieces;
};

const std::array<PieceSequence, 6>& piece_sequences() {
  static const std::array<PieceSequence, 6> sequences{{
      {{.rule = "override"},
       {"忽略 无视 忘记 無視 忽視 不要遵守", "之前 以上 先前 前面 上述", "指令 指示 说明 规则 提示 說明 規則"}},
      {{.rule = "override"}, {"以前 これまて 上記 前の", "指示 命令 ルール", "無視 忘れ"}},
      {{.rule = "override"}, {"이전 위의 앞선", "지시 명령 규칙 지침", "무시 잊"}},
      {{.rule = "secrecy"}, {"不要 别 勿 不得 別", "告诉 告知 通知 提及 透露 告訴", "用户 使用者 用戶"}},
      {{.rule = "secrecy"}, {"ユーサー 利用者", "に は", "言わない 伝えない 知らせない 教えない 言わす"}},
      {{.rule = "secrecy"}, {"사용자", "에게", "말하지 알리지 언급하지"}},
  }};
  return sequences;
}

/// The end of the first of the pieces in the text; npos: it has none.
std::size_t end_of_first(std::string_view text, std::string_view pieces) {
  std::size_t first = std::string_view::npos;
  std::size_t end = std::string_view::npos;
  while (!pieces.empty()) {
    const std::string_view piece = pieces.substr(0, pieces.find(' '));
    const std::size_t at = text.find(piece);
    if (at < first) {
      first = at;
      end = at + piece.size();
    }
    pieces.remove_prefix(std::min(piece.size() + 1, pieces.size()));
  }
  return end;
}

void find_pieces(std::string_view text, const PieceSequence& sequence, std::vector<PhraseFound>& found) {
  constexpr std::size_t kMaxGap = 36;    // bytes: twelve characters
  constexpr std::size_t kMaxTries = 64;  // places where the first piece is
  std::size_t begin = 0;
  for (std::size_t tries = 0; tries < kMaxTries; ++tries) {
    const std::size_t end = end_of_first(text.substr(begin), sequence.pieces[0]);
    if (end == std::string_view::npos) return;
    begin += end;
    std::size_t at = begin;
    bool is_whole = true;
    for (const std::string_view pieces : {sequence.pieces[1], sequence.pieces[2]}) {
      const std::size_t next = end_of_first(text.substr(at, kMaxGap), pieces);
      is_whole = is_whole && next != std::string_view::npos;
      at += is_whole ? next : 0;
    }
    if (is_whole) return found.push_back({&sequence.phrase, begin - std::min<std::size_t>(begin, 6), at});
  }
}

bool has_ideographs(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) >= 0xE3; });
}

}  // namespace

std::vector<PhraseFound> find_phrases(std::string_view normal) {
  PhraseSearch search;
  for (WordReader words(normal); words.next();) search.take(words, true);
  std::vector<PhraseFound> found = search.take_found();
  if (has_ideographs(normal)) {
    for (const PieceSequence& sequence : piece_sequences()) find_pieces(normal, sequence, found);
  }
  return found;
}

std::vector<PhraseFound> find_changed_phrases(std::string_view changed, std::string_view original) {
  PhraseSearch search;
  for (WordReader words(changed); words.next();)
    search.take(words, original.substr(words.offset(), words.word().size()) != words.word());
  return search.take_found();
}

bool reads_as_command(std::string_view normal) {
  constexpr std::size_t kASentence = 4;
  std::size_t words = 0;
  std::size_t commands = 0;
  for (WordReader word(normal); word.next(); ++words) {
    if (has(word.classes(), WordClass::command)) ++commands;
  }
  if (words < kASentence) return false;
  return commands >= 2 || !find_phrases(normal).empty();
}

}  // namespace workbench::scan
