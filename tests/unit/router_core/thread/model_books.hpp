// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "router_core/link/settlement.hpp"
#include "router_core/link/stream_stall.hpp"

#include "crosspoint/core/actions.hpp"
#include "crosspoint/core/delivery_state.hpp"
#include "crosspoint/core/settings.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/// What the model test writes down, and what the core should have made of it. Kept apart from the
/// core: nothing here asks the core what it did.
namespace crosspoint::model {

namespace state = core::state;
using Codes = std::set<std::uint64_t>;

/// Thrown where the core and the books differ.
struct Broken : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class... Parts>
void expect(bool ok, const Parts&... parts) {
    if (!ok) {
        std::ostringstream text;
        (text << ... << parts);
        throw Broken(text.str());
    }
}

/// A consumer's link, for as long as anybody remembers a message of it.
struct ReceiverBook {
    std::string key;   ///< of its address
    bool lost = false; ///< the core has been told that it is gone
    std::uint64_t max_size = 0;
};

/// What one consumer had of one message.
struct CopyBook {
    bool handed_over = false;         ///< a worker has seen it
    bool sent = false;                ///< completely
    bool lost = false;                ///< with the link, before the consumer settled
    bool given_up = false;            ///< aborted by the core, although the producer went on
    bool as_settled = false;          ///< sent settled
    bool settled = false;             ///< by the consumer
    bool told_settled = false;        ///< by the router
    std::uint64_t said = state::none; ///< last state that the consumer declared
    std::uint64_t bytes = 0;          ///< sent so far
};

struct MessageBook {
    std::uint64_t number = 0;
    bool came_settled = false;
    bool stream = false;
    bool aborted = false;
    bool complete = false;
    bool producer_gone = false;
    bool producer_settled = false;
    bool multicast = false;
    std::uint8_t priority = 4;
    std::uint64_t size = 0;
    std::uint64_t sent_ms = 0;
    std::uint64_t refusal = state::none; ///< what it is refused with if it has no targets
    std::string refusal_condition;
    std::set<int> targets; ///< receivers that it may, or if multicast must, go to
    std::map<int, CopyBook> copies;

    bool known = false; ///< to the core
    int settlements = 0;
    std::uint64_t told = state::none; ///< last word to the producer
    std::string told_condition;
};

class Books {
public:
    std::uint64_t now_ms = 1000;

    int add_receiver(std::uint64_t max_size) {
        receivers_.push_back({{}, false, max_size});
        return static_cast<int>(receivers_.size()) - 1;
    }
    ReceiverBook& receiver(int number) { return receivers_.at(static_cast<std::size_t>(number)); }
    std::vector<MessageBook>& messages() { return messages_; }
    MessageBook& message(std::uint64_t number) { return messages_.at(number); }
    MessageBook& add_message() {
        messages_.emplace_back();
        messages_.back().number = messages_.size() - 1;
        messages_.back().sent_ms = now_ms;
        return messages_.back();
    }

    /// A copy of it may have been given up because it held the others up.
    bool may_have_stalled(const MessageBook& m) const {
        return m.multicast && m.stream && now_ms - m.sent_ms >= core::StreamStall::patience_ms;
    }

    bool is_too_large(const MessageBook& m, int number) const {
        const std::uint64_t bound = receivers_[static_cast<std::size_t>(number)].max_size;
        return bound > 0 && m.size > bound;
    }

    /// The receivers of an address, as the core should see them.
    std::set<int>& at(const std::string& key) { return by_key_[key]; }

    /// Checks a message whose story is over.
    void check_end(const MessageBook& m, std::uint64_t& dropped) const {
        if (!m.known) {
            return;
        }
        check_copies(m);
        if (m.came_settled && !m.stream) {
            expect(m.settlements == 0, "message ", m.number, " came settled and was settled again");
            count_dropped(m, dropped);
            return;
        }
        if (m.producer_gone) {
            return;
        }
        expect(m.settlements == 1, "message ", m.number, " was settled ", m.settlements, " times");
        if (m.producer_settled || m.came_settled) {
            return;
        }
        if (m.aborted) {
            expect(m.told == state::none, "aborted message ", m.number, " got state ", m.told);
            return;
        }
        const Codes allowed = m.multicast ? combined(m) : single(m);
        expect(allowed.count(m.told) > 0, "message ", m.number, " ended as ", m.told,
               " but should have ended as ", text(allowed));
        if (m.targets.empty() && m.refusal == state::rejected) {
            expect(m.told_condition == m.refusal_condition, "message ", m.number,
                   " was refused with ", m.told_condition);
        }
    }

private:
    static std::string text(const Codes& codes) {
        std::string all;
        for (const std::uint64_t code : codes) {
            all += (all.empty() ? "" : " or ") + std::to_string(code);
        }
        return all;
    }

    void check_copies(const MessageBook& m) const {
        for (const auto& [receiver, copy] : m.copies) {
            expect(m.targets.count(receiver) > 0, "message ", m.number, " went to receiver ",
                   receiver, ", which is none of its destination's");
        }
        expect(m.multicast || m.copies.size() <= 1, "message ", m.number, " went to ",
               m.copies.size(), " receivers");
    }

    /// Only a consumer that could not follow, or is gone, may miss a message that came settled.
    void count_dropped(const MessageBook& m, std::uint64_t& dropped) const {
        std::uint64_t present = 0;
        bool excused = m.targets.empty();
        for (const int number : m.targets) {
            const ReceiverBook& r = receivers_[static_cast<std::size_t>(number)];
            const bool missed = m.copies.count(number) == 0;
            const bool too_large = is_too_large(m, number);
            excused = excused || r.lost || too_large;
            present += missed && !r.lost && !too_large ? 1 : 0;
        }
        if (m.multicast) {
            dropped += present;
        } else if (m.copies.empty() && !excused) {
            ++dropped;
        }
    }

    /// How one copy may have ended.
    Codes outcome(const MessageBook& m, int number) const {
        const auto found = m.copies.find(number);
        const CopyBook* copy = found != m.copies.end() ? &found->second : nullptr;
        Codes codes;
        if (copy) {
            codes = outcome(m, *copy);
        } else if (receivers_[static_cast<std::size_t>(number)].lost) {
            codes.insert(state::released);
        }
        // The core may have given the copy up before it heard what became of it.
        if (is_too_large(m, number) && (m.stream || !copy)) {
            codes.insert(state::rejected);
        }
        if (may_have_stalled(m)) {
            codes.insert(copy ? state::modified : state::released);
        }
        return codes;
    }

    static Codes outcome(const MessageBook& m, const CopyBook& copy) {
        const bool terminal = core::DeliveryState(copy.said).terminal();
        if (copy.settled) {
            return {m.multicast && !terminal ? state::modified : copy.said};
        }
        if (m.multicast && terminal && (copy.given_up || copy.lost)) {
            return {copy.said};
        }
        if (copy.as_settled && copy.sent) {
            return {state::accepted};
        }
        if (copy.lost && !copy.given_up) {
            return {copy.sent ? state::modified : state::released};
        }
        return {};
    }

    Codes single(const MessageBook& m) const {
        if (m.targets.empty()) {
            return {m.refusal};
        }
        if (!m.copies.empty()) {
            return outcome(m, m.copies.begin()->first);
        }
        Codes all;
        for (const int number : m.targets) {
            const Codes one = outcome(m, number);
            all.insert(one.begin(), one.end());
        }
        return all;
    }

    Codes combined(const MessageBook& m) const {
        if (m.targets.empty()) {
            return {m.refusal};
        }
        Codes all{state::none};
        for (const int number : m.targets) {
            Codes next;
            const Codes one = outcome(m, number);
            expect(!one.empty(), "receiver ", number, " never got message ", m.number);
            for (const std::uint64_t left : all) {
                for (const std::uint64_t right : one) {
                    next.insert(core::combine(left, right));
                }
            }
            all = next;
        }
        return all;
    }

    std::vector<ReceiverBook> receivers_;
    std::vector<MessageBook> messages_;
    std::map<std::string, std::set<int>> by_key_;
};

} // namespace crosspoint::model
