#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sources that may be compiled as one: prints a line "GROUP FILE" for each FILE given.

Files are compiled together (CMake's UNITY_BUILD) to save time, in the order given. What one of them has in its unnamed
namespace must then not be a word of a later one, neither as a definition nor where it would mean something else.
"""
import re
import sys

MOST = 14  # files a group
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|#[^\n]*', re.S)
TOKEN = re.compile(r'[A-Za-z_]\w*|[{}()]|\S')


def local_names(text):
    """What is declared at the top of unnamed namespaces: words there that (, =, {, [, : or ; follows."""
    names, macros = set(), set(re.findall(r'#\s*define\s+(\w+)', text))
    for block in re.finditer(r'\bnamespace \{(.*?)\n\}  // namespace\n', text, re.S):
        depth, last = 0, ''
        for token in TOKEN.findall(NOISE.sub(' ', block[1])):
            if depth == 0 and token in '(={[:;' and re.match(r'[A-Za-z_]', last):
                names.add(last)
            depth += (token in '({') - (token in ')}')
            last = token
    return (names | macros) - {'const', 'override', 'final', 'noexcept', 'operator', 'std', 'auto', 'int', 'double', 'bool'}


def words(text):
    return set(re.findall(r'[A-Za-z_]\w*', NOISE.sub(' ', text)))


def main(files):
    groups = []  # [files, their local names]
    for file in files:
        with open(file, encoding='utf-8') as source:
            text = source.read()
        own, used = local_names(text), words(text)
        for group in groups:
            if len(group[0]) < MOST and not group[1] & used:
                break
        else:
            group = [[], set()]
            groups.append(group)
        group[0].append(file)
        group[1] |= own
    for number, group in enumerate(groups):
        for file in group[0]:
            print(number, file)


main(sys.argv[1:])
