"""The subcommands of `sandtable`."""
