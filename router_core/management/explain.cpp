// SPDX-License-Identifier: Apache-2.0
#include "router_core/management/explain.hpp"

#include "crosspoint/amqp/writer.hpp"

#include <charconv>
#include <optional>
#include <utility>

namespace crosspoint::core {

namespace {

const Link* link_of(const CoreView& view, std::string_view subject) {
    std::uint64_t identity = 0;
    const char* end = subject.data() + subject.size();
    const auto read = std::from_chars(subject.data(), end, identity);
    if (read.ec != std::errc() || read.ptr != end) {
        return nullptr;
    }
    const Link* found = nullptr;
    view.context.links.walk(0, SIZE_MAX, [&](const Link& link) {
        found = link.identity == identity ? &link : nullptr;
        return !found;
    });
    return found;
}

/// As a producer would be attached to it.
std::string key_for(const CoreView& view, const RouterIdentity& me, std::string_view subject) {
    const Resolved resolved = resolve(subject, me);
    std::string key;
    write_key(resolved, '0', key);
    if (resolved.klass == AddressClass::mobile) {
        if (const AddressRule* rule = view.addresses.rule_for(text_of_mobile(key))) {
            write_key(resolved, static_cast<char>('0' + rule->ingress_phase), key);
        }
    }
    return key;
}

std::optional<Explanation> explanation_of(const CoreView& view, const RouterIdentity& me,
                                          std::string_view subject) {
    if (const Link* link = link_of(view, subject)) {
        return explain_link(view, *link);
    }
    if (const Address* address = view.addresses.find(subject)) {
        return explain_address(view, *address);
    }
    const std::string key = key_for(view, me, subject);
    if (const Address* address = view.addresses.find(key)) {
        return explain_address(view, *address);
    }
    const bool unavailable =
        key[0] == static_cast<char>(AddressClass::mobile) &&
        view.addresses.treatment_of(text_of_mobile(key)) == Treatment::unavailable;
    if (unavailable) {
        return explain_address(view, Address(key, Treatment::unavailable));
    }
    return std::nullopt;
}

} // namespace

ManagementAnswer explain(CoreThread&, const CoreView& view, const RouterIdentity& me,
                         std::string_view subject) {
    ManagementAnswer answer;
    const std::optional<Explanation> told = explanation_of(view, me, subject);
    if (!told) {
        answer.status = 404;
        answer.description = "Nobody here uses an address or a link of that name";
        return answer;
    }
    amqp::Writer out;
    out.string(told->summary);
    const auto list = out.begin_list();
    for (const std::string& reason : told->reasons) {
        out.string(reason);
    }
    out.end(list, told->reasons.size());
    answer.cells = out.take();
    answer.rows = 1;
    return answer;
}

} // namespace crosspoint::core
