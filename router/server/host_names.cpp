// SPDX-License-Identifier: Apache-2.0
#include "router/server/host_names.hpp"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <optional>
#include <pthread.h>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <utility>

namespace crosspoint::io {

namespace {

/// What the next call of getaddrinfo on this thread is to give.
thread_local std::optional<HostAddresses> at_hand;

bool is_address(const std::string& host) {
    in6_addr address{};
    return inet_pton(AF_INET, host.c_str(), &address) == 1 ||
           inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

int ask_the_library(const char* host, const char* port, const addrinfo* hints, addrinfo** found) {
    static const auto original =
        reinterpret_cast<decltype(&::getaddrinfo)>(dlsym(RTLD_NEXT, "getaddrinfo"));
    return original(host, port, hints, found);
}

} // namespace

HostNames::HostNames(Ask ask) : ask_(std::move(ask)) {}

void HostNames::look_up(const std::string& host, const std::string& port, LookUpFor purpose,
                        std::function<void()> then) {
    if (host.empty() || is_address(host)) {
        then();
        return;
    }
    auto run = [shared = shared_, ask = ask_, host, port, purpose, then]() mutable {
        pthread_setname_np(pthread_self(), "host-name");
        call(*shared, ask(host, port, purpose), then);
    };
    try {
        std::thread(std::move(run)).detach();
    } catch (const std::system_error&) {
        then(); // no threads left: slowly is better than not at all
    }
}

void HostNames::call(Shared& shared, HostAddresses answer, std::function<void()>& then) {
    {
        Lock guard(shared.lock);
        if (shared.stopped) {
            return;
        }
        ++shared.calling;
    }
    at_hand = std::move(answer);
    then();
    then = nullptr; // what it holds must not outlive the server
    at_hand.reset();
    {
        Lock guard(shared.lock);
        --shared.calling;
    }
    shared.changed.notify_all();
}

void HostNames::stop() {
    Lock guard(shared_->lock);
    shared_->stopped = true;
    while (shared_->calling > 0) {
        shared_->changed.wait(shared_->lock);
    }
}

/// With the hints that Proton gives.
HostAddresses HostNames::ask_the_system(const std::string& host, const std::string& port,
                                        LookUpFor purpose) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_V4MAPPED | AI_ADDRCONFIG;
    if (purpose == LookUpFor::listening) {
        hints.ai_flags |= AI_PASSIVE | AI_ALL;
    }
    HostAddresses answer;
    addrinfo* found = nullptr;
    answer.error = ask_the_library(host.c_str(), port.c_str(), &hints, &found);
    answer.list.reset(found);
    return answer;
}

} // namespace crosspoint::io

/// Takes the place of the C library's, for Proton as well: the dynamic linker looks at the program
/// first.
extern "C" int getaddrinfo(const char* host, const char* port, const addrinfo* hints,
                           addrinfo** found) {
    auto& at_hand = crosspoint::io::at_hand;
    if (!at_hand) {
        return crosspoint::io::ask_the_library(host, port, hints, found);
    }
    const int error = at_hand->error;
    *found = at_hand->list.release();
    at_hand.reset();
    return error;
}
