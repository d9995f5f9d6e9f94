// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/intrusive_ptr.hpp"
#include "crosspoint/base/tally.hpp"
#include "crosspoint/message/buffer.hpp"
#include "crosspoint/message/sections.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace crosspoint::message {

/// How the bytes of a message ended, as far as somebody knows.
enum class Ending : std::uint8_t {
    open,     ///< more will come
    complete, ///< all is there
    aborted,  ///< the producer gave up, or was lost; nothing more will come
};

/// What a worker has read of one message: its bytes and what was understood of them.
///
/// Never changes once it was handed to the core, except that the core lets go of the first buffer
/// of a message that still arrives (`release_head`), so that its bytes can be freed as they are
/// sent.
class Message : public Counted, private Tallied<Message> {
public:
    static constexpr std::string_view tally_name = "qd_message_content_t";

    Message(BufferPtr head, Facts facts) : facts_(facts), head_(std::move(head)) {}

    const Facts& facts() const noexcept { return facts_; }

    /// The first buffer; holds at least every byte that `facts` speaks of, in one piece.
    const BufferPtr& head() const noexcept { return head_; }
    void release_head() noexcept { head_ = BufferPtr(); }

    std::string_view text(Range range) const {
        return {reinterpret_cast<const char*>(head_->data()) + range.begin, range.size()};
    }

private:
    Facts facts_;
    BufferPtr head_;
};

using MessagePtr = IntrusivePtr<Message>;

} // namespace crosspoint::message
