#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Make ./configure from a checkout; a release tarball has it already.
set -e
cd "$(dirname "$0")"
exec autoreconf --install --force --warnings=all
