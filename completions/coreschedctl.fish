# SPDX-License-Identifier: GPL-2.0-or-later
# fish completion for coreschedctl. It holds no list: 'coreschedctl --dump-cli' has them all (see cmd/dump.c).

# The rows of kind $argv[1] that belong to the command $argv[2], or to all, of the dump in $argv[3..].
function __coreschedctl_rows --argument-names kind command
    for row in $argv[3..]
        set -l field (string split \t -- $row)
        test $field[1] = $kind; and contains -- $field[2] "$command" -; and echo $row
    end
end

# What the option $argv[2] of the command $argv[1] takes: the name of its argument, nothing when it takes none.
function __coreschedctl_argument --argument-names command option
    for row in (__coreschedctl_rows option "$command" $argv[3..])
        set -l field (string split \t -- $row)
        contains -- $option $field[3] $field[4]; and string match --invert -- - $field[5]
    end
end

# Ids by their name in ps(1). Kernel threads have no memory of their own; they are nobody's to tag.
function __coreschedctl_tasks --argument-names which id
    ps $which -o $id=,vsz=,comm= | string match --regex --groups-only '^ *([1-9]\d*) +[1-9]\d* (.*)' | while read --local id
        read --local name
        printf '%s\t%s\n' $id $name
    end
end

# Below the mount point of cgroup v2.
function __coreschedctl_cgroups --argument-names begin
    set -l mount (string match --regex --groups-only '^\S+ (\S+) cgroup2 ' </proc/self/mounts)
    set -q mount[1]; or return
    for path in $mount[1]/(string trim --left --chars / -- $begin)*/
        string replace -- $mount[1] '' $path
    end
end

function __coreschedctl_columns --argument-names command begin
    set -l listed (string match --regex '.*[,+]' -- $begin)
    for row in (__coreschedctl_rows column $command $argv[3..])
        set -l field (string split \t -- $row)
        printf '%s%s\t%s\n' "$listed" $field[3] $field[4]
    end
end

# Field $argv[1] and the last one, what it is, of each row.
function __coreschedctl_describe --argument-names which
    for row in $argv[2..]
        set -l field (string split \t -- $row)
        printf '%s\t%s\n' $field[$which] $field[-1]
    end
end

# What an argument of the name $argv[1] that begins with $argv[3] can be, a line each.
function __coreschedctl_values --argument-names argument command begin
    switch $argument
        case PID FROM TARGET
            __coreschedctl_tasks -e pid
        case TID
            __coreschedctl_tasks -eL tid
        case PGID
            __coreschedctl_tasks -e pgid
        case SID
            __coreschedctl_tasks -e sid
        case USER
            __fish_complete_users
        case CGROUP
            __coreschedctl_cgroups "$begin"
        case COOKIE
            coreschedctl list --noheadings --raw --output COOKIE 2>/dev/null | string match '0x*'
        case COLUMNS
            __coreschedctl_columns $command "$begin" $argv[4..]
        case FILE
            __fish_complete_path "$begin"
    end
end

# The program completes itself.
function __coreschedctl_program
    complete --do-complete (string join ' ' -- (string escape -- $argv))
end

function __coreschedctl_complete
    set -l words (commandline --cut-at-cursor --current-process --tokenize)
    set -l current (commandline --cut-at-cursor --current-token)
    type --query $words[1]; or return
    set -l dump ($words[1] --dump-cli 2>/dev/null)
    set -l command
    set -l arguments
    set -l wanted
    set -l only_arguments

    set -e words[1]
    while set -q words[1]
        set -l word $words[1]
        if set -q wanted[1]
            set wanted
        else if test "$word" = --; and not set -q only_arguments[1]
            set only_arguments 1
        else if string match --quiet -- '--*=*' $word; and not set -q only_arguments[1]
            true
        else if string match --quiet --regex -- '^-.' $word; and not set -q only_arguments[1]
            # the last of a bundle
            string match --quiet -- '--*' $word; or set word -(string sub --start -1 -- $word)
            set wanted (__coreschedctl_argument "$command" $word $dump)
        else if not set -q command[1]
            set command $word
            set arguments (string split \t -- (__coreschedctl_rows command $command $dump))[3]
        else if string match --quiet -- '*PROGRAM*' "$arguments"
            __coreschedctl_program $words $current
            return
        end
        set -e words[1]
    end

    if set -q wanted[1]
        __coreschedctl_values $wanted "$command" "$current" $dump
    else if string match --quiet -- '--*=*' $current; and not set -q only_arguments[1]
        set -l option (string split --max 1 = -- $current)
        set wanted (__coreschedctl_argument "$command" $option[1] $dump)
        set -q wanted[1]; and printf "$option[1]=%s\n" (__coreschedctl_values $wanted "$command" "$option[2]" $dump)
    else if string match --quiet -- '-*' $current; and not set -q only_arguments[1]
        __coreschedctl_describe 3 (__coreschedctl_rows option "$command" $dump)
    else if not set -q command[1]
        for row in $dump
            string match --quiet -- command\t'*' $row; and __coreschedctl_describe 2 $row
        end
    else if string match --quiet -- '*PROGRAM*' "$arguments"
        __coreschedctl_program $current
    else
        __coreschedctl_values (string match --regex '[A-Z]+' -- $arguments) "$command" "$current" $dump
    end
end

complete --command coreschedctl --no-files --arguments '(__coreschedctl_complete)'
