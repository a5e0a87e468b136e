// Real programs do their work in a sandbox.

#include <gtest/gtest.h>

#include <fstream>

#include "confined.hpp"

namespace confinement {
namespace {

class ConfinedProgram : public ::testing::TestWithParam<User> {
 protected:
  Confined confined{GetParam()};

  Ran run(const std::vector<std::string>& command, const std::string& lines = "") {
    return confined.run(command, confined.policy() + lines);
  }
  Ran run_script(const std::string& interpreter, const std::string& script, const std::string& lines = "") {
    std::ofstream(confined.path("work/script.cjs")) << script;
    return run({interpreter, "script.cjs"}, lines);
  }
  std::string temporary() const { return "temporary " + confined.path("temporary").string() + "\n"; }
};

TEST_P(ConfinedProgram, ReadsAndWritesWhatItMay) {
  const Ran ran = run({"sh", "-c",
                       "cat file && echo new > new && cat new && mkdir -p a/b && mv new a/b/c && chmod 600 a/b/c && "
                       "touch -d 2001-01-01 a/b/c && ln -s a/b/c l && cat l && ln a/b/c h && rm -r a l && ls"});
  EXPECT_EQ(ran.output, "originalnew\nnew\nfile\nfolder\nh\n") << ran.errors;
  EXPECT_EQ(ran.code, 0) << ran.errors;
}

TEST_P(ConfinedProgram, HasWhatItWasRefusedInTheRecords) {
  const Ran ran =
      run({"sh", "-c", "echo x > ../outside/new; echo x > ../outside/new; chmod 600 ../outside/target; true"});
  const std::string outside = confined.path("outside");
  EXPECT_TRUE(ran.has_record("denied write " + outside + "/new")) << ran.records;
  EXPECT_TRUE(ran.has_record("denied write " + outside + "/target")) << ran.records;
  EXPECT_EQ(ran.records.find(outside + "/new"), ran.records.rfind(outside + "/new")) << "once";
}

TEST_P(ConfinedProgram, HasTheStandardDescriptorsAlone) {
  const Ran ran = run({"ls", "/proc/self/fd"});
  EXPECT_EQ(ran.output, "0\n1\n2\n3\n") << "3 is the folder that ls reads; " << ran.errors;
}

TEST_P(ConfinedProgram, NeitherReadsNorWritesRecords) {
  const Ran ran = run({"sh", "-c",
                       "echo x > ../outside/new; echo 'denied write /forged' >&2; "
                       "for pipe in /proc/self/fd/3 /proc/$PPID/fd/3; do "
                       "(echo 'denied write /forged' > $pipe) && echo written; "
                       "dd if=$pipe iflag=nonblock bs=4096 count=1 && echo read; done; true"});
  EXPECT_EQ(ran.output, "") << ran.errors;
  EXPECT_TRUE(ran.has_record("denied write " + confined.path("outside/new").string())) << ran.records;
  EXPECT_FALSE(ran.has_record("denied write /forged")) << ran.records;
  EXPECT_EQ(ran.errors.find("denied write " + confined.path("outside").string()), std::string::npos) << ran.errors;
}

TEST_P(ConfinedProgram, WritesToAFolderThatIsMadeForIt) {
  const std::string folder = confined.path("work") / "new/deep";
  const Ran ran = run({"sh", "-c", "mkdir -p \"$0/a\" && echo x > \"$0/a/b\" && cat \"$0/a/b\"", folder},
                      "write-not " + confined.path("work/new").string() + "\nfolder " + folder + "\n");
  EXPECT_EQ(ran.output, "x\n") << ran.errors;
}

TEST_P(ConfinedProgram, IsRefusedItsOwnFolderInOneThatIsMadeForAllPrograms) {
  const std::string common = confined.path("outside/common");
  const Ran ran = run({"mkdir", "-p", common + "/own/deep"}, "make " + common + "\n");
  EXPECT_NE(ran.code, 0);
  EXPECT_TRUE(ran.has_record("denied write " + common + "/own/")) << ran.records;
  EXPECT_FALSE(ran.has_record("denied write " + common + "/")) << ran.records;
}

TEST_P(ConfinedProgram, HasAFolderThatItCouldNotMakeInTheRecordsEvenIfItsPolicyNamesIt) {
  const std::string folder = confined.path("outside/new");
  const Ran ran = run({"mkdir", folder}, "write " + folder + "\n");
  EXPECT_NE(ran.code, 0);
  EXPECT_TRUE(ran.has_record("denied write " + folder + "/")) << ran.records;
}

TEST_P(ConfinedProgram, IsLearnedByTheFoldersThatItMakesHoweverMuchIsInThem) {
  const std::string outside = confined.path("outside");
  const Ran ran =
      run({"sh", "-c",
           "mkdir -p \"$0/new/a\"; for i in $(seq 200); do echo > \"$0/new/a/$i\"; done; echo > \"$0/last\"", outside},
          "learn\n");
  EXPECT_TRUE(ran.has_record("denied write " + outside + "/new/")) << ran.records;
  EXPECT_TRUE(ran.has_record("denied write " + outside + "/last")) << ran.records;
  EXPECT_EQ(ran.records.find("/new/a"), std::string::npos) << ran.records;
}

TEST_P(ConfinedProgram, ListsTheFoldersAboveAClosedOne) {
  const Ran ran = run({"ls", confined.path("").string()});
  EXPECT_EQ(ran.code, 0) << ran.errors;
  EXPECT_NE(ran.output.find("secret"), std::string::npos);
}

TEST_P(ConfinedProgram, HasATemporaryFolderThatIsRemoved) {
  const std::string folder = confined.path("temporary");
  const Ran ran =
      run({"sh", "-c", "cd \"$0\" && mkdir -p a/b && echo x > a/b/c && chmod 500 a/b && chmod 0 a && ln -s / l && ls",
           folder},
          temporary());
  EXPECT_EQ(ran.output, "a\nl\n") << ran.errors;
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_TRUE(std::filesystem::exists("/etc/passwd"));
}

TEST_P(ConfinedProgram, LeavesNoTemporaryFolderHoweverDeep) {
  const std::string folder = confined.path("temporary");
  const Ran ran = run_script("python3",
                             "import os\nos.chdir('" + folder +
                                 "')\n"
                                 "for i in range(300):\n  os.mkdir('d')\n  os.chdir('d')\n  open('f', 'w')\n",
                             temporary());
  EXPECT_EQ(ran.code, 0) << ran.errors;
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_P(ConfinedProgram, IsNotStartedIfItsTemporaryFolderIsThere) {
  const Ran ran = run({"echo", "started"}, "temporary " + confined.path("outside").string() + "\n");
  EXPECT_EQ(ran.output, "");
  EXPECT_TRUE(ran.has_record("failed sandbox 17 temporary folder")) << ran.records;
  EXPECT_TRUE(std::filesystem::exists(confined.path("outside/target")));
}

TEST_P(ConfinedProgram, IsNotStartedWithAPolicyThatIsNotUnderstood) {
  const Ran ran = run({"echo", "started"}, "write relative/path\n");
  EXPECT_EQ(ran.output, "");
  EXPECT_TRUE(ran.has_record("failed sandbox 22 policy line 'write'")) << ran.records;
}

TEST_P(ConfinedProgram, FindsNoPolicyInItsEnvironment) {
  const Ran ran = run({"sh", "-c", "env | grep WORKBENCH_LAUNCHER"});
  EXPECT_EQ(ran.output, "");
}

// Of a folder with a closed part, the kernel can open what is there, and not the folder.
TEST_P(ConfinedProgram, HasInTheRecordsWhatItWasRefusedBesideAClosedFile) {
  const Ran ran =
      run({"sh", "-c", "echo x > new; mkdir made; mv file moved; echo x > folder/new && cat folder/new; true"},
          "write-not " + confined.path("work/closed").string() + "\n");
  EXPECT_EQ(ran.output, "x\n") << ran.errors;
  for (const char* refused : {"new", "made/", "file", "moved"}) {
    EXPECT_TRUE(ran.has_record("denied write " + confined.path("work").string() + "/" + refused)) << ran.records;
  }
  EXPECT_FALSE(ran.has_record("denied write " + confined.path("work/folder/new").string()));
}

// Its next start would open what the link leads to.
TEST_P(ConfinedProgram, IsNotStartedWithALinkThatItMayHaveMade) {
  const std::string lines = "write " + confined.path("work/folder").string() + "\n";
  EXPECT_EQ(run({"sh", "-c", "mv folder old && ln -s ../outside folder"}, lines).code, 0);
  const Ran ran = run({"sh", "-c", "echo started; echo x > folder/new"}, lines);
  EXPECT_EQ(ran.output, "");
  EXPECT_TRUE(ran.has_record("failed sandbox 40 a link that the server may have made: '" +
                             confined.path("work/folder").string() + "'"))
      << ran.errors;
}

// What is there is taken for the nameserver of the machine.
TEST_P(ConfinedProgram, CannotBecomeTheNameserver) {
  const Ran ran = run_script("python3", R"(
import socket
for kind in (socket.SOCK_DGRAM, socket.SOCK_STREAM):
    for address in ('127.0.0.9', '0.0.0.0'):
        try:
            socket.socket(socket.AF_INET, kind).bind((address, 53))
        except OSError as error:
            print(error.errno)
)",
                             "local-binding\n");
  EXPECT_EQ(ran.output, "13\n13\n13\n13\n") << ran.errors;
  EXPECT_TRUE(ran.has_record("denied bind 127.0.0.9:53")) << ran.records;
}

// Another thread changes a socket while the launcher connects it.
TEST_P(ConfinedProgram, CannotMakeTheLauncherWait) {
  confined.environment()["ESCAPE_SECONDS"] = "2";
  const Ran ran = run({confined.program("escape"), "--stall"});
  EXPECT_EQ(ran.code, 0) << ran.errors;
}

TEST_P(ConfinedProgram, OfNodeLoadsModulesAndServesOnLoopback) {
  const Ran ran = run_script("node", R"(
    const fs = require('fs'), http = require('http');
    fs.writeFileSync('written', fs.readFileSync('file') + '!');
    const server = http.createServer((request, response) => response.end('own'));
    server.listen(0, async () => {
      const response = await fetch('http://127.0.0.1:' + server.address().port);
      console.log(fs.readFileSync('written', 'utf8'), await response.text());
      server.close();
    });)",
                             "local-binding\n");
  EXPECT_EQ(ran.output, "original! own\n") << ran.errors;
}

TEST_P(ConfinedProgram, OfNodeReachesAnAllowedNameOnly) {
  const Ran ran = run_script("node", R"(
    const net = require('net');
    const read = host => new Promise(done => net.connect({host, port: 8888})
      .on('data', function (data) { this.destroy(); done(String(data)); })
      .on('error', error => done(error.code)));
    const dns = require('dns').promises;
    const resolver = new dns.Resolver();
    resolver.setServers(['198.51.100.1']);
    (async () => {
      console.log(await read('allowed.test'), await read('denied.test'), await read('127.0.0.1'));
      console.log(await resolver.resolve4('allowed.test'), await resolver.resolve4('denied.test').catch(e => e.code));
    })();)",
                             "allow allowed.test\n");
  EXPECT_EQ(ran.output, "allowed ENOTFOUND EACCES\n[ '198.51.100.2' ] ENOTFOUND\n") << ran.errors;
  EXPECT_TRUE(ran.has_record("denied connect denied.test")) << ran.records;
  EXPECT_TRUE(ran.has_record("denied connect 127.0.0.1:8888")) << ran.records;
}

TEST_P(ConfinedProgram, OfPythonReachesAnAllowedNameOnly) {
  const Ran ran = run_script("python3", R"(
import socket
def read(host):
    try:
        return socket.create_connection((host, 8888), 5).recv(100).decode()
    except OSError as error:
        return str(error.errno)
print(read('allowed.test'), read('denied.test'), read('198.51.100.1'))
datagram = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
datagram.sendto(b'x', ('198.51.100.2', 8888))
print(datagram.recv(100).decode())
)",
                             "allow allowed.test\n");
  EXPECT_EQ(ran.output, "allowed -2 13\nallowed\n") << ran.errors;
}

// A socket is ready to write while the queue of the one that it sends to is full.
TEST_P(ConfinedProgram, CostsTheLauncherLittleTimeWhileItWaitsToSend) {
  const Ran ran = run_script("python3", R"(
import os, socket, threading, time
def datagrams():
    return socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
def processor_time_of_launcher():
    fields = open('/proc/%d/stat' % os.getppid()).read().rsplit(')')[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')
receiver, filler, sender = datagrams(), datagrams(), datagrams()
receiver.bind('queue')
filler.setblocking(False)
try:
    while True: filler.sendto(b'x', 'queue')
except BlockingIOError: pass
sending = threading.Thread(target=lambda: sender.sendto(b'last', 'queue'))
sending.start()
before = processor_time_of_launcher()
time.sleep(1)
used = processor_time_of_launcher() - before
print('little' if used < 0.2 else used)
while receiver.recv(10) != b'last': pass
sending.join()
print('sent')
)");
  EXPECT_EQ(ran.output, "little\nsent\n") << ran.errors;
}

// Such a call never waits, although there is something else to receive.
TEST_P(ConfinedProgram, IsToldAtOnceThatASocketForNamesHasNoError) {
  const Ran ran = run_script("python3", R"(
import select, socket
question = b'\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x07allowed\x04test\x00\x00\x01\x00\x01'
asking = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
asking.sendto(question, ('198.51.100.1', 53))
print(len(select.select([asking], [], [], 20)[0]))
try:
    asking.recvmsg(1, 0, socket.MSG_ERRQUEUE)
except BlockingIOError:
    print('no error')
print(asking.recvfrom(512)[1])
)",
                             "allow allowed.test\n");
  EXPECT_EQ(ran.output, "1\nno error\n('198.51.100.1', 53)\n") << ran.errors;
}

TEST_P(ConfinedProgram, OfPythonHasItsOwnUnixSocketsAndPassesDescriptors) {
  const Ran ran = run_script("python3", R"(
import array, os, socket
listener = socket.socket(socket.AF_UNIX)
listener.bind('own'); listener.listen()
client = socket.socket(socket.AF_UNIX)
client.connect('own')
server = listener.accept()[0]
with open('file') as file:
    socket.send_fds(client, [b'x'], [file.fileno()])
print(os.read(socket.recv_fds(server, 1, 1)[1][0], 100).decode(), listener.getsockname())
abstract = socket.socket(socket.AF_UNIX)
abstract.bind('\0own-%d' % os.getpid()); abstract.listen()
socket.socket(socket.AF_UNIX).connect('\0own-%d' % os.getpid())
client.setblocking(True)
if os.fork() == 0:
    client.close(); total = 0
    while total < 3000000: total += len(server.recv(65536))
    os._exit(0)
server.close()
print(client.sendmsg([b'x' * 1000000] * 3))
print(os.wait()[1])
)");
  EXPECT_EQ(ran.output, "original own\n3000000\n0\n") << ran.errors;
}

TEST_P(ConfinedProgram, OfCurlReachesWhatIsAllowedByAddress) {
  const Ran ran =
      run({"sh", "-c",
           "curl -s -m 5 telnet://198.51.100.2:8888 </dev/null; curl -s -m 5 telnet://198.51.100.1:8888; echo $?"},
          "allow 198.51.100.2:8888\n");
  EXPECT_EQ(ran.output, "allowed7\n") << ran.errors;
}

INSTANTIATE_TEST_SUITE_P(All, ConfinedProgram, ::testing::ValuesIn(users()),
                         [](const auto& information) { return information.param.name; });

}  // namespace
}  // namespace confinement
