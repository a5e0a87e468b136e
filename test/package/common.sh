# What the checks in this folder have in common; they read it with `.` and set `me`, how their messages begin.

fail() {
  printf '%s: %s\n' "$me" "$*" >&2
  exit 1
}

# only PATTERN...: the one file that the pattern has found.
only() {
  [[ $# == 1 && -f $1 ]] || fail "there should be one file, and there are: $*"
  printf '%s\n' "$1"
}

# is TEXT WANTED WHAT
is() {
  [[ $1 == "$2" ]] || fail "$3 is '$1', not '$2'"
}

# contains TEXT PART WHAT
contains() {
  [[ $1 == *"$2"* ]] || fail "$3 should have '$2': $1"
}

# links FOLDER: fails for a link of a document below it that leads nowhere.
links() {
  local file link
  while IFS= read -r file; do
    while IFS= read -r link; do
      [[ $link == *:* || -e $(dirname "$file")/$link ]] || fail "$file has a link to $link, which is not installed"
    done < <(grep -oE '\]\([^)# ]+' "$file" | cut -c3-)
  done < <(find "$1" -name '*.md')
}

# add_two_and_three PREFIX: calls a tool of the demo through the program of an installed tree.
add_two_and_three() {
  local answer
  answer=$(PATH=$1/bin:$PATH mcp-workbench call --config "$1/share/mcp-workbench/config-samples/demo.json" \
    time-and-numbers/demo/add --json '{"numbers":[2,3]}')
  contains "$answer" 5 'the sum of 2 and 3'
}
