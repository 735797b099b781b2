# SPDX-License-Identifier: Apache-2.0
# Completion of stowage-cli in fish. The program says what may follow.
function __stowage_cli_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($before[1] complete $before[2..-1] "$current" 2>/dev/null)
    set -l endings (string split ' ' -- $lines[1])
    switch $endings[1]
        case words
            printf '%s\n' $lines[2..-1]
        case files folders
            for path in (__fish_complete_path "$current")
                set -l name (string split \t -- $path)[1]
                if string match -q '*/' -- $name
                    echo $path
                else if test $endings[1] = files
                    if test (count $endings) -eq 1
                        echo $path
                        continue
                    end
                    for ending in $endings[2..-1]
                        if string match -q "*$ending" -- $name
                            echo $path
                            break
                        end
                    end
                end
            end
    end
end
complete -c stowage-cli -f -k -a '(__stowage_cli_complete)'
