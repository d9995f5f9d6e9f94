// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/router_core/thread/model_books.hpp"
#include "tests/unit/tokens.hpp"

#include "crosspoint/base/slot_map.hpp"
#include "crosspoint/core/actions.hpp"
#include "crosspoint/core/limits.hpp"
#include "crosspoint/core/outbox.hpp"
#include "crosspoint/message/message.hpp"

#include <cstring>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// Workers as the core sees them: connections, the links on them and the peers behind those. They
/// do what router/amqp does, at a pace that chance decides.
namespace crosspoint::model {

using message::Ending;

class Chance {
public:
    explicit Chance(std::uint64_t seed) : engine_(seed) {}
    /// 0 to `below` - 1.
    std::uint64_t number(std::uint64_t below) { return engine_() % below; }
    bool percent(std::uint64_t p) { return number(100) < p; }
    template <class T>
    T& pick(std::vector<T>& from) {
        return from[number(from.size())];
    }

private:
    std::mt19937_64 engine_;
};

/// The number of a message stands where its bytes begin.
inline message::MessagePtr numbered_message(std::uint64_t number, std::uint8_t priority,
                                            const std::string& to) {
    const auto size = static_cast<std::uint32_t>(sizeof number + to.size());
    message::BufferPtr buffer = message::BufferPtr::make(size);
    std::memcpy(buffer->data(), &number, sizeof number);
    std::memcpy(buffer->data() + sizeof number, to.data(), to.size());
    message::Facts facts;
    facts.priority = priority;
    facts.to = {sizeof number, size};
    return message::MessagePtr(new message::Message(std::move(buffer), facts));
}

inline std::uint64_t number_of(const core::LinkWithWork& work) {
    const message::BufferPtr& start = work.start ? work.start : work.message->head();
    expect(bool(start), "a delivery has no bytes to start from");
    std::uint64_t number = 0;
    std::memcpy(&number, start->data(), sizeof number);
    return number;
}

/// A producer's link.
struct SimSender {
    LinkId id;
    std::string key;     ///< of its target; empty: anonymous
    std::string primary; ///< text whose fallback it may use; empty if there is none
    bool is_fallback = false;
    bool answered = false;
    bool draining = false;
    std::uint32_t capacity = 0;
    std::uint64_t credit = 0;
    SlotMap<std::uint64_t, IncomingId> unsettled; ///< numbers of messages
    std::map<std::uint64_t, IncomingId> ids;      ///< and their ids
    struct Stream {
        std::uint64_t number = 0;
        IncomingId id;
        std::uint64_t read = 0;
        std::uint64_t total = 0;
        std::uint64_t allowed = core::limits::stream_window;
        bool discard = false;
    };
    std::optional<Stream> stream;
};

/// A consumer's link.
struct SimReceiver {
    LinkId id;
    int number = 0; ///< in the books
    bool answered = false;
    bool refused_expected = false;
    bool dynamic = false;
    std::uint64_t credit = 0;
    bool drain = false;

    struct Sending {
        core::LinkWithWork work;
        std::uint64_t number = 0;
        std::uint64_t sent = 0;
        std::uint64_t reported = 0;
        bool begun = false;
    };
    std::deque<Sending> queue;
    std::map<OutgoingId, std::uint64_t> unsettled; ///< sent completely; numbers of messages
    std::map<std::pair<std::uint8_t, std::uint64_t>, std::uint64_t> last; ///< for the order check

    std::uint64_t handed_over = 0;
    std::uint64_t highest_limit = 0;
    std::uint64_t passed = 0, passed_bytes = 0;
    std::uint64_t reported_passed = 0, reported_bytes = 0, reported_limit = 0;
    std::uint32_t drain_serial = 0;
    bool reported_drain = false;
    bool drain_when_sent = false;
};

/// One connection with the worker that serves it.
class SimConnection final : public core::Waker {
public:
    SimConnection(Books& books, Chance& chance, ConnectionId id, std::uint32_t capacity)
        : books_(books),
          chance_(chance),
          id_(id),
          outbox_(new core::Outbox(*this)) {
        core::ConnectionOpened opened;
        opened.info.link_capacity = capacity;
        opened.outbox = outbox_;
        post(std::move(opened));
        capacity_ = capacity;
    }
    ~SimConnection() { outbox_->close(turn_.token); }
    SimConnection(const SimConnection&) = delete;
    SimConnection& operator=(const SimConnection&) = delete;

    void wake() override { woken = true; }
    void post(core::Action action) { pending.push_back(std::move(action)); }

    /// Takes what the core has for us, if it has said so.
    bool take() {
        if (!std::exchange(woken, false)) {
            return false;
        }
        core::ParcelPtr parcel = outbox_->take(turn_.token);
        expect(bool(parcel), "woken for nothing");
        expect(parcel->serial > parcels_taken, "a parcel came twice");
        parcels_taken = parcel->serial;
        on_parcel(*parcel);
        used = std::move(parcel);
        return true;
    }

    SimSender& attach_sender(core::LinkAttached attached, std::string key, std::string primary,
                             bool fallback) {
        auto made = std::make_unique<SimSender>();
        attached.link = made->id = next_link();
        made->key = std::move(key);
        made->primary = std::move(primary);
        made->is_fallback = fallback;
        made->capacity = capacity_;
        post(std::move(attached));
        senders.push_back(std::move(made));
        return *senders.back();
    }

    SimReceiver& attach_receiver(core::LinkAttached attached, const std::string& key,
                                 bool refused) {
        auto made = std::make_unique<SimReceiver>();
        attached.link = made->id = next_link();
        made->number = books_.add_receiver(attached.max_message_size);
        books_.receiver(made->number).key = key;
        made->refused_expected = refused;
        made->dynamic = attached.source.dynamic;
        numbers[made->id] = made->number;
        post(std::move(attached));
        receivers.push_back(std::move(made));
        return *receivers.back();
    }

    void send(SimSender& sender, MessageBook& m, const std::string& to, bool stream_it) {
        --sender.credit;
        core::DeliveryArrived arrived;
        arrived.link = sender.id;
        arrived.message = numbered_message(m.number, m.priority, to);
        arrived.settled = m.came_settled;
        arrived.size = m.size;
        m.complete = !stream_it;
        if (stream_it) {
            SimSender::Stream stream;
            stream.number = m.number;
            stream.total = m.size;
            stream.read = std::min<std::uint64_t>(m.size - 1, core::limits::stream_threshold +
                                                                  chance_.number(100'000));
            m.stream = true;
            arrived.size = stream.read;
            arrived.ending = Ending::open;
            arrived.id = stream.id = keep(sender, m);
            sender.stream = stream;
        } else if (!m.came_settled) {
            arrived.id = keep(sender, m);
        }
        post(std::move(arrived));
    }

    /// Reads more of the message that is coming in. `to_the_end`: the producer is in a hurry.
    bool read_on(SimSender& sender, bool to_the_end) {
        if (!sender.stream) {
            return false;
        }
        SimSender::Stream& s = *sender.stream;
        const std::uint64_t bound = s.discard ? s.total : std::min(s.total, s.allowed);
        if (s.read >= bound) {
            return false;
        }
        s.read = to_the_end ? bound : std::min(bound, s.read + 1 + chance_.number(400'000));
        const bool complete = s.read == s.total;
        post(core::StreamGrew{sender.id, s.id, s.read, complete ? Ending::complete : Ending::open});
        if (complete) {
            books_.message(s.number).complete = true;
            sender.stream.reset();
        }
        return true;
    }

    void abort(SimSender& sender) {
        SimSender::Stream& s = *sender.stream;
        books_.message(s.number).aborted = true;
        post(core::StreamGrew{sender.id, s.id, s.read, Ending::aborted});
        sender.stream.reset();
    }

    void return_credit(SimSender& sender) {
        if (sender.draining && sender.credit > 0) {
            post(core::CreditReturned{sender.id, static_cast<std::uint32_t>(sender.credit)});
            sender.credit = 0;
        }
    }

    /// The producer loses interest, or answers the consumer's state.
    void producer_settles(SimSender& sender, IncomingId id, std::uint64_t number) {
        MessageBook& m = books_.message(number);
        if (!std::exchange(m.producer_settled, true)) {
            post(core::ProducerDisposition{sender.id, id, {}, true});
        }
    }

    void flow(SimReceiver& r, std::uint64_t more, bool drain) {
        r.credit += more;
        r.drain = drain;
        send_ready(r, 0);
    }

    /// Sends up to so many bytes, and reports.
    bool send_ready(SimReceiver& r, std::uint64_t bytes) {
        bool any = false;
        while (!r.queue.empty() && bytes > 0 && send_front(r, bytes)) {
            any = true;
        }
        if (r.queue.empty() && std::exchange(r.drain_when_sent, false) && r.drain) {
            r.credit = 0;
        }
        report(r);
        return any;
    }

    void consumer_says(SimReceiver& r, OutgoingId id, std::uint64_t number,
                       core::DeliveryState said, bool settled) {
        CopyBook& copy = books_.message(number).copies.at(r.number);
        copy.said = said.code;
        copy.settled = copy.settled || settled;
        post(core::ConsumerDisposition{id, std::move(said), settled});
        if (settled) {
            r.unsettled.erase(id);
        }
    }

    /// The consumer settles what it has only seen a part of.
    void refuse_front(SimReceiver& r, core::DeliveryState said) {
        SimReceiver::Sending& front = r.queue.front();
        consumer_says(r, front.work.id, front.number, std::move(said), true);
        pass_front(r);
        send_ready(r, 0);
    }

    void detach(SimReceiver& r, bool lost) {
        core::LinkDetached detached{r.id, lost, parcels_taken, {}};
        for (SimReceiver::Sending& sending : r.queue) {
            lose(r, sending.number);
            if (sending.work.id) {
                detached.unsent.push_back(sending.work.id);
            }
        }
        for (const auto& [id, number] : r.unsettled) {
            lose(r, number);
        }
        post(std::move(detached));
        free_link(r.id);
        std::erase_if(receivers, [&](const auto& one) { return one.get() == &r; });
    }

    void detach(SimSender& s, bool lost) {
        s.unsettled.for_each([&](std::uint64_t n) { books_.message(n).producer_gone = true; });
        if (s.stream) {
            books_.message(s.stream->number).aborted = true;
        }
        post(core::LinkDetached{s.id, lost, parcels_taken, {}});
        free_link(s.id);
        std::erase_if(senders, [&](const auto& one) { return one.get() == &s; });
    }

    /// The transport fails with everything under way.
    void lose() {
        outbox_->close(turn_.token);
        outbox_->take(turn_.token).reset();
        woken = false;
        closed = true;
        while (!receivers.empty()) {
            detach(*receivers.back(), true);
        }
        while (!senders.empty()) {
            detach(*senders.back(), true);
        }
        post(core::ConnectionClosed{});
    }

    ConnectionId id() const { return id_; }

    std::deque<core::Action> pending;
    std::vector<std::unique_ptr<SimSender>> senders;
    std::vector<std::unique_ptr<SimReceiver>> receivers;
    std::map<LinkId, int> numbers; ///< of receivers that ever were, in the books
    std::vector<std::string> dynamic_addresses;
    core::ParcelPtr used;
    std::uint64_t parcels_taken = 0;
    bool woken = false;
    bool closed = false;

private:
    static IncomingId keep(SimSender& sender, const MessageBook& m) {
        return sender.ids[m.number] = sender.unsettled.emplace(m.number).first;
    }

    LinkId next_link() {
        if (free_links_.empty()) {
            return {next_slot_++, 1};
        }
        const LinkId id = free_links_.back();
        free_links_.pop_back();
        return id;
    }
    void free_link(LinkId id) { free_links_.push_back({id.slot, id.generation + 1}); }

    void lose(SimReceiver& r, std::uint64_t number) {
        CopyBook& copy = books_.message(number).copies.at(r.number);
        copy.lost = !copy.settled;
    }

    void pass_front(SimReceiver& r) {
        SimReceiver::Sending& front = r.queue.front();
        r.credit -= front.begun ? 1 : 0;
        ++r.passed;
        r.passed_bytes += front.work.counted;
        r.queue.pop_front();
    }

    /// False if there was no room or credit for all there is of the first message.
    bool send_front(SimReceiver& r, std::uint64_t& bytes) {
        SimReceiver::Sending& front = r.queue.front();
        if (front.work.ending == Ending::aborted) {
            pass_front(r);
            return true;
        }
        if (!front.begun && r.credit == 0) {
            return false;
        }
        front.begun = true;
        const std::uint64_t here = std::min(bytes, front.work.size - front.sent);
        front.sent += here;
        bytes -= here;
        CopyBook& copy = books_.message(front.number).copies.at(r.number);
        copy.bytes = front.sent;
        if (front.sent == front.work.size && front.work.ending == Ending::complete) {
            const std::uint64_t bound = books_.receiver(r.number).max_size;
            expect(bound == 0 || front.sent <= bound, "receiver ", r.number,
                   " was sent more than it takes");
            copy.sent = true;
            copy.as_settled = front.work.settled;
            if (!front.work.settled) {
                r.unsettled[front.work.id] = front.number;
            } else if (front.work.producer_waits) {
                post(core::ConsumerDisposition{front.work.id, state::accepted, true});
            }
            pass_front(r);
            return true;
        }
        if (front.work.id && front.sent >= front.reported + core::limits::stream_step) {
            front.reported = front.sent;
            post(core::StreamProgress{front.work.id, front.sent});
            return here > 0;
        }
        return false;
    }

    void report(SimReceiver& r) {
        if (!r.answered) {
            return;
        }
        if (r.passed - r.reported_passed >= core::limits::progress_deliveries ||
            r.passed_bytes - r.reported_bytes >= core::limits::progress_bytes) {
            r.reported_passed = r.passed;
            r.reported_bytes = r.passed_bytes;
            post(core::SendProgress{r.id, r.passed, r.passed_bytes});
        }
        const std::uint64_t limit = r.passed + r.credit;
        const bool drain = r.drain && r.credit > 0;
        if (limit != r.reported_limit || drain != r.reported_drain) {
            r.reported_limit = limit;
            r.highest_limit = std::max(limit, r.highest_limit);
            r.reported_drain = drain;
            r.drain_serial += drain ? 1 : 0;
            post(core::CreditArrived{r.id, limit, drain, r.drain_serial});
        }
    }

    SimSender* find_sender(LinkId id) {
        for (auto& s : senders) {
            if (s->id == id) {
                return s.get();
            }
        }
        return nullptr;
    }
    SimReceiver* find_receiver(LinkId id) {
        for (auto& r : receivers) {
            if (r->id == id) {
                return r.get();
            }
        }
        return nullptr;
    }

    void on_parcel(core::Parcel& parcel) {
        for (core::AttachAnswer& answer : parcel.answers) {
            on_answer(answer);
        }
        for (core::IncomingDisposition& told : parcel.incoming_dispositions) {
            on_told(told);
        }
        for (const core::CreditGrant& grant : parcel.credit) {
            on_grant(grant);
        }
        for (const core::StreamAllowance& allowance : parcel.allowances) {
            on_allowance(allowance);
        }
        for (std::size_t p = core::priorities; p-- > 0;) {
            for (core::LinkWithWork& work : parcel.links_with_work[p]) {
                on_work(work, static_cast<std::uint8_t>(p));
            }
        }
        for (const core::StreamReady& ready : parcel.streams) {
            on_stream_ready(ready);
        }
        for (core::OutgoingDisposition& told : parcel.outgoing_dispositions) {
            on_told(told);
        }
        for (const core::DrainDone& done : parcel.drained) {
            SimReceiver* r = find_receiver(done.link);
            if (r && done.serial == r->drain_serial) {
                r->drain_when_sent = true;
                send_ready(*r, 0);
            }
        }
        expect(parcel.detaches.empty() && !parcel.close, "the core has detached or closed");
    }

    void on_answer(core::AttachAnswer& answer) {
        if (SimSender* s = find_sender(answer.link)) {
            expect(!std::exchange(s->answered, true), "a sender was answered twice");
            expect(!answer.refused, "a sender was refused");
        } else if (SimReceiver* r = find_receiver(answer.link)) {
            expect(!std::exchange(r->answered, true), "a receiver was answered twice");
            expect(answer.refused.has_value() == r->refused_expected, "wrong answer to a receiver");
            if (answer.refused) {
                free_link(r->id);
                std::erase_if(receivers, [&](const auto& one) { return one.get() == r; });
                return;
            }
            if (r->dynamic) {
                const std::string prefix = "amqp:/_topo/0/R/";
                expect(answer.dynamic_address.compare(0, prefix.size(), prefix) == 0,
                       "strange dynamic address ", answer.dynamic_address);
                ReceiverBook& book = books_.receiver(r->number);
                book.key = "L" + answer.dynamic_address.substr(prefix.size());
                books_.at(book.key).insert(r->number);
                dynamic_addresses.push_back(answer.dynamic_address);
            }
            report(*r);
        }
    }

    void on_told(core::IncomingDisposition& told) {
        SimSender* s = find_sender(told.link);
        if (!s) {
            return;
        }
        std::uint64_t* number = s->unsettled.find(told.id);
        expect(number != nullptr, "the producer was told of a delivery it does not have");
        MessageBook& m = books_.message(*number);
        expect(m.complete || m.aborted, "message ", m.number, " got a state before its end");
        expect(m.settlements == 0, "message ", m.number, " got a state after its settlement");
        m.told = told.state.code;
        m.told_condition = told.state.detail ? told.state.detail->condition : "";
        if (told.settle) {
            ++m.settlements;
            s->ids.erase(m.number);
            s->unsettled.erase(told.id);
        }
    }

    void on_grant(const core::CreditGrant& grant) {
        SimSender* s = find_sender(grant.link);
        if (!s) {
            return;
        }
        expect(s->answered, "credit for a sender that was not answered");
        expect(grant.credit == 0 || !grant.drain, "credit together with drain");
        s->credit += grant.credit;
        s->draining = grant.drain;
        expect(s->credit + s->unsettled.size() <= s->capacity, "a sender got more than capacity");
    }

    void on_allowance(const core::StreamAllowance& allowance) {
        SimSender* s = find_sender(allowance.link);
        if (!s || !s->stream || s->stream->id != allowance.id) {
            return;
        }
        const MessageBook& m = books_.message(s->stream->number);
        expect(allowance.discard || allowance.bytes > s->stream->allowed,
               "an allowance was not raised");
        for (const auto& [number, copy] : m.copies) {
            const bool counts = !copy.settled && !copy.lost && !copy.given_up &&
                                !books_.may_have_stalled(m) && !books_.is_too_large(m, number);
            expect(allowance.discard || !counts ||
                       allowance.bytes <= copy.bytes + core::limits::stream_window,
                   "message ", m.number, " may be read too far ahead of receiver ", number);
        }
        s->stream->allowed = allowance.bytes;
        s->stream->discard = allowance.discard;
    }

    void on_work(core::LinkWithWork& work, std::uint8_t priority) {
        SimReceiver* r = find_receiver(work.link);
        if (!r) {
            return;
        }
        expect(r->answered, "work for a receiver that was not answered");
        ++r->handed_over;
        expect(r->handed_over <= r->highest_limit, "receiver ", r->number,
               " was given more than its credit");
        SimReceiver::Sending sending;
        sending.number = number_of(work);
        MessageBook& m = books_.message(sending.number);
        CopyBook& copy = m.copies[r->number];
        expect(!std::exchange(copy.handed_over, true), "message ", m.number,
               " came twice to receiver ", r->number);
        expect(m.priority == priority, "message ", m.number, " came with the wrong priority");
        expect(!m.came_settled || work.settled, "message ", m.number, " lost its settlement");
        expect(work.id || work.settled, "message ", m.number, " cannot be settled");
        sending.work = std::move(work);
        r->queue.push_back(std::move(sending));
    }

    void on_stream_ready(const core::StreamReady& ready) {
        SimReceiver* r = find_receiver(ready.link);
        if (!r) {
            return;
        }
        for (SimReceiver::Sending& sending : r->queue) {
            if (sending.work.id == ready.id) {
                expect(sending.work.ending == Ending::open, "a stream goes on behind its end");
                sending.work.size = std::max(ready.size, sending.work.size);
                sending.work.ending = ready.ending;
                MessageBook& m = books_.message(sending.number);
                if (ready.ending == Ending::aborted && !m.aborted) {
                    m.copies.at(r->number).given_up = true;
                }
                return;
            }
        }
    }

    void on_told(core::OutgoingDisposition& told) {
        SimReceiver* r = find_receiver(told.link);
        if (!r || !told.settle) {
            return;
        }
        for (SimReceiver::Sending& sending : r->queue) {
            if (sending.work.id == told.id) {
                sending.work.settled = true;
                return;
            }
        }
        if (const auto found = r->unsettled.find(told.id); found != r->unsettled.end()) {
            books_.message(found->second).copies.at(r->number).told_settled = true;
            r->unsettled.erase(found);
        }
    }

    Books& books_;
    Chance& chance_;
    ConnectionId id_;
    IntrusivePtr<core::Outbox> outbox_;
    ConnectionTurnForTest turn_;
    std::uint32_t capacity_ = 250;
    std::uint32_t next_slot_ = 0;
    std::vector<LinkId> free_links_;
};

} // namespace crosspoint::model
