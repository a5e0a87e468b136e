#include "scene.hpp"

#include <poll.h>

#include <csignal>
#include <cstdio>

#include "marked_processes.hpp"

namespace chaos {

using test_support::Launch;

std::string text_of(const Writing& writing) {
  std::string text;
  for (const Bytes& bytes : writing) {
    for (std::size_t i = 0; i != bytes.times; ++i) text += bytes.piece;
  }
  return text;
}

std::string write_arguments(const Writing& writing, std::string_view then) {
  std::string script;
  for (const Bytes& bytes : writing) {
    if (!script.empty()) script += ' ';
    for (const char byte : bytes.piece) {
      char digits[3];
      std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(static_cast<unsigned char>(byte)));
      script += digits;
    }
    script += "*" + std::to_string(bytes.times);
  }
  return "{\"bytes\":" + test_support::quoted(script) + ",\"then\":" + quoted(then) + "}";
}

std::string shell_server(std::string_view name, std::string_view script, std::string_view more_members) {
  return test_support::quoted(name) + R"(:{"command":"/bin/sh","args":["-c",)" + quoted(script) + "]" +
         (more_members.empty() ? "" : ",") + std::string(more_members) + "}";
}

std::vector<std::string> of_era(Era era, std::vector<std::string> more) {
  if (era == Era::modern) more.emplace_back("--modern");
  return more;
}

std::string wild_and_steady(std::string_view wild_servers, std::string_view mode) {
  const std::string wild = wild_servers.empty() ? std::string() : toolbox("wild", wild_servers) + ",";
  const std::string file = toolboxes_file(wild + toolbox("steady", fake_server("steady")), mode);
  return R"({"hosts":{"*":{"maxResultBytes":1000000000}},)" + file.substr(1);  // its clients show results of any length
}

std::vector<std::string> with_scene_options(const std::vector<std::string>& options) {
  std::vector<std::string> all{"-D", "metaTools=open_toolbox,use_tool,describe_tools,close_toolbox,list_toolboxes"};
  all.insert(all.end(), options.begin(), options.end());
  return all;
}

std::map<std::string, std::string> with_mark(std::map<std::string, std::string> environment, const std::string& mark) {
  environment.emplace("XDG_CHAOS_MARK", mark);
  return environment;
}

Scene::Scene(std::string_view wild_servers, const std::vector<std::string>& options,
             const std::map<std::string, std::string>& environment, const Launch& launch, std::string_view mode)
    : mark_(test_support::new_mark()),
      workbench_(wild_and_steady(wild_servers, mode), with_scene_options(options), with_mark(environment, mark_),
                 launch),
      without_wild_(wild_and_steady({}, mode)) {
  bystander_.emplace(port());
  reset_peak(pid());
  before_ = footprint_of(pid(), mark_);
}

std::map<int, std::string> Scene::wild_processes() {
  std::map<int, std::string> found;
  for (const int process : footprint_of(pid(), mark_).processes) {
    if (before_.processes.count(process) == 0) found.emplace(process, command_line(process));
  }
  return found;
}

bool Scene::waits_for_end_of(int wild_process) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1) * kSlowness;
  while (!command_line(wild_process).empty() && std::chrono::steady_clock::now() < deadline) ::poll(nullptr, 0, 5);
  return command_line(wild_process).empty();
}

void Scene::expect_calm_bystander() {
  if (!bystander_) return;
  const Bystander::Report report = bystander_->stop();
  EXPECT_THAT(report.failures, testing::IsEmpty());
  EXPECT_LT(report.slowest.count(), kMaxLatency.count()) << "milliseconds";
}

void Scene::expect_unharmed(const FootprintLimits& limits) {
  workbench_.folder().write("workbench-config.json", without_wild_);
  workbench_.process().send_signal(SIGHUP);
  expect_calm_bystander();
  for (const Era era : {Era::legacy, Era::modern}) {
    Caller late(port(), era);
    late.open("steady");
    late.prove("steady", "steady");
    if (era == Era::legacy) late.leave("steady");
  }
  expect_no_leak(pid(), mark_, before_, limits);
  bystander_.reset();

  workbench_.process().send_signal(SIGTERM);
  const auto end = workbench_.process().wait();
  EXPECT_FALSE(end.was_signalled) << workbench_.process().errors();
  EXPECT_EQ(end.code_or_signal, 0);
  expect_no_process_left(mark_);
}

StdioScene::StdioScene(std::string_view wild_servers, const std::vector<std::string>& options,
                       std::string_view revision)
    : mark_(test_support::new_mark()),
      client_(wild_and_steady(wild_servers), with_scene_options(options), with_mark({}, mark_)) {
  client_.initialize(revision);
  client_.open("steady");
  lines_until_proof();
  reset_peak(pid());
  before_ = footprint_of(pid(), mark_);
}

std::vector<std::string> StdioScene::lines_until_proof() {
  const std::string proof = "{\"proof\":" + std::to_string(++proofs_) + "}";
  const int id = client_.send("tools/call", use_tool_params("steady", "steady", "echo", proof));
  std::vector<std::string> lines;
  while (true) {
    std::string line = client_.next_line();
    if (member(line, "id") == std::to_string(id)) {
      EXPECT_EQ(member(line, "result.echo"), proof);
      return lines;
    }
    lines.push_back(std::move(line));
  }
}

void StdioScene::expect_unharmed(const FootprintLimits& limits) {
  lines_until_proof();
  client_.call("close_toolbox", R"({"toolbox_name":"wild"})");
  expect_no_leak(pid(), mark_, before_, limits);
  client_.process().close_input();
  const auto end = client_.process().wait();
  EXPECT_FALSE(end.was_signalled) << client_.process().errors();
  EXPECT_EQ(end.code_or_signal, 0);
  expect_no_process_left(mark_);
}

}  // namespace chaos
