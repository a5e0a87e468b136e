// Kernels that cannot enforce all of a sandbox, simulated by lines of its policy.

#include <gtest/gtest.h>

#include "confined.hpp"

namespace confinement {
namespace {

class OlderKernel : public ::testing::TestWithParam<User> {
 protected:
  Confined confined{GetParam()};

  Ran touch(const std::string& lines) {
    return confined.run({"sh", "-c", "echo started; echo x > \"$ESCAPE_ROOT/outside/target\""},
                        confined.policy() + lines);
  }
};

TEST_P(OlderKernel, StartsNoServerWithoutLandlock) {
  const Ran ran = touch("landlock-abi 0\n");
  EXPECT_EQ(ran.code, 126);
  EXPECT_EQ(ran.output, "");
  EXPECT_TRUE(ran.has_record("failed sandbox 38 files: this kernel has no Landlock")) << ran.records;
}

TEST_P(OlderKernel, StartsNoServerWithoutNotification) {
  const Ran ran = touch("no-notification\n");
  EXPECT_EQ(ran.code, 126);
  EXPECT_EQ(ran.output, "");
  EXPECT_TRUE(
      ran.has_record("failed sandbox 38 network: this kernel does not notify system calls, or a container forbids it"))
      << ran.errors;
}

TEST_P(OlderKernel, StartsAServerWithBestEffortAndSaysWhatIsMissing) {
  const Ran ran = touch("landlock-abi 0\nno-notification\nbest-effort\n");
  EXPECT_EQ(ran.code, 0) << ran.errors;
  EXPECT_EQ(ran.output, "started\n");
  EXPECT_TRUE(ran.has_record("unconfined files: this kernel has no Landlock")) << ran.records;
  EXPECT_TRUE(ran.has_record("unconfined network: this kernel does not notify system calls, or a container forbids it"))
      << ran.errors;
}

TEST_P(OlderKernel, StillConfinesFilesWithoutNotification) {
  const Ran ran = touch("no-notification\nbest-effort\n");
  EXPECT_NE(ran.code, 0);
  EXPECT_EQ(ran.output, "started\n");
}

TEST_P(OlderKernel, StillConfinesTheNetworkWithoutLandlock) {
  const Ran ran = confined.run({confined.program("escape"), "connect_loopback"}, "landlock-abi 0\nbest-effort\n");
  EXPECT_EQ(ran.code, 1) << ran.errors;
}

TEST_P(OlderKernel, SaysNothingWhereAllCanBeEnforced) {
  const Ran ran = confined.run({"true"}, confined.policy() + "best-effort\n");
  EXPECT_EQ(ran.errors.find("unconfined"), std::string::npos) << ran.errors;
}

/// What Landlock learnt later is enforced otherwise.
struct OlderLandlock {
  int abi;
  User user;
};

void PrintTo(const OlderLandlock& landlock, std::ostream* out) {
  *out << landlock.abi << " as " << landlock.user.name;
}

std::vector<OlderLandlock> older_landlocks() {
  std::vector<OlderLandlock> all;
  for (const User& user : users()) {
    for (int abi = 1; abi <= 6; ++abi) all.push_back({abi, user});
  }
  return all;
}

class EarlierLandlock : public ::testing::TestWithParam<OlderLandlock> {};

TEST_P(EarlierLandlock, IsMended) {
  for (const char* attempt :
       {"read_secret", "write_outside", "truncate_by_path", "truncate_by_opening_to_read", "truncate_by_opening",
        "rename_in", "make_hard_link_outside", "connect_loopback", "connect_abstract", "signal_launcher",
        "signal_thread", "signal_victim", "signal_queued", "signal_by_descriptor", "signal_group_of_launcher",
        "race_of_process", "change_mode", "listen_on_loopback"}) {
    Confined confined(GetParam().user);
    const auto victim = start_victim(confined, GetParam().user);
    confined.environment()["ESCAPE_SECONDS"] = "1";
    const std::string policy = confined.policy() + "landlock-abi " + std::to_string(GetParam().abi) + "\n";
    const Ran ran = confined.run({confined.program("escape"), attempt}, policy);
    EXPECT_EQ(ran.code, 1) << attempt << ": " << ran.errors;
  }
}

TEST_P(EarlierLandlock, LetsAServerWork) {
  Confined confined(GetParam().user);
  const std::string policy = confined.policy() + "landlock-abi " + std::to_string(GetParam().abi) + "\n";
  const Ran ran =
      confined.run({"sh", "-c", "echo x > new && sleep 60 & kill $! && wait; truncate -s 3 file; cat file"}, policy);
  EXPECT_EQ(ran.code, 0) << ran.errors;
  EXPECT_EQ(ran.output, "ori");
}

// Signals to its own processes arrive, by each call.
TEST_P(EarlierLandlock, LetsAServerSignalItsOwn) {
  Confined confined(GetParam().user);
  const std::string policy = confined.policy() + "landlock-abi " + std::to_string(GetParam().abi) + "\n";
  const Ran ran = confined.run({"python3", "-c", R"(
import os, signal, subprocess, threading
def ended(send):
    child = subprocess.Popen(['sleep', '60'], start_new_session=True)
    send(child)
    return child.wait()
print(ended(lambda child: child.terminate()))
print(ended(lambda child: os.killpg(child.pid, signal.SIGINT)))
print(ended(lambda child: signal.pidfd_send_signal(os.pidfd_open(child.pid), signal.SIGHUP)))
own = {signal.SIGUSR1, signal.SIGUSR2, signal.SIGHUP, signal.SIGWINCH}
signal.pthread_sigmask(signal.SIG_BLOCK, own)
os.kill(os.getpid(), signal.SIGUSR1)
signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR2)
os.killpg(0, signal.SIGHUP)
signal.pidfd_send_signal(os.pidfd_open(os.getpid()), signal.SIGWINCH)
print({signal.sigwait(own) for _ in own} == own)
for wrong in (lambda: os.kill(999999999, 0), lambda: os.kill(os.getppid(), 0)):
    try: wrong()
    except OSError as error: print(error.errno)
)"},
                               policy);
  EXPECT_EQ(ran.output, "-15\n-2\n-1\nTrue\n3\n1\n") << ran.errors;
}

const auto name_of_user = [](const auto& information) { return information.param.name; };
const auto name_of_landlock = [](const auto& information) {
  return std::to_string(information.param.abi) + "_as_" + information.param.user.name;
};
INSTANTIATE_TEST_SUITE_P(All, OlderKernel, ::testing::ValuesIn(users()), name_of_user);
INSTANTIATE_TEST_SUITE_P(All, EarlierLandlock, ::testing::ValuesIn(older_landlocks()), name_of_landlock);

}  // namespace
}  // namespace confinement
