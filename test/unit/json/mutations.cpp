#include "mutations.hpp"

#include <array>
#include <random>
#include <string_view>

namespace {

const std::array<std::string, 8> kSamples{
    R"({"jsonrpc":"2.0","id":17,"method":"tools/call","params":{"name":"use_tool","arguments":{"toolbox":"dev"}}})",
    R"({"jsonrpc":"2.0","id":"a\u00e9\ud83d\ude00","result":{"content":[{"type":"text","text":"a\n\"b\"\\ \/ \t"}]}})",
    R"( { "error" : { "code" : -32601 , "message" : "no" } , "id" : null , "jsonrpc" : "2.0" } )",
    R"([0,-0,1,-1,0.5,1e9,1E+9,1e-9,123456789012345678901234567890,1e400,true,false,null,[],{},[[]],[{}]])",
    "{\"gr\xC3\xB6\xC3\x9F"
    "e\":\"\xE6\xB1\x89\xE5\xAD\x97 \xF0\x9F\x98\x80 and more than sixteen plain bytes\"}",
    R"({"a":"0123456789abcdef0123456789abcdef\\","b":"0123456789abcdef0123456789abcdef\"]}","c":["[","{"]})",
    "[\r\n\t1 ,\n 2 , { \"x\" : [ ] , \"y\" : { } } ]\n",
    R"({"id":1,"id":2,"\u0069d":3,"method":"x","jsonrpc":"2.0","params":{"name":"a","n\u0061me":"b"}})",
};

const std::array<std::string_view, 40> kPieces{"{",
                                               "}",
                                               "[",
                                               "]",
                                               ",",
                                               ":",
                                               "\"",
                                               "\\",
                                               "\\u",
                                               "\\ud800",
                                               "\\udc00",
                                               "\\u0000",
                                               "0",
                                               "1",
                                               "-",
                                               "+",
                                               ".",
                                               "e",
                                               "E9",
                                               "1e400",
                                               "true",
                                               "null",
                                               "false",
                                               " ",
                                               "\n",
                                               "\t",
                                               "\r",
                                               "\x01",
                                               "\x7F",
                                               "\x80",
                                               "\xC0\x80",
                                               "\xC3\xA9",
                                               "\xE6\xB1",
                                               "\xED\xA0\x80",
                                               "\xF0\x9F\x98\x80",
                                               "\xFF",
                                               "/",
                                               "id",
                                               "\"id\":1,",
                                               "[[[["};

class Mutator {
 public:
  std::string next() {
    std::string text = kSamples[below(kSamples.size())];
    for (std::size_t left = below(4); left != 0; --left) mutate(text);
    return text;
  }

 private:
  // Not std::uniform_int_distribution, whose numbers differ between libraries.
  std::size_t below(std::size_t limit) { return random_() % limit; }

  void mutate(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = 1 + below(below(4) == 0 ? 40 : 3);
    switch (below(7)) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, kPieces[below(kPieces.size())]); break;
      case 2: text.replace(at, length, kPieces[below(kPieces.size())]); break;
      case 3: text.insert(at, std::string(text, below(text.size() + 1), length)); break;
      case 4: text.resize(at); break;
      case 5: text.insert(at, 1, static_cast<char>(static_cast<unsigned char>(below(256)))); break;
      default: text.insert(at, below(70), ' '); break;  // moves what follows to another place in a block
    }
  }

  std::mt19937_64 random_{20240607};
};

/// Documents with long runs of what a reader passes over in blocks.
class LongRuns {
 public:
  std::string next() {
    std::string text = std::string(below(70), ' ') + "{\"method\":\"" + run() + "\",\"params\":[\"" + run() + "\",";
    text.append(number())
        .append(std::string(below(40), '\n'))
        .append(",{\"")
        .append(run())
        .append("\":")
        .append(number());
    return text + "}],\"id\":1" + std::string(below(70), '\t') + "}";
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }

  // Mostly backslashes, so that blocks begin and end inside of their runs.
  std::string run() {
    static const std::array<std::string, 8> kParts{"\\\\", "\\\\", "\\\"", "\\n", "\\u0022", "a", "[{", "\xC3\xA9"};
    std::string run;
    const std::size_t kinds = 1 + below(kParts.size());
    for (std::size_t left = below(120); left != 0; --left) run += kParts[below(kinds)];
    return run;
  }

  std::string number() {
    const std::string digits = '1' + std::string(below(50), '7');
    return below(2) == 0 ? digits : '-' + digits + '.' + digits + "e1";
  }

  std::mt19937_64 random_{20251122};
};

}  // namespace

void for_each_mutation(std::size_t count, const std::function<void(const std::string& text)>& visit) {
  for (const std::string& sample : kSamples) visit(sample);
  Mutator mutator;
  for (std::size_t index = 0; index != count; ++index) visit(mutator.next());
}

void for_each_long_run(std::size_t count, const std::function<void(const std::string& text)>& visit) {
  LongRuns documents;
  for (std::size_t index = 0; index != count; ++index) visit(documents.next());
}
