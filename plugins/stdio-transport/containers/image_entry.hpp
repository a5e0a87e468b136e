#pragma once

#include <string>
#include <vector>

#include <workbench/options.hpp>
#include <workbench/process_launcher.hpp>

#include "sandbox/sandbox_settings.hpp"

namespace workbench::stdio {

/// A server whose entry names an image.
struct ImageEntry {
  struct Mount {
    std::string from;
    std::string to;
    bool is_written = false;
  };
  std::string image;
  Options::TextList args{};
  Options::TextMap env{};
  Options::TextList inherit_env{};
  Options::NumberMap rlimits{};
  std::string login_shell{};
  std::string runtime{};  ///< `podman` or `docker`; empty: the one that this machine has
  std::vector<Mount> mounts{};
};

/// The engines of this machine.
struct EngineFacts {
  unsigned int user = 0;
  unsigned int group = 0;
  bool has_podman = false;          ///< on PATH, and it can start containers of this user
  bool is_docker_rootless = false;  ///< its containers have the rights of this user whatever user they name
};
[[nodiscard]] EngineFacts engine_facts();

/// The keys of an entry.
[[nodiscard]] std::vector<OptionDescription> describe_image_options();
[[nodiscard]] ImageEntry read_image_options(const Options& options);
[[nodiscard]] std::vector<OptionError> check_image_options(const Options& options);

/// The command that runs the image: with as few rights as a container can have, and with each variable by its name
/// alone, because every user can read a command line.
[[nodiscard]] ProcessCommand image_command(const ImageEntry& entry, const EngineFacts& facts);

}  // namespace workbench::stdio
