// Names: which are found, and which addresses may be reached for them.

#include <gtest/gtest.h>

#include "confined.hpp"

namespace confinement {
namespace {

class ConfinedNames : public ::testing::TestWithParam<User> {
 protected:
  Confined confined{GetParam()};

  /// What a server at port 8888 of each host says, or the name of the error, one each.
  std::string read(const std::string& hosts, const std::string& lines, const std::string& policy_lines = "") {
    last = confined.run({"python3", "-c",
                         "import socket, sys\n"
                         "for host in sys.argv[1:]:\n"
                         "  try: print(socket.create_connection((host, 8888), 5).recv(100).decode())\n"
                         "  except OSError as error: print(type(error).__name__)\n",
                         hosts},
                        confined.policy() + policy_lines + lines);
    return last.output.substr(0, last.output.size() - (last.output.empty() ? 0 : 1));
  }
  Ran last{};
};

TEST_P(ConfinedNames, AreFoundThroughAnAlias) {
  EXPECT_EQ(read("alias.test", "allow alias.test\n"), "allowed") << last.errors;
}

TEST_P(ConfinedNames, AreFoundBelowAWildcard) {
  EXPECT_EQ(read("below.allowed.test", "allow *.allowed.test\n"), "allowed") << last.errors;
  EXPECT_EQ(read("allowed.test", "allow *.allowed.test\n"), "gaierror") << last.errors;
}

TEST_P(ConfinedNames, AreFoundWhateverTheirCase) {
  EXPECT_EQ(read("ALLOWED.test", "allow Allowed.TEST\n"), "allowed") << last.errors;
}

TEST_P(ConfinedNames, AreReachedAtTheirPortOnly) {
  EXPECT_EQ(read("allowed.test", "allow allowed.test:8888\n"), "allowed") << last.errors;
  EXPECT_EQ(read("allowed.test", "allow allowed.test:443\n"), "PermissionError") << last.errors;
  EXPECT_TRUE(last.has_record("denied connect allowed.test:8888")) << last.records;
}

TEST_P(ConfinedNames, AreRefusedIfTheyAreDeniedBesides) {
  EXPECT_EQ(read("below.allowed.test", "allow *\ndeny *.allowed.test\n"), "gaierror") << last.errors;
  EXPECT_TRUE(last.has_record("denied connect below.allowed.test")) << last.records;
  EXPECT_EQ(read("allowed.test", "allow allowed.test\ndeny 198.51.100.0/24\n"), "PermissionError") << last.errors;
}

TEST_P(ConfinedNames, AreAllAllowedByAStarButThoseOfThisMachine) {
  EXPECT_EQ(read("denied.test", "allow *\n"), "outside") << last.errors;
  EXPECT_EQ(read("127.0.0.1", "allow *\n"), "PermissionError") << last.errors;
  EXPECT_EQ(read("rebind.test", "allow *\n"), "PermissionError") << last.errors;
}

TEST_P(ConfinedNames, OfThisMachineAreAllowedByThemselves) {
  EXPECT_EQ(read("127.0.0.1", "allow localhost\n"), "outside") << last.errors;
  EXPECT_EQ(read("::1", "allow [::1]:8888\n"), "outside") << last.errors;
  EXPECT_EQ(read("127.0.0.7", "allow 127.0.0.0/29\n"), "outside") << last.errors;
  EXPECT_EQ(read("127.0.0.1", "allow 127.0.0.7\n"), "PermissionError") << last.errors;
}

TEST_P(ConfinedNames, OfTheHostsFileAreReachedByTheirAddresses) {
  EXPECT_EQ(read("198.51.100.2", "allow of-hosts.test\n"), "allowed") << last.errors;
  EXPECT_EQ(read("127.0.0.1", "allow local-of-hosts.test\n"), "outside") << last.errors;
  EXPECT_EQ(read("198.51.100.2", "allow another.test\n"), "PermissionError") << last.errors;
}

TEST_P(ConfinedNames, ThatMayNotBeReachedAreNotAskedFor) {
  const int before = confined.outside().questions();
  EXPECT_EQ(read("the-secret.denied.test", "allow allowed.test\n"), "gaierror") << last.errors;
  EXPECT_EQ(confined.outside().questions(), before);
}

TEST_P(ConfinedNames, AreFoundByTcp) {
  const Ran ran = confined.run({"python3", "-c", R"(
import socket
query = b'\x12\x34\x01\x00\0\x01\0\0\0\0\0\0\x07allowed\x04test\0\0\x01\0\x01'
for _ in range(2):
    connection = socket.create_connection(('192.0.2.99', 53), 5)
    for _ in range(2):
        connection.sendall(len(query).to_bytes(2, 'big') + query)
        print(connection.recv(1000)[-4:])
)"},
                               confined.policy() + "allow allowed.test\n");
  EXPECT_EQ(ran.output, "b'\\xc63d\\x02'\nb'\\xc63d\\x02'\nb'\\xc63d\\x02'\nb'\\xc63d\\x02'\n") << ran.errors;
}

TEST_P(ConfinedNames, AreFoundByProgramsThatCompareWhoAnswers) {
  const Ran ran = confined.run({"python3", "-c", R"(
import socket
query = b'\x12\x34\x01\x00\0\x01\0\0\0\0\0\0\x07allowed\x04test\0\0\x01\0\x01'
for family, address in (socket.AF_INET, '192.0.2.99'), (socket.AF_INET6, '::ffff:192.0.2.99'), (socket.AF_INET6, '2001:db8::53'):
    for connects in False, True:
        asking = socket.socket(family, socket.SOCK_DGRAM)
        asking.settimeout(5)
        if connects:
            asking.connect((address, 53))
            asking.sendmsg([query])
        else:
            asking.sendto(query, (address, 53))
        answer, source = asking.recvfrom(1000)
        print(answer[-1], source[:2])
        asking.sendto(query, (address, 53))
        data, _, _, source = asking.recvmsg(1000)
        print(data[-1], source[:2])
)"},
                               confined.policy() + "allow allowed.test\n");
  std::string expected;
  for (const char* source : {"192.0.2.99", "::ffff:192.0.2.99", "2001:db8::53"}) {
    for (int i = 0; i < 4; ++i) expected += std::string("2 ('") + source + "', 53)\n";
  }
  EXPECT_EQ(ran.output, expected) << ran.errors;
}

TEST_P(ConfinedNames, AreLearntWithWhatWouldBeRefused) {
  EXPECT_EQ(read("denied.test", "learn\n"), "outside") << last.errors;
  EXPECT_TRUE(last.has_record("denied connect denied.test:8888")) << last.records;
  const Ran ran =
      confined.run({"sh", "-c", "cat ../secret/key; echo x > ../outside/target; chmod 644 ../outside/target"},
                   confined.policy() + "learn\n");
  EXPECT_EQ(ran.code, 0) << ran.errors;
  EXPECT_EQ(ran.output, "the secret\n");
  EXPECT_TRUE(ran.has_record("denied read " + confined.path("secret/key").string())) << ran.errors;
  EXPECT_TRUE(ran.has_record("denied write " + confined.path("outside/target").string())) << ran.errors;
}

TEST_P(ConfinedNames, AreLearntEvenIfTheyAreNotFoundNow) {
  EXPECT_EQ(read("missing.test", "learn\n"), "gaierror") << last.errors;
  EXPECT_TRUE(last.has_record("denied connect missing.test")) << last.records;
  EXPECT_EQ(read("denied.test", "learn\n"), "outside") << last.errors;
  EXPECT_FALSE(last.has_record("denied connect denied.test")) << last.records;
}

TEST_P(ConfinedNames, OfUnixSocketsAreThoseListed) {
  const std::string stream = confined.path("outside/stream");
  EXPECT_EQ(
      confined.run({confined.program("escape"), "connect_unix"}, confined.policy() + "unix " + stream + "\n").code, 0);
  const Ran ran = confined.run({confined.program("escape"), "connect_unix"}, confined.policy());
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(ran.has_record("denied connect unix:" + stream)) << ran.errors;
}

TEST_P(ConfinedNames, AreNotServedWithoutLocalBinding) {
  const Ran ran = confined.run({confined.program("escape"), "listen_everywhere"}, confined.policy());
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(ran.has_record("denied bind 0.0.0.0:7777")) << ran.errors;
}

TEST_P(ConfinedNames, AreServedOnLoopbackOnlyWithLocalBinding) {
  const Ran ran = confined.run({"python3", "-c", R"(
import socket
for family, any in (socket.AF_INET, '0.0.0.0'), (socket.AF_INET6, '::'):
    listener = socket.socket(family)
    listener.bind((any, 0)); listener.listen()
    print(listener.getsockname()[0])
    socket.create_connection(('127.0.0.1', listener.getsockname()[1]), 5)
unbound = socket.socket()
unbound.listen()
print(unbound.getsockname()[0])
port = listener.getsockname()[1]
listener.close()
try: socket.create_connection(('127.0.0.1', port), 5)
except PermissionError: print('not any more')
try: socket.socket().bind(('198.51.100.1', 7777))
except PermissionError: print('not elsewhere')
try: socket.create_connection(('127.0.0.1', 8888), 5)
except PermissionError: print('not to others')
same_port = socket.socket()
same_port.bind(('127.0.0.9', 8888)); same_port.listen()
socket.create_connection(('127.0.0.9', 8888), 5)
try: socket.create_connection(('127.0.0.7', 8888), 5)
except PermissionError: print('not to others with its port')
)"},
                               confined.policy() + "local-binding\n");
  EXPECT_EQ(ran.output,
            "127.0.0.1\n::ffff:127.0.0.1\n127.0.0.1\nnot any more\nnot elsewhere\nnot to others\nnot to others with "
            "its port\n")
      << ran.errors;
}

INSTANTIATE_TEST_SUITE_P(All, ConfinedNames, ::testing::ValuesIn(users()),
                         [](const auto& information) { return information.param.name; });

}  // namespace
}  // namespace confinement
