# What the scripts in this folder have in common; they read it with `.` and set `me`, how their messages begin.

fail() {
  printf '%s: %s\n' "$me" "$*" >&2
  exit 1
}

# cached BUILD NAME: a variable that CMake has recorded in a build.
cached() {
  [[ -r $1/CMakeCache.txt ]] || fail "$1 is not a build; make one with ./bootstrap build, or name another"
  sed -n "s/^$2:[A-Z]*=//p" "$1/CMakeCache.txt"
}

# The time of the commit, in seconds: no file in an artefact is newer, so that the same build gives the same bytes. The same sources do
# if a build has it as SOURCE_DATE_EPOCH as well, as those of packaging/release and packaging/arm64/artefacts: the program names the day.
source_date_epoch() {
  if [[ -n ${SOURCE_DATE_EPOCH-} ]]; then
    echo "$SOURCE_DATE_EPOCH"
  else
    git -C "${BASH_SOURCE[0]%/*}" log -1 --format=%ct 2>/dev/null ||
      fail 'there is no commit to take the time from; set SOURCE_DATE_EPOCH to seconds since 1970'
  fi
}

# is_elf FILE
is_elf() {
  [[ $(head -c 4 "$1" | tr -d '\0') == $'\x7fELF' ]]
}

# elf_files FOLDER: the programs and libraries in it, one a line, sorted.
elf_files() {
  local file
  find "$1" -type f | LC_ALL=C sort | while IFS= read -r file; do
    if is_elf "$file"; then printf '%s\n' "$file"; fi
  done
}

# newest_glibc FOLDER: the newest glibc that a file in it needs, as the number after "2.". Fails if none needs any.
newest_glibc() {
  elf_files "$1" | xargs -d '\n' readelf --version-info --wide | grep -oE 'GLIBC_2\.[0-9]+' | sed 's/.*\.//' | sort -n | tail -n 1
}

# commit_of_build BUILD: the commit of its sources, as its programs say it, or nothing if that was not known.
commit_of_build() {
  sed -n 's/.*return "commit \([^,"]*\),.*/\1/p' "$1/generated/build_info.cpp"
}

# commit_of_tree TARBALL: the same of a tree, or nothing if it does not say it.
commit_of_tree() {
  local name
  name=$(basename "$1" .tar.xz)
  tar --extract --to-stdout --file "$1" "$name/$commit_file" 2>/dev/null || true
}
readonly commit_file=share/doc/mcp-workbench/COMMIT

# trees_of FOLDER COMMIT: the tarballs of trees of that commit in the folder, one a line. Says which others are left out.
trees_of() {
  local tarball commit
  for tarball in "$1"/mcp-workbench-*-linux-*.tar.xz; do
    [[ -e $tarball ]] || continue
    commit=$(commit_of_tree "$tarball")
    if [[ $commit == "$2" ]]; then
      printf '%s\n' "$tarball"
    else
      printf '%s: left out %s, which is of commit %s and not of %s\n' "$me" "$tarball" "${commit:-(unknown)}" "$2" >&2
    fi
  done
}

# architecture_of ELF: as Debian calls it.
architecture_of() {
  case $(readelf --file-header "$1" | sed -n 's/^ *Machine: *//p') in
    *X86-64*) echo amd64 ;;
    AArch64) echo arm64 ;;
    *) fail "$1 is for a processor for which there is no tree" ;;
  esac
}

# needed ELF: the names of the libraries that it is linked with.
needed() {
  readelf --dynamic --wide "$1" 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p'
}
