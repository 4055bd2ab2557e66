-- The database of Sandtable 0.1.0 (schema 1), as that version made it.

CREATE TABLE about (
    name VARCHAR(40) NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE tables (
    id VARCHAR(40) NOT NULL,
    game VARCHAR(80) NOT NULL,
    setup TEXT NOT NULL,
    overlays TEXT NOT NULL,
    content VARCHAR(64) NOT NULL,
    commitment TEXT NOT NULL,
    host_key VARCHAR(128) NOT NULL,
    salts TEXT NOT NULL,
    take_backs BOOLEAN NOT NULL,
    position TEXT NOT NULL,
    opening TEXT NOT NULL,
    name TEXT NOT NULL,
    owner VARCHAR(64) NOT NULL,
    scratch_of VARCHAR(40),
    created FLOAT(53) NOT NULL,
    updated FLOAT(53) NOT NULL,
    "over" BOOLEAN NOT NULL,
    outcome TEXT NOT NULL,
    turn TEXT NOT NULL,
    asked TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY(scratch_of) REFERENCES tables (id) ON DELETE CASCADE
);

CREATE INDEX ix_tables_scratch_of ON tables (scratch_of);

CREATE TABLE entries (
    table_id VARCHAR(40) NOT NULL,
    number INTEGER NOT NULL,
    data TEXT NOT NULL,
    digest VARCHAR(64) NOT NULL,
    PRIMARY KEY (table_id, number),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);

CREATE TABLE holders (
    table_id VARCHAR(40) NOT NULL,
    seat INTEGER NOT NULL,
    guest VARCHAR(64) NOT NULL,
    player VARCHAR(80) NOT NULL,
    PRIMARY KEY (table_id, seat),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);

CREATE INDEX holders_by_guest ON holders (guest);

CREATE TABLE links (
    token VARCHAR(64) NOT NULL,
    table_id VARCHAR(40) NOT NULL,
    seat INTEGER NOT NULL,
    giver VARCHAR(64) NOT NULL,
    taker VARCHAR(64) NOT NULL,
    PRIMARY KEY (token),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);

CREATE INDEX ix_links_table_id ON links (table_id);

CREATE TABLE watchers (
    table_id VARCHAR(40) NOT NULL,
    guest VARCHAR(64) NOT NULL,
    PRIMARY KEY (table_id, guest),
    FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);

CREATE INDEX watchers_by_guest ON watchers (guest);

INSERT INTO about (name, value) VALUES ('schema', '1');
