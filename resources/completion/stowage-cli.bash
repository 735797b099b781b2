# SPDX-License-Identifier: Apache-2.0
# Completion of stowage-cli in bash. The program says what may follow.
_stowage_cli() {
  local program=${COMP_WORDS[0]/#\~/$HOME} current=${COMP_WORDS[COMP_CWORD]} line ending
  local -a lines endings
  [[ $current == = ]] && current=
  mapfile -t lines < <("$program" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  COMPREPLY=()
  case ${lines[0]} in
    words*)
      for line in "${lines[@]:1}"; do COMPREPLY+=("${line%%$'\t'*}"); done
      ;;
    files* | folders*)
      compopt -o filenames
      read -ra endings <<<"${lines[0]#* }"
      while IFS= read -r line; do
        if [[ -d $line ]]; then
          COMPREPLY+=("$line")
        elif [[ ${lines[0]} == files ]]; then
          COMPREPLY+=("$line")
        elif [[ ${lines[0]} == files* ]]; then
          for ending in "${endings[@]}"; do
            [[ $line == *"$ending" ]] && COMPREPLY+=("$line") && break
          done
        fi
      done < <(compgen -f -- "$current")
      ;;
  esac
}
complete -F _stowage_cli stowage-cli
