#ifndef SLIPBOX_CLINUX_SHIM_H
#define SLIPBOX_CLINUX_SHIM_H

// What module Glibc lacks: functions that stand behind _GNU_SOURCE, and macros that take arguments. _GNU_SOURCE itself
// is not defined, because it changes types (fd_set) that other modules of the toolchain have without it, and Swift
// refuses a file that sees both; what is needed from behind it is declared here.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/limits.h>
#include <linux/stat.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
extern int statx(int at, const char *path, int flags, unsigned int mask, struct statx *out);
extern ssize_t getdents64(int fd, void *entries, size_t size);
extern int renameat2(int fromAt, const char *from, int toAt, const char *to, unsigned int flags);

/// AT_EMPTY_PATH of fcntl.h: the path is empty, and the descriptor itself is meant.
static const int slip_at_empty_path = 0x1000;

/// statx(2) under a name of its own: Swift cannot tell the function from the structure.
static inline int slip_statx(int at, const char *path, int flags, struct statx *out) {
    return statx(at, path, flags, STATX_BASIC_STATS | STATX_BTIME, out);
}
static inline void slip_ignore_broken_pipe(void) { signal(SIGPIPE, SIG_IGN); }
static inline size_t slip_length(const unsigned char *bytes) { return strlen((const char *)bytes); }
static inline int slip_errno(void) { return errno; }
static inline int slip_is_directory(mode_t mode) { return S_ISDIR(mode); }
static inline int slip_is_regular(mode_t mode) { return S_ISREG(mode); }
static inline int slip_is_link(mode_t mode) { return S_ISLNK(mode); }
static inline int slip_wait_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }
static inline char **slip_environment(void) { return environ; }
static inline int slip_window_columns(int fd) {
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
static inline int slip_window_rows(int fd) {
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}
static inline int slip_open(const char *path, int flags, mode_t mode) { return open(path, flags | O_CLOEXEC, mode); }

/// Whether a directory's times change with its entries on the file system of `fd`; the numbers are those of statfs(2).
static inline int slip_keeps_folder_times(int fd) {
    struct statfs system;
    if (fstatfs(fd, &system) != 0) return 0;
    switch ((unsigned long)system.f_type) {
    case 0xEF53:      // ext2, ext3, ext4
    case 0x58465342:  // XFS
    case 0x9123683E:  // btrfs
    case 0x2FC12FC1:  // ZFS
    case 0xF2F52010:  // F2FS
    case 0xCA451A4E:  // bcachefs
    case 0x01021994:  // tmpfs
        return 1;
    default: return 0;
    }
}

/// Runs a shell command that reads from `input`; `other`, the pipe's writing end, is closed in it.
/// posix_spawn(3), since nothing but exec may be called between fork and exec in a process with threads.
static inline pid_t slip_spawn_reader(const char *command, int input, int other) {
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) return -1;
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_addclose(&actions, other);
    if (input != 0) posix_spawn_file_actions_addclose(&actions, input);
    char *arguments[] = {(char *)"sh", (char *)"-c", (char *)command, (char *)0};
    pid_t child = -1;
    int failed = posix_spawn(&child, "/bin/sh", &actions, (posix_spawnattr_t *)0, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed ? -1 : child;
}

/// Runs a shell command with one argument, $1, on this process's terminal.
static inline pid_t slip_spawn_shell(const char *command, const char *argument) {
    char *arguments[] = {(char *)"sh", (char *)"-c", (char *)command, (char *)"sh", (char *)argument, (char *)0};
    pid_t child = -1;
    int failed = posix_spawn(&child, "/bin/sh", (posix_spawn_file_actions_t *)0, (posix_spawnattr_t *)0, arguments, environ);
    return failed ? -1 : child;
}

/// Starts a program whose `count` arguments lie one after another in `words`, each closed by a NUL; it reads nothing and
/// writes its output and its errors to the two files.
static inline pid_t slip_spawn_program(const char *words, size_t count, const char *output, const char *errors) {
    char **arguments = (char **)malloc((count + 1) * sizeof(char *));
    if (!arguments) return -1;
    for (size_t i = 0; i < count; i++) {
        arguments[i] = (char *)words;
        words += strlen(words) + 1;
    }
    arguments[count] = (char *)0;
    posix_spawn_file_actions_t actions;
    pid_t child = -1;
    int failed = posix_spawn_file_actions_init(&actions);
    if (!failed) {
        int flags = O_WRONLY | O_CREAT | O_TRUNC;
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0600);
        posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0600);
        failed = posix_spawn(&child, arguments[0], &actions, (posix_spawnattr_t *)0, arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    free(arguments);
    if (failed) errno = failed;
    return failed ? -1 : child;
}

/// wait4(2), whose resource usage Swift would have to see through a union.
static inline pid_t slip_wait(pid_t child, int *status, struct rusage *usage) {
    pid_t done;
    do done = wait4(child, status, 0, usage); while (done < 0 && errno == EINTR);
    return done;
}
static inline long slip_peak_kilobytes(const struct rusage *usage) { return usage->ru_maxrss; }

/// Whether the shell finds the first word of a command.
static inline int slip_can_run(const char *command) {
    char *arguments[] = {(char *)"sh", (char *)"-c", (char *)"set -f; set -- $1; command -v -- \"$1\" >/dev/null 2>&1",
                         (char *)"sh", (char *)command, (char *)0};
    pid_t child = -1;
    int status = 1;
    if (posix_spawn(&child, "/bin/sh", (posix_spawn_file_actions_t *)0, (posix_spawnattr_t *)0, arguments, environ) != 0)
        return 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

#endif
