#include "config/toolboxes_file/resolve.hpp"
#include "config/toolboxes_file/toolboxes_schema.hpp"
#include "config_fixture.hpp"

namespace workbench::config {
namespace {

Vocabulary with_containers() {
  Vocabulary vocabulary = stdio_vocabulary();
  vocabulary.transports["container"] = {
      {"image", OptionType::text, true, "The image."},
      {"args", OptionType::text_list, false, "Its arguments."},
      {"container.runtime", OptionType::text, false, "The engine."},
      {"container.mounts", OptionType::mount_list, false, "What it sees."},
  };
  return vocabulary;
}

ReadJson read(std::string_view server) {
  return ReadJson(with_server(server), {}, with_containers());
}

TEST(ImageEntry, IsOneOfTheTransportForContainers) {
  const ReadJson image = read(R"({"image": "i", "args": ["a"], "container": {"runtime": "docker"}})");
  ASSERT_EQ(image.findings, "");
  EXPECT_EQ(image.server().transport, "container");
  EXPECT_EQ(image.server().options.text("container.runtime"), "docker");
}

TEST(ImageEntry, HasThreeTextsForEachMount) {
  const ReadJson image = read(
      R"({"image": "i", "container": {"mounts": [{"from": "/a", "to": "/b"}, {"from": "/c", "to": "/d", "write": true}]}})");
  ASSERT_EQ(image.findings, "");
  EXPECT_EQ(image.server().options.text_list("container.mounts"),
            (Options::TextList{"/a", "/b", "read", "/c", "/d", "write"}));
}

TEST(ImageEntry, ResolvesMountsFromTheFolderOfTheFile) {
  const ReadJson image = read(R"({"image": "i", "container": {"mounts": [{"from": "data", "to": "/b"}]}})");
  ASSERT_EQ(image.findings, "");
  EXPECT_TRUE(image.server().options.text_list("container.mounts").front().ends_with("/data"));
  EXPECT_TRUE(image.server().options.text_list("container.mounts").front().starts_with("/"));
}

TEST(ImageEntry, MayMountTheFolderOfTheClient) {
  const ReadJson image = read(R"({"image": "i", "container": {"mounts": [{"from": "${client.cwd}", "to": "/work"}]}})");
  ASSERT_EQ(image.findings, "");
  EXPECT_EQ(image.server().client_templates.count("container.mounts"), 1U);
}

TEST(ImageEntry, ReportsWhatIsNoMount) {
  for (const char* mount : {R"("/a:/b")", R"({"from": "/a"})", R"({"from": "/a", "to": "/b", "mode": "ro"})",
                            R"({"from": "/a", "to": 3})", R"({"from": "/a", "to": "/b", "write": "yes"})"}) {
    const ReadJson image = read(R"({"image": "i", "container": {"mounts": [)" + std::string(mount) + "]}}");
    EXPECT_NE(image.findings, "") << mount;
  }
}

TEST(ImageEntry, IsNoneBesideACommand) {
  EXPECT_NE(read(R"({"image": "i", "command": "c"})").findings.find("belongs to the transport \"container\""),
            std::string::npos);
}

}  // namespace
}  // namespace workbench::config
