// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

#if defined(__clang__)
#define CROSSPOINT_TSA(x) __attribute__((x))
#else
#define CROSSPOINT_TSA(x)
#endif
#define CAPABILITY(name) CROSSPOINT_TSA(capability(name))
#define SCOPED_CAPABILITY CROSSPOINT_TSA(scoped_lockable)
#define GUARDED_BY(m) CROSSPOINT_TSA(guarded_by(m))
#define ACQUIRE(...) CROSSPOINT_TSA(acquire_capability(__VA_ARGS__))
#define RELEASE(...) CROSSPOINT_TSA(release_capability(__VA_ARGS__))
#define REQUIRES(...) CROSSPOINT_TSA(requires_capability(__VA_ARGS__))
#define EXCLUDES(...) CROSSPOINT_TSA(locks_excluded(__VA_ARGS__))

namespace crosspoint {

class CAPABILITY("mutex") Mutex {
public:
    void lock() ACQUIRE() { mutex_.lock(); }
    void unlock() RELEASE() { mutex_.unlock(); }

private:
    std::mutex mutex_;
};

class SCOPED_CAPABILITY Lock {
public:
    explicit Lock(Mutex& mutex) ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
    ~Lock() RELEASE() { mutex_.unlock(); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    Mutex& mutex_;
};

} // namespace crosspoint
