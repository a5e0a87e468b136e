#include "confined.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/close_range.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <utility>

#include <workbench/file_descriptor.hpp>

#include "own_network.hpp"

namespace confinement {
namespace {

namespace fs = std::filesystem;

/// What the programs are given is the same whoever starts the tests: a network, and no descriptor that was left open.
/// Before the first test, because a network is entered before there are threads.
class OwnSurroundings final : public ::testing::Environment {
  void SetUp() override {
    enter_own_network();
    ASSERT_EQ(close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC), 0);
  }
};

[[maybe_unused]] const ::testing::Environment* const own_surroundings =
    ::testing::AddGlobalTestEnvironment(new OwnSurroundings);  // gtest deletes it

constexpr unsigned kNobody = 65534;

/// The pipe for the records of a launcher, which never writes more than fits into it.
class RecordsPipe {
 public:
  RecordsPipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
    for (int& end : ends) {
      const int low = std::exchange(end, fcntl(end, F_DUPFD_CLOEXEC, kLowestOfLaunch));
      close(low);
    }
    read_end_ = workbench::FileDescriptor(ends[0]);
    write_end_ = workbench::FileDescriptor(ends[1]);
  }

  [[nodiscard]] int of_launcher() const { return write_end_.get(); }

  /// Once the launcher has ended.
  [[nodiscard]] std::string read_all() {
    std::string records(std::size_t{64} * 1024, '\0');
    const ssize_t size = read(read_end_.get(), records.data(), records.size());
    records.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return records;
  }

 private:
  static constexpr int kLowestOfLaunch = 10;

  workbench::FileDescriptor read_end_;
  workbench::FileDescriptor write_end_;
};

}  // namespace

bool Ran::has_record(const std::string& record) const {
  return ("\n" + records).find("\n" + record + "\n") != std::string::npos;
}

std::vector<User> users() {
  if (geteuid() != 0) return {{"user", {}}};
  return {{"root", {}}, {"nobody", {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"}}};
}

Confined::Confined(User user)
    : user_(std::move(user)),
      abstract_name_("confinement-" + std::to_string(getpid())),
      outside_(path("outside"), path("secret/key"), abstract_name_) {
  give_to_user();
  environment_ = {{"ESCAPE_ROOT", folder_.path()}, {"ESCAPE_ABSTRACT", abstract_name_}, {"HOME", path("work")}};
}

void Confined::make_folders() const {
  fs::permissions(folder_.path(), fs::perms::all);
  for (const char* name : {"work/folder", "outside/empty", "secret", "programs", "configuration"}) {
    fs::create_directories(path(name));
  }
  for (const char* name : {"work/file", "work/folder/target", "outside/target"}) folder_.write(name, "original");
  folder_.write("secret/key", "the secret\n");
  folder_.write("configuration/resolv.conf", "nameserver 127.0.0.1\n");
  folder_.write("configuration/hosts", "198.51.100.2 Of-Hosts.test\n127.0.0.1 local-of-hosts.test\n");
  setxattr(path("outside/target").c_str(), "user.test", "x", 1, 0);
  fs::copy_file(WORKBENCH_LAUNCHER, program("launcher"));
  fs::copy_file(ESCAPE_PROGRAM, program("escape"));
}

void Confined::give_to_user() const {
  if (user_.name != "nobody") return;
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
    EXPECT_EQ(lchown(entry.path().c_str(), kNobody, kNobody), 0);
  }
  EXPECT_EQ(chown(folder_.path().c_str(), kNobody, kNobody), 0);
}

std::string Confined::policy() const {
  return "read-not " + path("secret").string() + "\nwrite " + path("work").string() + "\nresolv-conf " +
         path("configuration/resolv.conf").string() + "\nhosts " + path("configuration/hosts").string() + "\n";
}

Ran Confined::run(const std::vector<std::string>& command, const std::string& policy) {
  std::map<std::string, std::string> environment = environment_;
  environment["WORKBENCH_LAUNCHER_KEEPS"] = "*";
  environment["WORKBENCH_LAUNCHER_SANDBOX"] = policy;
  std::vector<std::string> launched = {program("launcher"), "--parent=" + std::to_string(getpid()), "--grace-ms=500",
                                       "--cwd=" + path("work").string(), "--"};
  launched.insert(launched.end(), command.begin(), command.end());
  RecordsPipe records;
  Ran ran = run_as_user(launched, std::move(environment), {{}, {records.of_launcher()}});
  ran.records = records.read_all();
  return ran;
}

Ran Confined::run_free(const std::vector<std::string>& command) {
  std::vector<std::string> moved = {"sh", "-c", "cd \"$0\" && exec \"$@\"", path("work")};
  moved.insert(moved.end(), command.begin(), command.end());
  return run_as_user(moved, environment_);
}

Ran Confined::run_as_user(const std::vector<std::string>& command, std::map<std::string, std::string> environment,
                          const test_support::Launch& launch) {
  std::vector<std::string> whole = user_.command;
  whole.insert(whole.end(), command.begin(), command.end());
  test_support::Process process(whole, std::move(environment), launch);
  process.close_input();
  std::string output = process.read_all();
  const auto end = process.wait();
  return {end.was_signalled ? -end.code_or_signal : end.code_or_signal, std::move(output), process.errors()};
}

void EndOfVictim::operator()(test_support::Process* victim) const {
  victim->close_input();
  (void)victim->wait();
  delete victim;
}

Victim start_victim(Confined& confined, const User& user) {
  std::vector<std::string> command = user.command;
  command.insert(command.end(), {confined.program("escape"), "--victim"});
  Victim victim(new test_support::Process(command, confined.environment()));
  const std::string line = victim->read_line().value_or("");
  EXPECT_NE(line, "") << "the victim has not started, so that nothing can be done to it";
  confined.environment()["VICTIM"] = line.substr(line.find('=') + 1);
  return victim;
}

}  // namespace confinement
