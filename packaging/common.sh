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

# The time of the commit, in seconds: nothing in an artefact is newer, so that the same sources give the same bytes.
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
