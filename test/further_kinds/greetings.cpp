// A plugin of the two kinds, in a file of its own. It knows of them what greeter.hpp declares, and the SDK as it is.

#include <stdexcept>
#include <string>

#include <workbench/plugin.hpp>

#include "greeter.hpp"

namespace {

using namespace workbench;

class Says final : public Greeter {
 public:
  explicit Says(const Options& options, Host&) : word_(options.text("word", "hello")) {}
  std::string greet() override { return word_; }

 private:
  const std::string word_;
};

class Rude final : public Greeter {
 public:
  std::string greet() override { throw std::runtime_error("not in the mood"); }
};

class Notes final : public Recorder {};

void register_plugin(Registrar& registrar) {
  registrar.add<Greeter>("says", {.options = {{"word", OptionType::text, false, "What it says."},
                                              {"secretIn", OptionType::text, false, "A variable.", true}},
                                  .make = construct<Greeter, Says>});
  registrar.add<Greeter>("rude", {.make = construct<Greeter, Rude>});
  registrar.add<Recorder>(
      "notes", {.options = {{"file", OptionType::path, true, "Where it writes."}}, .make = construct<Recorder, Notes>});
}

}  // namespace

WORKBENCH_PLUGIN("greetings", "1.0.0", register_plugin);
