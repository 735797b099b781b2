# SPDX-License-Identifier: Apache-2.0
# Completion of stowage-cli in bash. The program says what may follow.
_stowage_cli() {
  local program=${COMP_WORDS[0]/#\~/$HOME} current line word ending
  local -a words lines endings
  # bash divides words at colons, as in conv:0: they are put together, and what is offered begins after the last colon.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ ${#words[@]} -gt 0 && ( $word == :* || ${words[-1]} == *: ) ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  current=${words[-1]}
  [[ $current == = ]] && current=
  mapfile -t lines < <("$program" complete "${words[@]}" 2>/dev/null)
  COMPREPLY=()
  case ${lines[0]} in
    words*)
      [[ $COMP_WORDBREAKS == *:* && $current == *:* ]] && ending=${current%"${current##*:}"}
      for line in "${lines[@]:1}"; do
        word=${line%%$'\t'*}
        word=${word#"$ending"}
        [[ $word == *[!A-Za-z0-9_.:=+,/@%^-]* ]] && printf -v word %q "$word"
        COMPREPLY+=("$word")
      done
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
