// Tells the thread sanitizer of Swift's locks. Where nobody waits, a `Mutex` is taken and given back by atomic operations
// in the code that uses it, which the sanitizer sees; where somebody does, by the standard library and the kernel, which it
// does not. These stand before the library's own two and say what they order.
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
