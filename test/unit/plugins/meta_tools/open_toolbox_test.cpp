// How open_toolbox keeps its calls while a toolbox is being opened. What it answers is in test/e2e.

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/testing/empty_toolboxes.hpp>
#include <workbench/testing/loop_host.hpp>
#include <workbench/testing/recording_client.hpp>

#include "meta_tools.hpp"

namespace meta_tools {
namespace {

using workbench::Caller;
using workbench::Json;
using workbench::MoveOnlyFunction;
using workbench::OpenedToolbox;
using workbench::test::RecordingClient;

/// Toolboxes that open when the test wants it.
class SlowToolboxes final : public workbench::test::EmptyToolboxes {
 public:
  struct Waiting {
    Opening progress;
    MoveOnlyFunction<void(Opened)> done;
  };

  void open_toolbox(std::string_view, const workbench::Caller&, Opening progress,
                    MoveOnlyFunction<void(Opened)> done) override {
    waiting.push_back({std::move(progress), std::move(done)});
  }

  std::vector<Waiting> waiting;
};

class AnOpening : public testing::Test {
 protected:
  /// Calls open_toolbox; `text_` is the text of the arguments, as long as something keeps it.
  void call() {
    const auto text = std::make_shared<const std::string>(R"({"toolbox_name":"dev"})");
    text_ = text;
    tool_.call(client_.call(Json(text, *text)));
    ASSERT_EQ(toolboxes_.waiting.size(), 1U);
  }
  void open() {
    const auto opened = std::make_shared<const OpenedToolbox>(OpenedToolbox{"dev", "For development", {}});
    toolboxes_.waiting.front().progress(1, 1, "files");
    toolboxes_.waiting.front().done(opened);
  }

  workbench::test::LoopHost host_;
  SlowToolboxes toolboxes_;
  RecordingClient client_{host_, toolboxes_};
  OpenToolbox tool_{workbench::Options(), host_};
  std::weak_ptr<const std::string> text_;
};

TEST_F(AnOpening, KeepsNoTextOfTheCall) {
  call();
  EXPECT_TRUE(text_.expired());
  open();
  ASSERT_EQ(client_.answers.size(), 1U);
  EXPECT_NE(RecordingClient::text_of(client_.answers.front()).find("For development"), std::string::npos);
  EXPECT_EQ(client_.progress.size(), 1U);
}

TEST_F(AnOpening, KeepsNothingOfACallThatWasCancelled) {
  const auto text = std::make_shared<const std::string>("{}");
  const std::weak_ptr<const std::string> meta = text;
  client_.meta = Json(text, *text);
  call();
  client_.meta = {};
  EXPECT_GT(meta.use_count(), 1) << "the request has it";
  client_.cancel();
  EXPECT_EQ(meta.use_count(), 1) << "the request has been destroyed";
  open();
  EXPECT_TRUE(client_.answers.empty());
}

}  // namespace
}  // namespace meta_tools
