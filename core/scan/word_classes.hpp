#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace workbench::scan {

/// What words mean in phrases. A word can be in several classes; word_classes.cpp has the words.
enum class WordClass : std::uint8_t {
  none,
  // Not words, but what a word begins: word_reader.hpp.
  url,
  email,
  phone,
  sensitive_file,
  // Parts of sentences.
  negation,
  dont,
  without,
  conditional,
  from,
  must,
  your,
  you,
  are,
  now,
  on,
  this_,
  any,
  all,
  each,
  over,
  or_,
  into,
  // What is not to be told.
  tell,
  let,
  person,
  hide,
  know,
  unaware,
  secretly,
  act,
  knowledge,
  show,
  it,
  omit,
  reply,
  unseen,
  deceive,
  back,
  // What is not to be obeyed.
  ignore,
  override_,
  prior,
  system,
  safety,
  rules,
  instructions,
  everything,
  told,
  new_,
  mode,
  acts,
  unrestricted,
  no,
  limits,
  obey,
  stop,
  valid,
  longer,
  supersede,
  prompt,
  // What is to be read and sent.
  read,
  send,
  insert,
  private_,
  secrets,
  conversation,
  history,
  whole,
  so_far,
  field,
  exfiltrate,
  always,
  also,
  make,
  http,
  request,
  take_all,
  much,
  environment,
  variables,
  ssh,
  key,
  // What is to be done with other tools.
  before,
  other,
  others,
  tool,
  prefer,
  use,
  even_if,
  asks,
  ask,
  confirmation,
  already,
  approved,
  automatically,
  approve,
  skip,
  superior,
  change,
  behavior,
  recipient,
  account,
  loss,
  // The same in other languages.
  f_ignore,
  f_prior,
  f_rules,
  f_not,
  f_tell,
  f_user,
  f_nothing,
  // In texts that were decoded.
  command,
  // The first words of the names of files that may have secrets.
  file_word,
  count
};

using WordClasses = std::bitset<static_cast<std::size_t>(WordClass::count)>;

/// The classes of a word of a normal_text().
[[nodiscard]] const WordClasses& classes_of(std::string_view word);

[[nodiscard]] inline bool has(const WordClasses& classes, WordClass one) {
  return classes.test(static_cast<std::size_t>(one));
}

}  // namespace workbench::scan
