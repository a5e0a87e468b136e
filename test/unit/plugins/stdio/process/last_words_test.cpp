// Summaries of crash reports as Node, Python, Rust, Go and npm write them.

#include "process/last_words.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <sstream>

namespace workbench::stdio {
namespace {

std::string words_of(const std::string& output) {
  LastWords words;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) words.add(line);
  return words.text();
}

struct Crash {
  const char* what;
  const char* output;
  const char* words;

  friend void PrintTo(const Crash& crash, std::ostream* out) { *out << crash.what; }
};

class CrashReport : public ::testing::TestWithParam<Crash> {};

TEST_P(CrashReport, IsSummarisedByItsErrorWithoutItsStackFrames) {
  EXPECT_EQ(words_of(GetParam().output), GetParam().words);
}

INSTANTIATE_TEST_SUITE_P(
    OfNode, CrashReport,
    ::testing::Values(Crash{"a missing module", R"(node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module './missing.js'
Require stack:
- /srv/a.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at Module._load (node:internal/modules/cjs/loader:1038:27)
    at Module.require (node:internal/modules/cjs/loader:1289:19)
    at require (node:internal/modules/helpers:182:18)
    at Object.<anonymous> (/srv/a.js:1:1)
    at Module._compile (node:internal/modules/cjs/loader:1521:14)
    at Module._extensions..js (node:internal/modules/cjs/loader:1623:10)
    at Module.load (node:internal/modules/cjs/loader:1266:32)
    at Module._load (node:internal/modules/cjs/loader:1091:12)
    at Function.executeUserEntryPoint [as runMain] (node:internal/modules/run_main:164:12) {
  code: 'MODULE_NOT_FOUND',
  requireStack: [ '/srv/a.js' ]
}

Node.js v20.20.2
)",
                            "Error: Cannot find module './missing.js' | Require stack: | - /srv/a.js"},
                      Crash{"an unknown name", R"(/srv/b.js:1
function f(){ const x = config.port; }
                        ^

ReferenceError: config is not defined
    at f (/srv/b.js:1:25)
    at Object.<anonymous> (/srv/b.js:2:1)
    at Module._compile (node:internal/modules/cjs/loader:1521:14)
    at node:internal/main/run_main_module:28:49

Node.js v20.20.2
)",
                            "ReferenceError: config is not defined"},
                      Crash{"a cause", R"(/srv/c.js:1
Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432', {cause: new TypeError('no address')}));
               ^

Error: connect ECONNREFUSED 127.0.0.1:5432
    at Object.<anonymous> (/srv/c.js:1:16)
    at Module._compile (node:internal/modules/cjs/loader:1521:14)
    ... 4 lines matching cause stack trace ...
    at node:internal/main/run_main_module:28:49 {
  [cause]: TypeError: no address
      at Object.<anonymous> (/srv/c.js:1:73)
      at Module._compile (node:internal/modules/cjs/loader:1521:14)
      at node:internal/main/run_main_module:28:49
}

Node.js v20.20.2
)",
                            "Error: connect ECONNREFUSED 127.0.0.1:5432 | [cause]: TypeError: no address"},
                      Crash{"a missing package", R"(node:internal/modules/esm/resolve:873
  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);
        ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nothere' imported from /srv/d.mjs
    at packageResolve (node:internal/modules/esm/resolve:873:9)
    at #cachedDefaultResolve (node:internal/modules/esm/loader:657:25)
    at ModuleJob._link (node:internal/modules/esm/module_job:168:49) {
  code: 'ERR_MODULE_NOT_FOUND'
}

Node.js v20.20.2
)",
                            "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nothere' imported from /srv/d.mjs"},
                      Crash{"earlier output", R"(starting server
/srv/t.js:3
setTimeout(()=>{ throw new ConfigError('API_KEY is not set'); }, 1);
                 ^

ConfigError: API_KEY is not set
    at Timeout._onTimeout (/srv/t.js:3:24)
    at listOnTimeout (node:internal/timers:581:17)
    at process.processTimers (node:internal/timers:519:7) {
  code: 'E_CONF'
}

Node.js v20.20.2
)",
                            "ConfigError: API_KEY is not set | starting server"}));

INSTANTIATE_TEST_SUITE_P(
    OfPython, CrashReport,
    ::testing::Values(Crash{"a missing module", R"(Traceback (most recent call last):
  File "/srv/a.py", line 1, in <module>
    import nothere
ModuleNotFoundError: No module named 'nothere'
)",
                            "ModuleNotFoundError: No module named 'nothere'"},
                      Crash{"one exception after another", R"(Traceback (most recent call last):
  File "/srv/b.py", line 4, in <module>
    f()
  File "/srv/b.py", line 2, in f
    return {}["key"]
           ~~^^^^^^^
KeyError: 'key'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/srv/b.py", line 6, in <module>
    raise RuntimeError("configuration is incomplete") from e
RuntimeError: configuration is incomplete
)",
                            "RuntimeError: configuration is incomplete | KeyError: 'key'"},
                      Crash{"a syntax error", R"(  File "/srv/c.py", line 3
    print("x"
         ^
SyntaxError: invalid syntax
)",
                            "SyntaxError: invalid syntax"},
                      Crash{"a refused command line", R"(loading
server.py: error: the following arguments are required: --root
)",
                            "server.py: error: the following arguments are required: --root | loading"},
                      Crash{"a custom exception in a deep recursion", R"(Traceback (most recent call last):
  File "/srv/e.py", line 5, in <module>
    deep(30)
  File "/srv/e.py", line 4, in deep
    deep(n-1)
  [Previous line repeated 27 more times]
  File "/srv/e.py", line 3, in deep
    if n == 0: raise Oops("too deep")
               ^^^^^^^^^^^^^^^^^^^^^^
Oops: too deep
)",
                            "Oops: too deep"}));

INSTANTIATE_TEST_SUITE_P(
    OfOthers, CrashReport,
    ::testing::Values(
        Crash{"rust", R"(
thread 'main' (28246) panicked at src/main.rs:1:49:
no port given
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/panicking.rs:689:5
   1: core::panicking::panic_fmt
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/panicking.rs:80:14
   5: p::main
   6: core::ops::function::FnOnce::call_once
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.
)",
              "thread 'main' (28246) panicked at src/main.rs:1:49: no port given"},
        Crash{"go",
              "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n"
              "\t/srv/main.go:9 +0x1d\nexit status 2\n",
              "panic: runtime error: index out of range [5] with length 3"},
        Crash{"npm, a missing script", R"(npm warn Unknown user config "nodedir".
npm error Missing script: "nothere"
npm error
npm error To see a list of scripts, run:
npm error   npm run
npm error A complete log of this run can be found in: /root/.npm/_logs/2026-01-21T21_52_26_560Z-debug-0.log
)",
              R"(npm error Missing script: "nothere" | npm warn Unknown user config "nodedir".)"},
        Crash{"npm, a missing package", R"(npm ERR! code E404
npm ERR! 404 Not Found - GET https://packages.example/no-such-server - Not found
npm ERR! 404 
npm ERR! 404  'no-such-server@*' is not in this registry.
npm ERR! 404 
npm ERR! 404 Note that you can also install from a
npm ERR! 404 tarball, folder, http url, or git folder.

npm ERR! A complete log of this run can be found in:
npm ERR!     /root/.npm/_logs/2026-01-21T21_52_26_560Z-debug-0.log
)",
              "npm ERR! code E404: 404 Not Found - GET https://packages.example/no-such-server - Not found"},
        Crash{"npm, a script that failed", R"(Error: API_KEY is not set
    at main (/srv/index.js:3:9)
npm error code 1
npm error path /srv
npm error command failed
npm error command sh -c node index.js
)",
              "Error: API_KEY is not set"},
        Crash{"a shell", "sh: 1: uvx: not found\n", "sh: 1: uvx: not found"}));

TEST(LastWordsOfAProgram, AreEmptyWhenItWroteNothing) {
  EXPECT_EQ(words_of(""), "");
  EXPECT_EQ(words_of("\n  \n"), "");
}

TEST(LastWordsOfAProgram, AreItsLastLinesInOrderIfNoneIsAnError) {
  EXPECT_EQ(words_of("one\ntwo\n\x1b[31mthree\x1b[0m\n"), "one | two | three");
}

TEST(LastWordsOfAProgram, HaveNoControlCharacters) {
  EXPECT_EQ(words_of("o\x1b[1mn\x1b[0me\x7F\x08\n"), "one");
  EXPECT_EQ(words_of("t\xC2\x9Bwo \xC3\x82\xC2\xA0\n"), "two \xC3\x82\xC2\xA0");
  EXPECT_EQ(words_of("thr\xC2\x7F\x9B\xC2\xC2\x9B\x9B"
                     "ee\n"),
            "three");  // none is made of what is left
}

TEST(LastWordsOfAProgram, KeepTheErrorWhateverIsWrittenAfterIt) {
  std::string output = "2026-01-01 12:00:00 ERROR no token\n";
  for (int line = 0; line != 1000; ++line) output += "retrying in " + std::to_string(line) + " s\n";
  const std::string words = words_of(output);
  EXPECT_TRUE(words.starts_with("2026-01-01 12:00:00 ERROR no token | retrying in ")) << words;
  EXPECT_TRUE(words.ends_with(" | retrying in 999 s")) << words;
}

TEST(LastWordsOfAProgram, StayShortAndSplitNoCharacter) {
  std::string umlauts = "Error: ";
  for (int i = 0; i != 1000; ++i) umlauts += "\xC3\xA4";
  const std::string words = words_of(umlauts + "\n" + std::string(5000, 'x') + "\nshort\n");
  EXPECT_LE(words.size(), 300U);
  EXPECT_NE(words.find("\xC3\xA4... | short"), std::string::npos) << words;
}

}  // namespace
}  // namespace workbench::stdio
