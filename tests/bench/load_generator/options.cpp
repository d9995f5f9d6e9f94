// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/load_generator/options.hpp"

#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>

namespace crosspoint::bench {

const char* const usage_text =
    "amqpload [options]: loads an AMQP 1.0 router and prints one line of JSON\n"
    "  --host H --port P      the router (127.0.0.1, 5672)\n"
    "  --send-port P          where senders connect, if elsewhere\n"
    "  --recv-port P          where receivers connect, if elsewhere\n"
    "  --pid N[,N...]         the processes whose CPU time and memory are measured\n"
    "  --address A            addresses are A/0, A/1, ... (bench)\n"
    "  --shared-address       all pairs use the address A itself\n"
    "  --pairs N              senders, each with its receivers (1)\n"
    "  --fanout N             receivers for each sender (1)\n"
    "  --size N               bytes of body (100)\n"
    "  --credit N             the receivers' credit window (1000)\n"
    "  --rate N               messages per second and sender (as many as credit allows)\n"
    "  --seconds S --warmup S how long to measure, and to wait before it (5, 1)\n"
    "  --presettled           send settled\n"
    "  --anonymous            send on links without a target, the address in each message\n"
    "  --direct               no router: receivers listen, from the given port upwards\n"
    "  --idle N               open N idle connections with a link each, measure their cost\n"
    "  --hold N               keep N links open until standard input ends\n"
    "  --ask                  query all addresses until standard input ends, measure the time\n"
    "  --page N               ... in pages of N rows (all at once)\n";

namespace {

using Setter = std::function<void(const std::string&)>;

std::vector<int> parse_pids(const std::string& text) {
    std::vector<int> pids;
    std::stringstream list(text);
    for (std::string pid; std::getline(list, pid, ',');) {
        pids.push_back(std::stoi(pid));
    }
    return pids;
}

std::map<std::string, bool*> flags_of(Options& o) {
    return {
        {"--presettled", &o.presettled},
        {"--anonymous", &o.anonymous},
        {"--direct", &o.direct},
        {"--shared-address", &o.shared_address},
        {"--ask", &o.asks},
    };
}

std::map<std::string, Setter> setters_of(Options& o) {
    const auto text = [](std::string& field) -> Setter {
        return [&field](const std::string& v) { field = v; };
    };
    const auto number = [](int& field) -> Setter {
        return [&field](const std::string& v) { field = std::stoi(v); };
    };
    const auto real = [](double& field) -> Setter {
        return [&field](const std::string& v) { field = std::stod(v); };
    };
    return {
        {"--host", text(o.host)},
        {"--port", text(o.port)},
        {"--send-port", text(o.send_port)},
        {"--recv-port", text(o.receive_port)},
        {"--address", text(o.address)},
        {"--pid", [&o](const std::string& v) { o.pids = parse_pids(v); }},
        {"--pairs", number(o.pairs)},
        {"--fanout", number(o.receivers_per_sender)},
        {"--seconds", real(o.seconds)},
        {"--warmup", real(o.warmup_seconds)},
        {"--size", [&o](const std::string& v) { o.body_size = std::stoul(v); }},
        {"--credit", number(o.credit)},
        {"--rate", number(o.rate)},
        {"--idle", number(o.idle_connections)},
        {"--hold", number(o.held_links)},
        {"--page", number(o.rows_of_a_page)},
    };
}

} // namespace

Options parse_options(const std::vector<std::string>& arguments) {
    Options options;
    const auto flags = flags_of(options);
    const auto setters = setters_of(options);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& name = arguments[i];
        if (const auto flag = flags.find(name); flag != flags.end()) {
            *flag->second = true;
            continue;
        }
        const auto setter = setters.find(name);
        if (setter == setters.end()) {
            throw std::runtime_error("unknown option " + name);
        }
        if (i + 1 == arguments.size()) {
            throw std::runtime_error(name + " needs a value");
        }
        try {
            setter->second(arguments[++i]);
        } catch (const std::logic_error&) {
            throw std::runtime_error(name + " needs a number, not " + arguments[i]);
        }
    }
    return options;
}

} // namespace crosspoint::bench
