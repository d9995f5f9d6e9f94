// SPDX-License-Identifier: Apache-2.0
#include "router/server/spare_descriptors.hpp"

#include "crosspoint/base/log.hpp"
#include "crosspoint/base/mutex.hpp"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace crosspoint::io {

namespace {

/// Each refusal that Proton sees occupies one until a worker has closed the connection.
constexpr std::size_t kept = 32;
constexpr int refused_at_once = 256;

class SpareDescriptors {
public:
    void refill() EXCLUDES(lock_) {
        Lock guard(lock_);
        while (spare_.size() < kept) {
            const int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
            if (descriptor < 0) {
                return;
            }
            spare_.push_back(descriptor);
        }
    }

    /// False if there is none.
    bool give_one_up() EXCLUDES(lock_) {
        Lock guard(lock_);
        if (spare_.empty()) {
            return false;
        }
        close(spare_.back());
        spare_.pop_back();
        return true;
    }

    /// How many refusals to report now: one line a second is enough.
    std::uint64_t count_refused(std::uint64_t more) EXCLUDES(lock_) {
        const auto now = std::chrono::steady_clock::now();
        Lock guard(lock_);
        refused_ += more;
        if (now < next_report_) {
            return 0;
        }
        next_report_ = now + std::chrono::seconds(1);
        return std::exchange(refused_, 0);
    }

    void tell_proton() { proton_knows_.store(true); }
    [[nodiscard]] bool proton_knows() const { return proton_knows_.load(); }

private:
    std::atomic<bool> proton_knows_{false};
    Mutex lock_;
    std::vector<int> spare_ GUARDED_BY(lock_);
    std::uint64_t refused_ GUARDED_BY(lock_) = 0;
    std::chrono::steady_clock::time_point next_report_ GUARDED_BY(lock_);
};

SpareDescriptors& spare_descriptors() {
    static SpareDescriptors descriptors;
    return descriptors;
}

int accept_one(int listener) {
    return accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
}

bool has_more(int listener) {
    pollfd asked{listener, POLLIN, 0};
    return poll(&asked, 1, 0) > 0;
}

bool is_shortage(int reason) {
    return reason == EMFILE || reason == ENFILE;
}

void report_refused(std::uint64_t refused) {
    if (const std::uint64_t told = spare_descriptors().count_refused(refused)) {
        log::write(log::Module::server, log::Level::error,
                   "No file descriptors left: %lu connections refused. Raise the limit of the "
                   "process (ulimit -n, LimitNOFILE)",
                   told);
    }
}

/// Gives the last one, which is closed for both sides already: Proton forgets a listener that had
/// something for it and then has nothing.
int refuse_all(int listener) {
    int accepted = -1;
    int reason = EAGAIN; // the system looks for a descriptor before it looks for a connection
    if (has_more(listener)) {
        reason = EMFILE;
    }
    while (accepted < 0 && is_shortage(reason) && spare_descriptors().give_one_up()) {
        accepted = accept_one(listener);
        reason = errno;
    }
    std::uint64_t refused = 0;
    while (accepted >= 0 && ++refused < refused_at_once && has_more(listener)) {
        close(accepted);
        accepted = accept_one(listener);
        reason = errno;
    }
    if (accepted >= 0) {
        shutdown(accepted, SHUT_RDWR);
    }
    if (refused > 0) {
        report_refused(refused);
    }
    if (accepted < 0 && is_shortage(reason)) {
        spare_descriptors().tell_proton();
    }
    errno = reason;
    return accepted;
}

/// The connection is the peer's or the network's trouble, not the listener's.
bool concerns_one_connection(int reason) {
    return reason == EINTR || reason == ECONNABORTED || reason == EPROTO || reason == ENETDOWN ||
           reason == ENOPROTOOPT || reason == EHOSTDOWN || reason == ENONET ||
           reason == EHOSTUNREACH || reason == EOPNOTSUPP || reason == ENETUNREACH;
}

} // namespace

void keep_spare_descriptors() {
    spare_descriptors().refill();
}

bool shortage_reached_proton() {
    return spare_descriptors().proton_knows();
}

} // namespace crosspoint::io

/// Takes the place of the C library's for Proton, which asks for no address: the dynamic linker
/// looks at the program first.
extern "C" int accept(int listener, sockaddr*, socklen_t*) {
    while (true) {
        // First of all: else what refusals leave would be used up by other connections.
        crosspoint::io::keep_spare_descriptors();
        const int accepted = crosspoint::io::accept_one(listener);
        if (accepted >= 0) {
            return accepted;
        }
        if (crosspoint::io::is_shortage(errno)) {
            return crosspoint::io::refuse_all(listener);
        }
        if (!crosspoint::io::concerns_one_connection(errno)) {
            return -1;
        }
    }
}
