// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/mutex.hpp"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <netdb.h>
#include <string>

namespace crosspoint::io {

/// What a look-up has found, or why it has found nothing: as of getaddrinfo.
struct HostAddresses {
    struct Free {
        void operator()(addrinfo* found) const { freeaddrinfo(found); }
    };
    int error = 0;
    std::unique_ptr<addrinfo, Free> list;
};

/// What a host name is looked up for.
enum class LookUpFor : std::uint8_t { dialling, listening };

/// Looks up host names, each on a thread of its own.
///
/// A name server that does not answer costs many seconds. Proton would spend them where it is told
/// to listen or to dial: on a worker, or while the router starts or stops. So the name is looked up
/// first, and Proton finds the answer at hand.
class HostNames {
public:
    using Ask = std::function<HostAddresses(const std::string& host, const std::string& port,
                                            LookUpFor purpose)>;

    /// `ask` may block; of the system, unless a test has its own.
    explicit HostNames(Ask ask = ask_the_system);
    ~HostNames() { stop(); }

    /// Calls `then`, in which one call of getaddrinfo gives the answer: at once if the host is an
    /// address, else from another thread, and never if the router stops before.
    void look_up(const std::string& host, const std::string& port, LookUpFor purpose,
                 std::function<void()> then);

    /// From here on nothing is called any more. Does not wait for look-ups, only for a `then` that
    /// has begun.
    void stop();

    static HostAddresses ask_the_system(const std::string& host, const std::string& port,
                                        LookUpFor purpose);

private:
    /// Shared with threads that still look something up when all else has ended.
    struct Shared {
        Mutex lock;
        std::condition_variable_any changed;
        bool stopped GUARDED_BY(lock) = false;
        int calling GUARDED_BY(lock) = 0;
    };

    static void call(Shared& shared, HostAddresses answer, std::function<void()>& then);

    Ask ask_;
    std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

} // namespace crosspoint::io
