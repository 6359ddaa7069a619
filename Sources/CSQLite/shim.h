#ifndef SLIPBOX_CSQLITE_SHIM_H
#define SLIPBOX_CSQLITE_SHIM_H

#if !__has_include(<sqlite3.h>)
#error "sqlite3.h is missing. Install the package libsqlite3-dev (Debian, Ubuntu) or sqlite-devel (Fedora), or run: .ci/start"
#endif
#include <sqlite3.h>

// Swift sees neither variadic functions nor macros with casts, so the few that are needed are wrapped here.

/// sqlite3_db_config with one integer argument: https://sqlite.org/c3ref/db_config.html
static inline int slip_db_config(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

/// Disables SQLite's mutexes. Must be called before any other function of SQLite: https://sqlite.org/c3ref/config.html
static inline void slip_use_one_thread(void) {
    sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
}

/// Disables the count of allocated memory, and the mutex that every allocation takes for it. Has no effect after the first
/// call of another function of SQLite: https://sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus
static inline void slip_use_no_memory_statistics(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// SQLITE_TRANSIENT, which tells SQLite to copy: https://sqlite.org/c3ref/c_static.html
static inline int slip_bind_text(sqlite3_stmt *s, int i, const char *bytes, int count) {
    return sqlite3_bind_text(s, i, bytes, count, SQLITE_TRANSIENT);
}

static inline int slip_bind_blob(sqlite3_stmt *s, int i, const void *bytes, int count) {
    return sqlite3_bind_blob(s, i, bytes, count, SQLITE_TRANSIENT);
}

static inline void slip_result_text(sqlite3_context *c, const char *bytes, int count) {
    sqlite3_result_text(c, bytes, count, SQLITE_TRANSIENT);
}

static inline void slip_result_blob(sqlite3_context *c, const void *bytes, int count) {
    sqlite3_result_blob(c, bytes, count, SQLITE_TRANSIENT);
}

/// A table-valued function with the state of Swift code behind SQLite's own: https://sqlite.org/vtab.html
typedef struct { sqlite3_vtab base; void *function; } slip_table;
typedef struct { sqlite3_vtab_cursor base; void *rows; } slip_cursor;

/// An error message for sqlite3_vtab.zErrMsg, which SQLite frees.
static inline char *slip_message(const char *text) {
    return sqlite3_mprintf("%s", text);
}

#endif
