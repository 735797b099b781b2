#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sources that may be compiled as one: prints a line "GROUP FILE" for each FILE given.

Files are compiled together (CMake's UNITY_BUILD) to save time, in the order given. What one of them has in its unnamed
namespace must then not be a word of a later one, neither as a definition nor where it would mean something else; nor a
name that headers of an earlier one declare.
"""
import functools
import os
import re
import sys

MOST = 14  # files a group
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NOISE = re.compile(r'R"(\w*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|#[^\n]*', re.S)
TOKEN = re.compile(r'[A-Za-z_]\w*|[{}()]|\S')


def names_in(text, namespace):
    """What is declared at the top of such namespaces: words there that (, =, {, [, : or ; follows."""
    names, macros = set(), set(re.findall(r'#\s*define\s+(\w+)', text))
    for block in re.finditer(r'\bnamespace ' + namespace + r'\{(.*?)\n\}  // namespace', text, re.S):
        depth, last = 0, ''
        for token in TOKEN.findall(NOISE.sub(' ', block[1])):
            if depth == 0 and token in '(={[:;' and re.match(r'[A-Za-z_]', last):
                names.add(last)
            depth += (token in '({') - (token in ')}')
            last = token
    return (names | macros) - {'const', 'override', 'final', 'noexcept', 'operator', 'std', 'auto', 'int', 'double', 'bool'}


@functools.cache
def read(file):
    with open(file, encoding='utf-8') as source:
        return source.read()


@functools.cache
def headers_of(file):
    """Our headers that the file includes, directly or not."""
    found = set()
    for header in re.findall(r'#include "([^"]+)"', read(file)):
        header = os.path.join(ROOT, header)
        if os.path.exists(header):
            found |= {header} | headers_of(header)
    return found


@functools.cache
def declared(header):
    return names_in(read(header), r'[\w:]+ ')


def words(text):
    return set(re.findall(r'[A-Za-z_]\w*', NOISE.sub(' ', text)))


def main(files):
    groups = []  # [files, their local names, what their headers declare]
    for file in files:
        own, used = names_in(read(file), ''), words(read(file))
        for group in groups:
            if len(group[0]) < MOST and not group[1] & used and not group[2] & own:
                break
        else:
            group = [[], set(), set()]
            groups.append(group)
        group[0].append(file)
        group[1] |= own
        group[2] |= own.union(*map(declared, headers_of(file)))
    for number, group in enumerate(groups):
        for file in group[0]:
            print(number, file)


main(sys.argv[1:])
