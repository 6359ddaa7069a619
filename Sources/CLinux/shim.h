#ifndef SLIPBOX_CLINUX_SHIM_H
#define SLIPBOX_CLINUX_SHIM_H

// What module Glibc lacks: functions that <features.h> hides without _GNU_SOURCE, and macros with arguments. The functions
// are declared here. Defining _GNU_SOURCE would change types (fd_set) that other modules of the toolchain use without it,
// and Swift refuses a file that sees both.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <linux/fs.h>
#include <linux/limits.h>
#include <linux/openat2.h>
#include <linux/stat.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
extern int statx(int at, const char *path, int flags, unsigned int mask, struct statx *out);
extern int pipe2(int ends[2], int flags);
extern ssize_t getdents64(int fd, void *entries, size_t size);
extern int sync_file_range(int fd, off_t offset, off_t size, unsigned int flags);
extern int renameat2(int fromAt, const char *from, int toAt, const char *to, unsigned int flags);

/// AT_EMPTY_PATH of fcntl.h: the path is empty, and the descriptor itself is meant.
static const int slip_at_empty_path = 0x1000;

/// statx(2). The name differs because Swift confuses the function with the structure.
static inline int slip_statx(int at, const char *path, int flags, struct statx *out) {
    return statx(at, path, flags, STATX_BASIC_STATS | STATX_BTIME, out);
}
// With SIGXFSZ ignored, a write beyond the limit of `ulimit -f` fails with EFBIG, which can be reported.
static inline void slip_ignore_write_signals(void) { signal(SIGPIPE, SIG_IGN); signal(SIGXFSZ, SIG_IGN); }
// What is opened next gets the lowest free number: with one of these three closed, that would be a file into which output
// and messages then go. They get one that takes none.
static inline void slip_hold_standard_descriptors(void) {
    for (int fd = 0; fd < 3; fd++) {
        // What is opened gets the lowest number that is free, which is this one.
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) open("/dev/null", O_RDONLY);
    }
}
enum { slip_lease_read = F_RDLCK, slip_lease_write = F_WRLCK };
/// Takes a lease on an open file: fcntl(2), F_SETLEASE. Returns 0 or the error code.
static inline int slip_set_lease(int fd, int type) {
    enum { set_lease = 1024, set_signal = 10 };
    // A process that opens the file during the lease causes a signal. The default one, SIGIO, ends the process.
    if (fcntl(fd, set_signal, SIGURG) != 0 || fcntl(fd, set_lease, type) != 0) return errno;
    return 0;
}
/// Ends a lease. Closing the file does not if a child process, between fork and exec, has a copy of the descriptor.
static inline void slip_end_lease(int fd) {
    enum { set_lease = 1024 };
    fcntl(fd, set_lease, F_UNLCK);
}
/// Whether a process waits for the end of a lease, or has broken it: fcntl(2), F_GETLEASE.
static inline int slip_lease_is_broken(int fd, int type) {
    enum { get_lease = 1025 };
    return fcntl(fd, get_lease) != type;
}
static inline size_t slip_length(const unsigned char *bytes) { return strlen((const char *)bytes); }
static inline int slip_errno(void) { return errno; }
static inline void slip_clear_errno(void) { errno = 0; }
static inline int slip_is_directory(mode_t mode) { return S_ISDIR(mode); }
static inline int slip_wait_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }
static inline char **slip_environment(void) { return environ; }
/// The size of the terminal; zeros where it is none, or does not say it.
static inline struct winsize slip_window(int fd) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0) memset(&size, 0, sizeof size);
    return size;
}
/// Whether to open a file again after an error: a signal came before it was open, or a process has a lease on it. With
/// O_NONBLOCK, open(2) does not wait for the end of a lease. The kernel ends every lease after 45 seconds by default.
static inline int slip_opens_again(int *tries) {
    if (errno == EINTR) return 1;
    if (errno != EWOULDBLOCK || ++*tries > 60000) return 0;
    struct timespec millisecond = {0, 1000000};
    nanosleep(&millisecond, NULL);
    return 1;
}
static inline int slip_openat(int at, const char *path, int flags, mode_t mode) {
    int fd, tries = 0;
    do fd = openat(at, path, flags | O_CLOEXEC, mode); while (fd < 0 && slip_opens_again(&tries));
    return fd;
}
static inline int slip_open(const char *path, int flags, mode_t mode) { return slip_openat(AT_FDCWD, path, flags, mode); }
/// Opens a folder only as a place for paths: open(2), O_PATH. Reading its entries needs no permission then.
static inline int slip_open_folder(int at, const char *path, int follows) {
    return slip_openat(at, path, __O_PATH | O_DIRECTORY | (follows ? 0 : O_NOFOLLOW), 0);
}
// openat2(2) refuses a link in any part of the path. Without it (old kernels, seccomp), only a link as the last part is
// refused.
static inline int slip_open_without_links(const char *path, int flags) {
    struct open_how how;
    memset(&how, 0, sizeof how);
    how.flags = (unsigned long long)(flags | O_CLOEXEC);
    how.resolve = RESOLVE_NO_SYMLINKS;
    long fd;
    int tries = 0;
    do fd = syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how); while (fd < 0 && slip_opens_again(&tries));
    if (fd >= 0 || (errno != ENOSYS && errno != EPERM)) return (int)fd;
    return slip_open(path, flags | O_NOFOLLOW, 0);
}
// A file that is mapped, as SQLite does with a part of the index, may be cut by another program, or lie on a bad disk.
static inline void slip_tell_of_cut(int number) {
    static const char text[] = "slip: a file of the index could not be read any more: another program cut it, or the disk is bad; ask again\n";
    (void)!write(2, text, sizeof text - 1);
    (void)number;
    _exit(2);
}
static inline void slip_heed_cuts(void) { signal(SIGBUS, slip_tell_of_cut); }

/// Has malloc extend the heap by 64 MB, in large pages where the system grants them, and keep what is freed: mallopt(3),
/// MADV_HUGEPAGE of madvise(2). Memory that is never used stays with the system. Does nothing where memory is limited.
static inline void slip_expect_much_memory(void) {
    static const uintptr_t large_page = 2 << 20;
    struct rlimit space, data;
    if (getrlimit(RLIMIT_AS, &space) != 0 || getrlimit(RLIMIT_DATA, &data) != 0) return;
    if (space.rlim_cur != RLIM_INFINITY || data.rlim_cur != RLIM_INFINITY) return;
    // The greatest value that malloc accepts.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, INT32_MAX);
    mallopt(M_TOP_PAD, 64 << 20);
    // More than is free at the end of the heap, so that it is extended now.
    char *extended = malloc(large_page);
    char *end = sbrk(0);
    uintptr_t start = ((uintptr_t)extended + large_page - 1) & ~(large_page - 1);
    // Where the heap could not be extended, malloc has mapped memory elsewhere, above it.
    if (extended && start < (uintptr_t)end) madvise((void *)start, (uintptr_t)end - start, MADV_HUGEPAGE);
    free(extended);
}

/// The `count` words that lie one after another in `words`, each closed by a NUL, as an array that ends with null. To be
/// freed. Null if there is no memory.
static inline char **slip_words(const char *words, size_t count) {
    char **all = (char **)malloc((count + 1) * sizeof(char *));
    if (!all) return all;
    for (size_t i = 0; i < count; i++) {
        all[i] = (char *)words;
        words += strlen(words) + 1;
    }
    all[count] = (char *)0;
    return all;
}

#ifndef POSIX_SPAWN_SETSID
#define POSIX_SPAWN_SETSID 0x80
#endif

enum { slip_leads_session = 1, slip_closes_others = 2, slip_resets_signals = 4 };

/// Starts the program at `path` with the words of `slip_words`. An empty `folder` or `file`, no variables, and negative
/// descriptors leave what this process has. `file` is opened as all three standard streams. posix_spawn(3), since nothing
/// but exec may be called between fork and exec in a process with threads.
static inline pid_t slip_spawn(const char *path, const char *words, size_t count, const char *variables,
                               size_t variableCount, const char *folder, const char *file, const int streams[3],
                               int options) {
    char **arguments = slip_words(words, count);
    char **environment = variableCount ? slip_words(variables, variableCount) : environ;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t child = -1;
    int failed = arguments && environment ? posix_spawn_file_actions_init(&actions) : ENOMEM;
    if (!failed) {
        failed = posix_spawnattr_init(&attributes);
        if (!failed) {
            int flags = 0;
            if (options & slip_leads_session) flags |= POSIX_SPAWN_SETSID;
            if (options & slip_resets_signals) {
                sigset_t none, all;
                sigemptyset(&none);
                sigfillset(&all);
                flags |= POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
                failed = posix_spawnattr_setsigmask(&attributes, &none);
                if (!failed) failed = posix_spawnattr_setsigdefault(&attributes, &all);
            }
            if (!failed) failed = posix_spawnattr_setflags(&attributes, (short)flags);
            if (!failed && *file) failed = posix_spawn_file_actions_addopen(&actions, 0, file, O_RDWR, 0);
            for (int i = 0; i < 3; i++) {
                if (!failed && streams[i] >= 0) failed = posix_spawn_file_actions_adddup2(&actions, streams[i], i);
                else if (!failed && *file && i > 0) failed = posix_spawn_file_actions_adddup2(&actions, 0, i);
            }
            if (!failed && options & slip_closes_others) failed = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
            if (!failed && *folder) failed = posix_spawn_file_actions_addchdir_np(&actions, folder);
            if (!failed) failed = posix_spawn(&child, path, &actions, &attributes, arguments, environment);
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    if (environment != environ) free(environment);
    free(arguments);
    if (failed) errno = failed;
    return failed ? -1 : child;
}

/// Replaces this process by the program at `path` with `count` arguments, its name first, that lie one after another in
/// `words`, each closed by a NUL. Returns the error where that fails. A script without `#!` is run by the shell, as
/// execvp(3) does with a path that holds a slash.
static inline int slip_become(const char *path, const char *words, size_t count) {
    char **arguments = slip_words(words, count);
    if (!arguments) return ENOMEM;
    // exec(2) keeps ignored signals ignored: the program would not end with the pipe that it writes to.
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    execvp(path, arguments);
    int failed = errno;
    slip_ignore_write_signals();
    free(arguments);
    return failed;
}

/// While another program has the terminal, Ctrl-C and Ctrl-\ are its affair: system(3).
static inline void slip_leave_keys_to_child(int leave) {
    static struct sigaction interrupt, quit;
    if (leave) {
        struct sigaction ignored;
        memset(&ignored, 0, sizeof ignored);
        ignored.sa_handler = SIG_IGN;
        sigaction(SIGINT, &ignored, &interrupt);
        sigaction(SIGQUIT, &ignored, &quit);
    } else {
        sigaction(SIGINT, &interrupt, (struct sigaction *)0);
        sigaction(SIGQUIT, &quit, (struct sigaction *)0);
    }
}

/// Has writing to a pipe that is full fail rather than wait.
static inline void slip_set_nonblocking(int fd) { fcntl(fd, F_SETFL, O_NONBLOCK); }

/// The master of a new terminal of that size, which no program started meanwhile has: pty(7).
static inline int slip_open_terminal(unsigned short columns, unsigned short rows) {
    int master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
    int unlocked = 0;
    struct winsize size = {.ws_row = rows, .ws_col = columns};
    // unlockpt(3) and ptsname_r(3) need _XOPEN_SOURCE.
    if (master < 0 || ioctl(master, TIOCSPTLCK, &unlocked) != 0 || ioctl(master, TIOCSWINSZ, &size) != 0) return -1;
    return master;
}

/// The number N of the terminal /dev/pts/N of `master`, or -1.
static inline int slip_terminal_number(int master) {
    unsigned int number = 0;
    return ioctl(master, TIOCGPTN, &number) == 0 ? (int)number : -1;
}

/// A pipe that no program started meanwhile has.
static inline int slip_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

/// wait4(2), whose resource usage Swift would have to see through a union.
static inline pid_t slip_wait(pid_t child, int *status, struct rusage *usage) {
    pid_t done;
    do done = wait4(child, status, 0, usage); while (done < 0 && errno == EINTR);
    return done;
}
static inline long slip_peak_kilobytes(const struct rusage *usage) { return usage->ru_maxrss; }

/// A local socket that keeps messages apart, closed on exec, never waited for.
static inline int slip_socket(void) { return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0); }

/// The longest path that an address of a local socket holds, with its NUL: unix(7).
static const size_t slip_address_size = sizeof(((struct sockaddr_un *)0)->sun_path);

static inline struct sockaddr_un slip_address(const char *path) {
    struct sockaddr_un address;
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    return address;
}
static inline int slip_connect(int fd, const char *path) {
    struct sockaddr_un address = slip_address(path);
    return connect(fd, (const struct sockaddr *)&address, sizeof address);
}
static inline int slip_bind(int fd, const char *path) {
    struct sockaddr_un address = slip_address(path);
    return bind(fd, (const struct sockaddr *)&address, sizeof address);
}
/// accept4(2) needs _GNU_SOURCE.
static inline int slip_accept(int fd) {
    int accepted = accept(fd, (struct sockaddr *)0, (socklen_t *)0);
    if (accepted < 0) return -1;
    fcntl(accepted, F_SETFD, FD_CLOEXEC);
    fcntl(accepted, F_SETFL, O_NONBLOCK);
    return accepted;
}
static inline ssize_t slip_send(int fd, const void *bytes, size_t count) { return send(fd, bytes, count, MSG_NOSIGNAL); }

static inline int slip_start_listening(int fd, const struct sockaddr *address, socklen_t size) {
    int on = 1;
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, address, size) == 0 && listen(fd, 64) == 0) return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}
/// A socket that listens on one address of this machine, and on no other: ip(7). With port 0, any free port. An address is in
/// the order of its bytes on the network.
static inline int slip_listen(unsigned int host, unsigned short port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {.s_addr = host}};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    return slip_start_listening(fd, (const struct sockaddr *)&address, sizeof address);
}
/// The same for ::1: ipv6(7).
static inline int slip_listen_loopback6(unsigned short port) {
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int on = 1;
    if (fd >= 0) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    return slip_start_listening(fd, (const struct sockaddr *)&address, sizeof address);
}
/// A network that this machine is part of: its address there, and the bits that all addresses of the network share.
struct slip_network { unsigned int address, mask; };
/// The networks of this machine with the version 4 of IP: getifaddrs(3). Neither itself nor tunnels to one other machine.
/// Returns how many there are; at most `most` are written.
static inline int slip_networks(struct slip_network *networks, int most) {
    struct ifaddrs *all;
    int count = 0;
    if (getifaddrs(&all) != 0) return 0;
    for (struct ifaddrs *one = all; one && count < most; one = one->ifa_next) {
        if (!one->ifa_addr || !one->ifa_netmask || one->ifa_addr->sa_family != AF_INET) continue;
        if (!(one->ifa_flags & IFF_UP) || one->ifa_flags & (IFF_LOOPBACK | IFF_POINTOPOINT)) continue;
        networks[count].address = ((const struct sockaddr_in *)one->ifa_addr)->sin_addr.s_addr;
        networks[count++].mask = ((const struct sockaddr_in *)one->ifa_netmask)->sin_addr.s_addr;
    }
    freeifaddrs(all);
    return count;
}
/// The address from which this machine reaches others, or 0. Nothing is sent: connect(2) of a datagram socket only chooses a
/// route. 192.0.2.1 is for documentation (RFC 5737).
static inline unsigned int slip_main_address(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr = {.s_addr = htonl(0xC0000201)}};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return 0;
    int found = connect(fd, (const struct sockaddr *)&address, size) == 0
        && getsockname(fd, (struct sockaddr *)&address, &size) == 0;
    close(fd);
    return found ? address.sin_addr.s_addr : 0;
}
/// The address of the other end of a connection with the version 4 of IP, or 0.
static inline unsigned int slip_peer_address(int fd) {
    struct sockaddr_in address = {.sin_family = AF_UNSPEC};
    socklen_t size = sizeof address;
    int found = getpeername(fd, (struct sockaddr *)&address, &size) == 0 && address.sin_family == AF_INET;
    return found ? address.sin_addr.s_addr : 0;
}
static inline int slip_connect_loopback(unsigned short port) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) == 0) {
        fcntl(fd, F_SETFL, O_NONBLOCK);
        return fd;
    }
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}
/// The port of a listening socket, or 0.
static inline unsigned short slip_port(int fd) {
    struct sockaddr_in6 address;
    socklen_t size = sizeof address;
    // The port is at the same place in both kinds of addresses.
    return getsockname(fd, (struct sockaddr *)&address, &size) == 0 ? ntohs(address.sin6_port) : 0;
}

/// The user at the other end: SO_PEERCRED, whose struct ucred needs _GNU_SOURCE.
static inline int slip_peer_user(int fd, uid_t *user) {
    struct { pid_t process; uid_t user; gid_t group; } peer;
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
    *user = peer.user;
    return 0;
}

/// Has SIGINT, SIGTERM and SIGHUP read from a descriptor instead of ending the process.
static inline int slip_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    if (sigprocmask(SIG_BLOCK, &set, (sigset_t *)0) != 0) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/// The terminal that is read key by key: its mode before, and the bytes that restore it. A signal handler may read nothing
/// else.
struct slip_terminal {
    struct termios before;
    volatile sig_atomic_t descriptor;
    char restoring[256];
    size_t length;
};
static inline struct slip_terminal *slip_terminal(void) {
    static struct slip_terminal terminal = {.descriptor = -1};
    return &terminal;
}

static inline void slip_leave_terminal(void) {
    struct slip_terminal *terminal = slip_terminal();
    int fd = terminal->descriptor;
    if (fd < 0) return;
    terminal->descriptor = -1;
    size_t done = 0;
    while (done < terminal->length) {
        ssize_t count = write(fd, terminal->restoring + done, terminal->length - done);
        if (count <= 0) break;
        done += (size_t)count;
    }
    tcsetattr(fd, TCSAFLUSH, &terminal->before);
}

/// Puts the terminal right and dies of the same: the handler was for once (SA_RESETHAND).
static inline void slip_die_in_terminal(int number) {
    slip_leave_terminal();
    raise(number);
}

/// Reads the terminal byte by byte from here on (cfmakeraw(3), but with output as it was); `bytes` are written to it when
/// it is left, or when a fault ends the process.
static inline int slip_enter_terminal(int fd, const void *bytes, size_t count) {
    struct slip_terminal *terminal = slip_terminal();
    if (count > sizeof terminal->restoring || tcgetattr(fd, &terminal->before) != 0) return -1;
    memcpy(terminal->restoring, bytes, count);
    terminal->length = count;
    struct termios raw = terminal->before;
    raw.c_iflag &= ~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
    raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    raw.c_cflag &= ~(tcflag_t)(CSIZE | PARENB);
    raw.c_cflag |= CS8;
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(fd, TCSAFLUSH, &raw) != 0) return -1;
    terminal->descriptor = fd;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = slip_die_in_terminal;
    action.sa_flags = SA_RESETHAND | SA_NODEFER;
    const int faults[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigaction(faults[i], &action, (struct sigaction *)0);
    return 0;
}

static inline sigset_t slip_terminal_signal_set(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGTSTP);
    sigaddset(&set, SIGCONT);
    sigaddset(&set, SIGWINCH);
    return set;
}

/// Has the signals that concern a terminal read from a descriptor: signalfd(2).
static inline int slip_terminal_signals(void) {
    sigset_t set = slip_terminal_signal_set();
    if (sigprocmask(SIG_BLOCK, &set, (sigset_t *)0) != 0) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}
static inline void slip_heed_terminal_signals(void) {
    sigset_t set = slip_terminal_signal_set();
    sigprocmask(SIG_UNBLOCK, &set, (sigset_t *)0);
}
/// The number of the next signal; 0 where there is none.
static inline int slip_read_signal(int fd) {
    struct signalfd_siginfo info;
    return read(fd, &info, sizeof info) == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

/// Returns the type of the file system of a path by statfs(2), or -1. The name differs from that of the structure.
static inline long long slip_file_system(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (long long)(unsigned int)status.f_type : -1;
}

/// setpriority(2) for the calling thread: what Swift makes of its first argument differs between versions of glibc. An
/// error is of no matter, for it only makes others wait.
static inline void slip_give_way(void) {
    (void)setpriority(PRIO_PROCESS, 0, 10);
}
/// Gives a process the lowest priority, and a limit of processor time in seconds. Errors only make other processes wait.
static inline void slip_restrain(pid_t process, rlim_t seconds) {
    (void)setpriority(PRIO_PROCESS, (id_t)process, 19);
    struct rlimit limit = {seconds, seconds};
    (void)prlimit(process, RLIMIT_CPU, &limit, (struct rlimit *)0);
}

/// The maximum size in bytes of files that this process writes, or -1 if there is no limit.
static inline long long slip_file_size_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return -1;
    return (long long)limit.rlim_cur;
}

/// Whether a child process has ended. It must still be waited for.
static inline int slip_has_ended(pid_t child) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == child;
}

/// Waits until a child process has ended. It must still be waited for.
static inline void slip_await_end(pid_t child) {
    siginfo_t info;
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {}
}

/// The sessions that must not outlive this process. Signal handlers read them.
struct slip_sessions {
    volatile pid_t leaders[64];
    /// How many programs are being started, and are in no session yet.
    volatile int starting;
    /// The signal that ends this process, or 0.
    volatile int ending;
};

static inline struct slip_sessions *slip_sessions(void) {
    static struct slip_sessions sessions;
    return &sessions;
}

/// Kills the sessions, then ends this process by the same signal. While a program is being started, `slip_hold_session`
/// raises the signal again.
static inline void slip_die_with_sessions(int number) {
    struct slip_sessions *sessions = slip_sessions();
    sessions->ending = number;
    __sync_synchronize();
    if (sessions->starting > 0) return;
    for (int i = 0; i < 64; i++) {
        if (sessions->leaders[i] > 0) kill(-sessions->leaders[i], SIGKILL);
    }
    signal(number, SIG_DFL);
    raise(number);
}

/// Prepares for a session that must end with this process. `slip_hold_session` must follow. Returns 0 if a signal ends
/// this process already: then no session may be started.
static inline int slip_prepare_session(void) {
    struct slip_sessions *sessions = slip_sessions();
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) {
        struct sigaction before;
        // One that is ignored, or that something else handles, stays so.
        if (sigaction(numbers[i], (struct sigaction *)0, &before) != 0 || before.sa_handler != SIG_DFL) continue;
        struct sigaction ending = {.sa_handler = slip_die_with_sessions};
        sigaction(numbers[i], &ending, (struct sigaction *)0);
    }
    __sync_fetch_and_add(&sessions->starting, 1);
    return !sessions->ending;
}

/// Has the session of a child process end with this process, if a signal ends it. `leader` is 0 if none was started.
static inline void slip_hold_session(pid_t leader) {
    struct slip_sessions *sessions = slip_sessions();
    for (int i = 0; leader > 0 && i < 64; i++) {
        if (__sync_bool_compare_and_swap(&sessions->leaders[i], 0, leader)) break;
    }
    if (__sync_sub_and_fetch(&sessions->starting, 1) == 0 && sessions->ending) raise(sessions->ending);
}

static inline void slip_release_session(pid_t leader) {
    struct slip_sessions *sessions = slip_sessions();
    for (int i = 0; i < 64; i++) __sync_bool_compare_and_swap(&sessions->leaders[i], leader, 0);
}

#endif
