#!/bin/sh
# Sees to it that the tests find a Chromium: installs one where that is possible, and says so where it is not. With CI
# set they fail without it; elsewhere they skip.
set -eu

if command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the tests of the page."
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium && exit 0
fi
echo "Chromium is not here and cannot be installed by make; on Debian and Ubuntu: apt install chromium" >&2
