// SPDX-License-Identifier: Apache-2.0
#include "crosspoint/core/outbox.hpp"

#include <iterator>

namespace crosspoint::core {

namespace {

template <class T>
void move_behind(std::vector<T>& earlier, std::vector<T>& later) {
    if (earlier.empty()) {
        earlier.swap(later);
    } else {
        earlier.insert(earlier.end(), std::make_move_iterator(later.begin()),
                       std::make_move_iterator(later.end()));
    }
}

template <class T>
void empty(std::vector<T>& items) {
    constexpr std::size_t kept_bytes = 64 * 1024;
    items.clear();
    if (items.capacity() * sizeof(T) > kept_bytes) {
        items.shrink_to_fit();
    }
}

} // namespace

void Parcel::append(Parcel&& later) {
    serial = later.serial;
    move_behind(answers, later.answers);
    move_behind(link_orders, later.link_orders);
    move_behind(incoming_dispositions, later.incoming_dispositions);
    move_behind(credit, later.credit);
    move_behind(allowances, later.allowances);
    for (std::size_t p = 0; p < priorities; ++p) {
        move_behind(links_with_work[p], later.links_with_work[p]);
    }
    move_behind(streams, later.streams);
    move_behind(outgoing_dispositions, later.outgoing_dispositions);
    move_behind(drained, later.drained);
    move_behind(detaches, later.detaches);
    if (later.close) {
        close = std::move(later.close);
    }
    drop = drop || later.drop;
    if (later.trace_frames) {
        trace_frames = later.trace_frames;
    }
}

void Parcel::clear() {
    serial = 0;
    empty(answers);
    empty(link_orders);
    empty(incoming_dispositions);
    empty(credit);
    empty(allowances);
    for (auto& links : links_with_work) {
        empty(links);
    }
    empty(streams);
    empty(outgoing_dispositions);
    empty(drained);
    empty(detaches);
    close.reset();
    drop = false;
    trace_frames.reset();
}

ParcelPtr Outbox::add(CoreThread&, ParcelPtr parcel) {
    {
        Lock guard(lock_);
        if (waiting_) {
            // Whoever put the first one in has woken the worker.
            waiting_->append(std::move(*parcel));
            return parcel;
        }
        waiting_ = std::move(parcel);
    }
    Lock guard(waker_lock_);
    if (waker_) {
        waker_->wake();
    }
    return nullptr;
}

ParcelPtr Outbox::take(ConnectionTurn&) {
    Lock guard(lock_);
    return std::move(waiting_);
}

void Outbox::close(ConnectionTurn&) {
    Lock guard(waker_lock_);
    waker_ = nullptr;
}

} // namespace crosspoint::core
