#!/bin/sh
# Sees to it that the tests find a PostgreSQL: installs one where that is possible, and says so where it is not. The
# tests start it themselves, in a folder of their own. With CI set they fail without it; elsewhere they skip.
set -eu

if command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing PostgreSQL for the tests of the storage."
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends postgresql && exit 0
fi
echo "PostgreSQL is not here and cannot be installed by make; on Debian and Ubuntu: apt install postgresql" >&2
