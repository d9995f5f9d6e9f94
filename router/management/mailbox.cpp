// SPDX-License-Identifier: Apache-2.0
#include "router/management/mailbox.hpp"

#include <utility>

namespace crosspoint::management {

namespace {

// Clients beyond these are told to come again: requests must not fill the memory.
constexpr std::size_t most_requests = 5000;
constexpr std::uint64_t most_bytes = 16 * 1024 * 1024;

} // namespace

bool Mailbox::post(core::ManagementRequest request) {
    {
        Lock guard(lock_);
        if (closed_ || requests_.size() >= most_requests ||
            request_bytes_ + request.size > most_bytes) {
            return false;
        }
        request_bytes_ += request.size;
        requests_.push_back(std::move(request));
    }
    changed_.notify_one();
    return true;
}

void Mailbox::post(core::ManagementAnswer answer) {
    {
        Lock guard(lock_);
        answers_.push_back(std::move(answer));
    }
    changed_.notify_one();
}

std::optional<core::ManagementRequest> Mailbox::next_request() {
    Lock guard(lock_);
    while (requests_.empty() && !closed_) {
        changed_.wait(lock_);
    }
    if (closed_) {
        return std::nullopt;
    }
    core::ManagementRequest request = std::move(requests_.front());
    requests_.pop_front();
    request_bytes_ -= request.size;
    return request;
}

std::optional<core::ManagementAnswer> Mailbox::next_answer(std::uint64_t serial) {
    Lock guard(lock_);
    while (!closed_) {
        while (!answers_.empty()) {
            core::ManagementAnswer answer = std::move(answers_.front());
            answers_.pop_front();
            if (answer.serial == serial) {
                return answer;
            }
        }
        changed_.wait(lock_);
    }
    return std::nullopt;
}

void Mailbox::close() {
    {
        Lock guard(lock_);
        closed_ = true;
    }
    changed_.notify_all();
}

} // namespace crosspoint::management
