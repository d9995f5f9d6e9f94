// SPDX-License-Identifier: Apache-2.0
#include "router/server/failover_ring.hpp"

#include <algorithm>
#include <utility>

namespace crosspoint::io {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds first_wait{250};
constexpr milliseconds longest_wait{5000};
constexpr milliseconds wait_with_alternatives{1000};
constexpr unsigned tries_per_url = 2;

bool same_place(const config::FailoverUrl& left, const config::FailoverUrl& right) {
    return left.host == right.host && left.port == right.port;
}

} // namespace

milliseconds FailoverRing::failed(bool had_been_open) {
    if (had_been_open) {
        tries_ = 0;
        failures_ = 0;
    } else if (++tries_ >= tries_per_url) {
        tries_ = 0;
        at_ = (at_ + 1) % urls_.size();
    }
    constexpr unsigned doublings_to_the_longest = 5;
    const milliseconds wait =
        std::min(longest_wait, first_wait * (1 << std::min(failures_, doublings_to_the_longest)));
    ++failures_;
    return urls_.size() > 1 ? std::min(wait, wait_with_alternatives) : wait;
}

void FailoverRing::learned(const std::vector<config::FailoverUrl>& urls) {
    const config::FailoverUrl in_use = current();
    urls_.resize(1);
    at_ = 0;
    const auto add = [this](const config::FailoverUrl& url) {
        const auto known =
            std::find_if(urls_.begin(), urls_.end(),
                         [&](const config::FailoverUrl& u) { return same_place(u, url); });
        if (known == urls_.end()) {
            urls_.push_back(url);
        }
    };
    add(in_use);
    at_ = urls_.size() - 1; // the configured one or the one behind it
    for (const config::FailoverUrl& url : urls) {
        add(url);
    }
}

std::string FailoverRing::text() const {
    std::string text;
    for (std::size_t i = 0; i < urls_.size(); ++i) {
        const config::FailoverUrl& url = urls_[(at_ + i) % urls_.size()];
        text += i == 0 ? "" : ", ";
        text += (url.scheme.empty() ? "amqp" : url.scheme) + "://" + url.host + ":" + url.port;
    }
    return text;
}

} // namespace crosspoint::io
