// What plugins provide to each other.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include <workbench/testing/loop_host.hpp>

#include "registry/registry.hpp"

namespace workbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Greeter {
 public:
  static constexpr ExtensionId kExtension{"example.org/greeter", 1};
  virtual std::string greeting() = 0;

 protected:
  ~Greeter() = default;
};

class GreeterTwo {
 public:
  static constexpr ExtensionId kExtension{"example.org/greeter", 2};

 protected:
  ~GreeterTwo() = default;
};

class Polite final : public Greeter {
 public:
  explicit Polite(std::vector<std::string>& events) : events_(events) { events_.emplace_back("made"); }
  ~Polite() { events_.emplace_back("destroyed"); }
  std::string greeting() override { return "good evening"; }

 private:
  std::vector<std::string>& events_;
};

/// A middleware of another plugin, to have its host.
class Asking final : public Middleware {
 public:
  Asking(std::vector<std::string>& events, Host& own) : host(own), events_(events) {}
  ~Asking() override { events_.emplace_back(host.extension<Greeter>() != nullptr ? "still there" : "gone"); }
  void on_tool_call(const ToolIdentifier&, ToolCall call, Next next) override { next(std::move(call)); }

  Host& host;

 private:
  std::vector<std::string>& events_;
};

class AnExtension : public testing::Test {
 protected:
  void provide(const std::string& plugin, const std::function<std::shared_ptr<Greeter>(Host&)>& make) {
    registry_.add(plugin, "1", [&](Registrar& registrar) { registrar.provide<Greeter>(make); });
  }
  void provide() {
    provide("polite", [this](Host&) { return std::make_shared<Polite>(events_); });
  }
  /// The host of another plugin.
  Host& host_of_another() {
    registry_.add("asks", "1", [this](Registrar& registrar) {
      registrar.add_middleware("asks",
                               {.make = [this](const Options&, Host& host) -> Result<std::unique_ptr<Middleware>> {
                                 host_of_asking_ = &host;
                                 return std::unique_ptr<Middleware>(std::make_unique<Asking>(events_, host));
                               }});
    });
    static_cast<void>(registry_.of<Middleware>().object("asks"));
    return *host_of_asking_;
  }

  std::vector<std::string> events_;
  test::LoopHost host_;
  registry::Registry registry_{host_};
  Host* host_of_asking_ = nullptr;
};

TEST_F(AnExtension, OfAPluginIsMadeOnceWhenAnotherAsksForIt) {
  provide();
  Host& host = host_of_another();
  EXPECT_THAT(events_, testing::IsEmpty());

  Greeter* const greeter = host.extension<Greeter>();

  ASSERT_NE(greeter, nullptr);
  EXPECT_EQ(greeter->greeting(), "good evening");
  EXPECT_EQ(host.extension<Greeter>(), greeter);
  EXPECT_THAT(events_, ElementsAre("made"));
}

TEST_F(AnExtension, IsNullIfNoPluginProvidesItInThatVersion) {
  Host& host = host_of_another();
  EXPECT_EQ(host.extension<Greeter>(), nullptr);
  provide();
  EXPECT_NE(host.extension<Greeter>(), nullptr);
  EXPECT_EQ(host.extension<GreeterTwo>(), nullptr);
}

TEST_F(AnExtension, OfTheHostPrecedesThatOfAPlugin) {
  Polite of_the_host(events_);
  host_.provide<Greeter>(of_the_host);
  provide();
  EXPECT_EQ(host_of_another().extension<Greeter>(), &of_the_host);
}

TEST_F(AnExtension, IsDestroyedAfterTheObjectsThatMayUseIt) {
  provide();
  Host& host = host_of_another();
  ASSERT_NE(host.extension<Greeter>(), nullptr);

  registry_.dismiss();

  EXPECT_THAT(events_, ElementsAre("made", "still there", "destroyed"));
  EXPECT_EQ(host.extension<Greeter>(), nullptr) << "a plugin that asks after the end gets nothing";
}

TEST_F(AnExtension, ThatCannotBeMadeIsNullAndLoggedOnce) {
  provide("clumsy", [](Host&) -> std::shared_ptr<Greeter> { throw std::runtime_error("no voice"); });
  Host& host = host_of_another();
  EXPECT_EQ(host.extension<Greeter>(), nullptr);
  EXPECT_EQ(host.extension<Greeter>(), nullptr);
  EXPECT_THAT(host_.logged(), ElementsAre("clumsy: plugin 'clumsy' is at fault: extension 'example.org/greeter' threw: "
                                          "no voice"));
}

TEST_F(AnExtension, IsNullOnAnotherThread) {
  provide();
  Host& host = host_of_another();
  std::thread([&] { EXPECT_EQ(host.extension<Greeter>(), nullptr); }).join();
  EXPECT_THAT(host_.logged(), ElementsAre(HasSubstr("find_extension() on a thread of its own")));
}

TEST_F(AnExtension, IsProvidedByOnePluginOnly) {
  provide();
  try {
    provide("other", [this](Host&) { return std::make_shared<Polite>(events_); });
    FAIL() << "it was accepted";
  } catch (const registry::PluginRefused& refused) {
    EXPECT_THAT(refused.what(),
                HasSubstr("provides the extension 'example.org/greeter', which plugin 'polite' provides "
                          "already"));
  }
}

}  // namespace
}  // namespace workbench
