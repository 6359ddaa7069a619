// Makes Swift's locks visible to the thread sanitizer. A `Mutex` without waiting threads is locked and unlocked by atomic
// operations in the code that uses it, which the sanitizer sees. With waiting threads, two functions of the standard library
// and the kernel do it, which the sanitizer does not see. The functions here replace those two, call them, and report to
// the sanitizer what they order.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

// Swift's names of `_MutexHandle._lockSlow(_:)` and `_MutexHandle._unlockSlow()`.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

static void *library(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        fprintf(stderr, "mutex.c: the standard library has no %s any more\n", name);
        abort();
    }
    return found;
}

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
    SWIFT void (*real)(uint32_t, SELF void *) = (SWIFT void (*)(uint32_t, SELF void *))library(LOCK);
    real(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    SWIFT void (*real)(SELF void *) = (SWIFT void (*)(SELF void *))library(UNLOCK);
    real(mutex);
}
