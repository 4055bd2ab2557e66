#!/bin/sh
# Makes the virtual environment named by $1 with the first Python that is new enough, or says in one
# sentence what to install. PYTHON names another interpreter: make play PYTHON=python3.12
set -eu

for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done

if [ -z "${python:-}" ]; then
    if found=$("${PYTHON:-python3}" -c 'import platform; print(platform.python_version())' 2>/dev/null); then
        echo "Sandtable needs Python 3.11 or newer, and ${PYTHON:-python3} is Python $found." >&2
    else
        echo "Sandtable needs Python 3.11 or newer, and ${PYTHON:-python3} does not start." >&2
    fi
    echo "Install one, or name the one you have: make play PYTHON=python3.12" >&2
    exit 1
fi

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    echo "Python $version is here, but its part that makes virtual environments is not." >&2
    echo "On Debian and Ubuntu: apt install python$version-venv; then run make again." >&2
    exit 1
fi

"$python" -m venv --clear "$1"
