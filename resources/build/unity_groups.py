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
NOISE = re.compile(r'R"(\w*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9a-f])\'(?:\\.|[^\'\\\n])+\'|#[^\n]*',
                   re.S)
TEMPLATE = re.compile(r'\btemplate\s*<[^<>]*(?:<[^<>]*>[^<>]*)*>')
TOKEN = re.compile(r'[A-Za-z_]\w*|::|[{}()]|\S')
NO_NAMES = {'const', 'override', 'final', 'noexcept', 'operator', 'auto', 'int', 'double', 'bool', 'TEST_CASE'}


def names_in(text, namespace):
    """What is declared at the top of such namespaces: words there that (, =, {, [, : or ; follows. Not those that name
    something else: beside ::, bases of a class, and in what initializes a variable."""
    names, macros = set(), set(re.findall(r'#\s*define\s+(\w+)', text))
    for block in re.finditer(r'\bnamespace ' + namespace + r'\{(.*?)\n\}  // namespace', text, re.S):
        depth, after, last, before = 0, '', '', ''  # after: whether this is behind = or :
        for token in TOKEN.findall(TEMPLATE.sub(' ', NOISE.sub(' ', block[1]))):
            if depth == 0 and token in '(={[:;' and re.match(r'[A-Za-z_]', last) and before != '::':
                if not after or token == after == '=':
                    names.add(last)
            if depth == 0 and token in '=:;{':
                after = token if token in '=:' else ''
            depth += (token in '({') - (token in ')}')
            before, last = last, token
    return (names | macros) - NO_NAMES


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


@functools.cache
def own_names(file):
    return names_in(read(file), '')


@functools.cache
def known_names(file):
    return own_names(file).union(*map(declared, headers_of(file)))


@functools.cache
def words(file):
    return set(re.findall(r'[A-Za-z_]\w*', NOISE.sub(' ', read(file))))


def main(files):
    apart = {file: set() for file in files}  # with which others a file cannot be compiled
    for last, file in enumerate(files):
        for earlier in files[:last]:
            if own_names(earlier) & words(file) or known_names(earlier) & own_names(file):
                apart[file].add(earlier)
                apart[earlier].add(file)
    groups = []
    for file in sorted(files, key=lambda each: -len(apart[each])):  # the hardest first makes fewer groups
        for group in groups:
            if len(group) < MOST and not apart[file].intersection(group):
                group.append(file)
                break
        else:
            groups.append([file])
    for number, group in enumerate(groups):
        for file in group:
            print(number, file)


main(sys.argv[1:])
