// Programs that try to leave the sandbox: each gets out without one, and does not with it. test/confinement/escape has
// them.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <sstream>

#include "confined.hpp"

namespace confinement {
namespace {

/// What only root can do anyway.
const std::vector<std::string> kOfRoot = {"make_device",
                                          "write_setting_of_kernel",
                                          "unshare_user",
                                          "unshare_all",
                                          "clone_user",
                                          "clone3_user",
                                          "enter_namespace",
                                          "mount_folder",
                                          "unmount",
                                          "open_mount",
                                          "open_filesystem",
                                          "change_root",
                                          "open_by_handle",
                                          "load_program",
                                          "measure",
                                          "read_log",
                                          "set_host_name",
                                          "open_raw",
                                          "open_raw_version_6",
                                          "open_packet",
                                          "open_raw_by_high_bits",
                                          "route_by_option"};

struct Attempt {
  std::string name;
  User user;
};

void PrintTo(const Attempt& attempt, std::ostream* out) {
  *out << attempt.name << " as " << attempt.user.name;
}

std::vector<std::string> names() {
  test_support::Process program({ESCAPE_PROGRAM, "--list"});
  std::istringstream lines(program.read_all());
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) names.push_back(line);
  return names;
}

std::vector<Attempt> attempts() {
  std::vector<Attempt> attempts;
  for (const std::string& name : names()) {
    const bool is_of_root = std::find(kOfRoot.begin(), kOfRoot.end(), name) != kOfRoot.end();
    for (const User& user : users()) {
      if (!is_of_root || user.name == "root") attempts.push_back({name, user});
    }
  }
  return attempts;
}

class Escapes : public ::testing::TestWithParam<Attempt> {
 protected:
  static std::string policy_of(const Confined& confined) {
    std::string policy = confined.policy();
    for (const char* name : {"allowed.test", "allowed-only.test", "other-port.test:1", "rebind.test",
                             "rebind-unspecified.test", "rebind-mapped.test", "rebind-alias.test"}) {
      policy += std::string("allow ") + name + "\n";
    }
    return policy;
  }
};

TEST_P(Escapes, IsRefusedInASandboxOnly) {
  {
    Confined free(GetParam().user);
    const auto victim = start_victim(free, GetParam().user);
    free.environment()["ESCAPE_SECONDS"] = "15";  // a race is won after some time
    const Ran ran = free.run_free({free.program("escape"), "--child", GetParam().name});
    EXPECT_EQ(ran.code, 0) << "without a sandbox, it must get out: " << ran.errors;
  }
  Confined confined(GetParam().user);
  const auto victim = start_victim(confined, GetParam().user);
  confined.environment()["ESCAPE_SECONDS"] = "1";
  const Ran ran = confined.run({confined.program("escape"), GetParam().name}, policy_of(confined));
  EXPECT_EQ(ran.code, 1) << ran.errors;
}

INSTANTIATE_TEST_SUITE_P(All, Escapes, ::testing::ValuesIn(attempts()), [](const auto& information) {
  return information.param.name + "_as_" + information.param.user.name;
});

}  // namespace
}  // namespace confinement
