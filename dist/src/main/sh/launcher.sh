# Functions of both launchers, the one of a source checkout and the one of an installation.
# shellcheck shell=sh

# Copies standard input to standard output. Returns 1 after a message when output cannot be written,
# and 141 without one when the reader has closed the pipe.
write_out() {
  write_status=0 write_error='it is closed'
  { write_error=$(cat 2>&1 >&3); } 3>&1 || write_status=$?
  case $write_status in
    0 | 141) return "$write_status" ;;
  esac
  echo "gnomon: cannot write to standard output: ${write_error##*: }" >&2
  return 1
}

# Prints the command closest to word $1, or nothing when none is close, by the rule of the class
# Suggestions: at most one mistake (a letter inserted, deleted, replaced or swapped with its neighbour)
# for each four letters, and at least one. Standard input is the text of usage.
closest_command() {
  awk -v word="$1" '
    function least(a, b) { return a < b ? a : b }
    function mistakes(one, other,   i, j, d, m, n) {
      m = length(one); n = length(other)
      for (i = 0; i <= m; i++) d[i, 0] = i
      for (j = 0; j <= n; j++) d[0, j] = j
      for (i = 1; i <= m; i++)
        for (j = 1; j <= n; j++) {
          d[i, j] = least(least(d[i - 1, j] + 1, d[i, j - 1] + 1),
            d[i - 1, j - 1] + (substr(one, i, 1) != substr(other, j, 1)))
          if (i > 1 && j > 1 && substr(one, i, 1) == substr(other, j - 1, 1) &&
              substr(one, i - 1, 1) == substr(other, j, 1))
            d[i, j] = least(d[i, j], d[i - 2, j - 2] + 1)
        }
      return d[m, n]
    }
    BEGIN { best = int(length(word) / 4) + 1; if (best < 2) best = 2 }
    /^  [a-z]/ { number = mistakes(word, $1); if (number < best) { best = number; closest = $1 } }
    END { print closest }'
}

# Reports the unknown command $1 in two lines and ends with status 2.
unknown_command() {
  closest=$(usage | closest_command "$1" 2>/dev/null) || closest=
  echo "gnomon: unknown command '$1'${closest:+; did you mean '$closest'?}" >&2
  echo "See 'gnomon --help'." >&2
  exit 2
}
