#include "scan/word_classes.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

namespace workbench::scan {
namespace {

struct ClassWords {
  WordClass word_class;
  /// Separated by blanks. With `+`: also with -s, -ed and -ing. Other languages without marks above letters, as
  /// normal_text() has them.
  std::string_view words;
};

constexpr std::array kClassWords{
    ClassWords{WordClass::negation, "not never dont doesnt mustnt shouldnt wont avoid refrain without"},
    ClassWords{WordClass::dont, "not never dont"},
    ClassWords{WordClass::without, "without"},
    ClassWords{WordClass::conditional, "if once when unless after whether until only"},
    ClassWords{WordClass::from, "from"},
    ClassWords{WordClass::must, "must should need needs may shall ought"},
    ClassWords{WordClass::your, "your"},
    ClassWords{WordClass::you, "you"},
    ClassWords{WordClass::are, "are"},
    ClassWords{WordClass::now, "now"},
    ClassWords{WordClass::on, "on"},
    ClassWords{WordClass::this_, "this"},
    ClassWords{WordClass::any, "any every each all"},
    ClassWords{WordClass::all, "all every any"},
    ClassWords{WordClass::each, "every each whenever"},
    ClassWords{WordClass::over, "over instead rather"},
    ClassWords{WordClass::or_, "or otherwise"},
    ClassWords{WordClass::into, "in into as to with through"},

    ClassWords{
        WordClass::tell,
        "tell tells telling inform+ notify notifies notifying mention+ reveal+ disclose+ divulge+ say saying warn+"},
    ClassWords{WordClass::let, "let letting"},
    ClassWords{WordClass::person, "user human person operator anyone"},
    ClassWords{WordClass::hide, "hide hides hiding conceal+ secret"},
    ClassWords{WordClass::know, "know knows knowing see notice learn find aware told informed"},
    ClassWords{WordClass::unaware, "unaware oblivious uninformed"},
    ClassWords{WordClass::secretly, "silently secretly quietly covertly discreetly surreptitiously stealthily"},
    ClassWords{WordClass::act,
               "send+ forward+ copy copies upload+ call+ read+ add+ include+ append+ log logs collect+ "
               "transmit+ run runs execute+ store+ pass passes save+ post+ invoke+ fetch attach+"},
    ClassWords{WordClass::knowledge, "knowledge awareness consent noticing knowing realizing"},

    ClassWords{WordClass::show, "show display print output repeat include"},
    ClassWords{WordClass::it, "this it these them that"},
    ClassWords{WordClass::omit, "omit exclude leave"},
    ClassWords{WordClass::reply, "answer answers response responses reply replies summary"},
    ClassWords{WordClass::unseen, "invisible unnoticed undetected unseen"},
    ClassWords{WordClass::deceive, "mislead deceive trick fool lie"},
    ClassWords{WordClass::back, "back"},

    ClassWords{WordClass::stop, "stop cease quit"},
    ClassWords{WordClass::longer, "longer"},
    ClassWords{WordClass::valid, "valid binding"},
    ClassWords{WordClass::supersede, "supersede supersedes precedence overrides replaces"},
    ClassWords{WordClass::take_all, "collect+ gather+ harvest+ dump+ steal+"},
    ClassWords{WordClass::much, "all every any everything"},
    ClassWords{WordClass::environment, "environment env"},
    ClassWords{WordClass::variables, "variables"},
    ClassWords{WordClass::ssh, "ssh gpg pgp wallet"},
    ClassWords{WordClass::key, "key keys"},
    ClassWords{WordClass::skip, "skip bypass"},
    ClassWords{WordClass::superior, "superior"},

    ClassWords{WordClass::ignore,
               "ignore ignores ignoring disregard+ forget forgets forgetting bypass+ discard+ neglect+"},
    ClassWords{WordClass::override_, "override overrides overriding"},
    ClassWords{WordClass::prior, "previous previously prior above earlier preceding former original existing past"},
    ClassWords{WordClass::system, "system developer"},
    ClassWords{WordClass::safety, "safety ethical moral"},
    ClassWords{WordClass::rules,
               "instruction instructions rule rules prompt prompts guideline guidelines directive "
               "directives restriction restrictions policy policies constraint constraints safeguard "
               "safeguards guardrail guardrails"},
    ClassWords{WordClass::instructions, "instructions directives"},
    ClassWords{WordClass::everything, "everything anything what whatever all"},
    ClassWords{WordClass::told, "told said asks asked wrote says wants"},
    ClassWords{WordClass::new_, "new updated real"},
    ClassWords{WordClass::mode, "mode unrestricted jailbroken dan unfiltered uncensored"},
    ClassWords{WordClass::acts, "act behave pretend"},
    ClassWords{WordClass::unrestricted, "unrestricted jailbroken unfiltered uncensored evil"},
    ClassWords{WordClass::no, "no"},
    ClassWords{WordClass::limits, "restrictions limitations"},
    ClassWords{WordClass::obey, "follow following obey heed apply comply"},
    ClassWords{WordClass::prompt, "prompt"},

    ClassWords{WordClass::read,
               "read+ open opens opening cat load+ fetch fetches fetching get gets getting copy copies "
               "copying include+ upload+ send+ attach+ dump+ retrieve+ extract+ access accesses accessing "
               "paste+ grab content contents put puts pass passes"},
    ClassWords{WordClass::send,
               "send+ sent forward+ upload+ transmit transmits transmitting post+ relay+ email mail "
               "deliver+ bcc cc redirect+ submit submits"},
    ClassWords{WordClass::insert,
               "include+ append+ put puts pass passes add+ insert+ encode+ embed embeds provide+ write "
               "writes attach+ give gives"},
    ClassWords{WordClass::private_,
               "credentials passwords passphrase secret secrets tokens token cookies keys key emails "
               "mails messages conversation chat history transcript variables"},
    ClassWords{WordClass::secrets, "credentials passwords secrets keys"},
    ClassWords{WordClass::conversation, "conversation chat message session dialogue"},
    ClassWords{WordClass::history, "history log transcript"},
    ClassWords{WordClass::whole, "whole entire full complete"},
    ClassWords{WordClass::so_far, "so until"},
    ClassWords{WordClass::field, "query request url argument parameter note field call title body context"},
    ClassWords{WordClass::exfiltrate, "exfiltrate exfiltrates exfiltrating leak"},
    ClassWords{WordClass::always, "always all every each whenever automatically also instead"},
    ClassWords{WordClass::also, "also additionally"},
    ClassWords{WordClass::make, "make issue perform send"},
    ClassWords{WordClass::http, "post get http put"},
    ClassWords{WordClass::request, "request"},

    ClassWords{WordClass::before, "before after prior"},
    ClassWords{WordClass::other, "other another others"},
    ClassWords{WordClass::others, "others"},
    ClassWords{WordClass::tool, "tool tools"},
    ClassWords{WordClass::prefer, "prefer use choose"},
    ClassWords{WordClass::use, "use call using"},
    ClassWords{WordClass::even_if, "whatever regardless even matter"},
    ClassWords{WordClass::asks, "asks says wants requests objects refuses declines"},
    ClassWords{WordClass::ask, "ask asking"},
    ClassWords{WordClass::confirmation, "confirmation permission consent approval"},
    ClassWords{WordClass::already, "already"},
    ClassWords{WordClass::approved, "approved given granted consented agreed authorized authorised confirmed accepted"},
    ClassWords{WordClass::automatically, "automatically"},
    ClassWords{WordClass::approve, "approve accept confirm"},
    ClassWords{WordClass::change, "change+ modify modifies modifying alter+ redirect+ replace+"},
    ClassWords{WordClass::behavior, "behavior behaviour"},
    ClassWords{WordClass::recipient, "recipient recipients"},
    ClassWords{WordClass::account, "account session data"},
    ClassWords{WordClass::loss, "deleted terminated suspended locked lost wiped"},

    ClassWords{WordClass::f_ignore,
               "ignora ignore ignorez ignorer ignoriere ignorieren vergiss missachte olvida oubliez "
               "oublie esqueca dimentica игнорируи игнорируите забудь zignoruj negeer vergeet"},
    ClassWords{WordClass::f_prior,
               "anteriores anterior previas previos precedentes precedente precedenti vorherigen "
               "bisherigen fruheren obigen предыдущие прошлые poprzednie vorige eerdere"},
    ClassWords{WordClass::f_rules,
               "instrucciones instructions istruzioni instrucoes anweisungen instruktionen regeln "
               "consignes regles reglas regole regras инструкции правила указания instrukcje instructies"},
    ClassWords{WordClass::f_not, "no ne nao non nicht не nie"},
    ClassWords{WordClass::f_tell,
               "digas diga dites dis dire dica dici conte contar informe informes informez menciones "
               "mencione mentionnez mentionne sage sag sagen erzahle говори говорите сообщаи "
               "рассказываи"},
    ClassWords{WordClass::f_user,
               "usuario utilisateur benutzer nutzer utente utilizador пользователю пользователь uzytkownikowi"},
    ClassWords{WordClass::f_nothing, "nichts niente nada rien ничего"},

    ClassWords{WordClass::file_word,
               "ssh aws env netrc npmrc pypirc gnupg kube pgpass git bash zsh config docker cursor azure vault id etc "
               "proc mcp "
               "claude wallet login"},
    ClassWords{
        WordClass::command,
        "ignore read send run execute curl wget delete forward upload never mention hide tell call post password "
        "passwords secret secrets token user instructions rules system attacker private developer commands command "
        "messages credentials server key script"},
};

using Table = std::unordered_map<std::string_view, WordClasses>;

struct WordTable {
  WordTable() {
    for (const auto& [word_class, words] : kClassWords) add(word_class, words);
  }

  void add(WordClass word_class, std::string_view words) {
    while (!words.empty()) {
      const std::size_t blank = std::min(words.find(' '), words.size());
      add_word(word_class, words.substr(0, blank));
      words.remove_prefix(std::min(blank + 1, words.size()));
    }
  }

  void add_word(WordClass word_class, std::string_view word) {
    if (!word.ends_with('+')) return put(word_class, std::string(word));
    word.remove_suffix(1);
    const std::string stem(word.ends_with('e') ? word.substr(0, word.size() - 1) : word);
    const bool hisses = word.ends_with('s') || word.ends_with("ch");
    put(word_class, std::string(word));
    put(word_class, std::string(word) + (hisses ? "es" : "s"));
    put(word_class, stem + "ed");
    put(word_class, stem + "ing");
  }

  void put(WordClass word_class, std::string word) {
    classes[std::move(word)].set(static_cast<std::size_t>(word_class));
  }

  std::unordered_map<std::string, WordClasses> classes;
};

/// Views of the keys of a WordTable, which it outlives.
Table views_of(const WordTable& table) {
  Table views;
  for (const auto& [word, classes] : table.classes) views.emplace(word, classes);
  return views;
}

}  // namespace

const WordClasses& classes_of(std::string_view word) {
  constexpr std::size_t kMaxWord = 32;
  static const WordTable words;
  static const Table table = views_of(words);
  static const WordClasses none;
  if (word.size() > kMaxWord) return none;
  const auto found = table.find(word);
  return found == table.end() ? none : found->second;
}

}  // namespace workbench::scan
