"""`python -m sandtable` is the `sandtable` command, for when the script is not on the path."""

from sandtable.terminal.main import main

if __name__ == "__main__":
    main()
