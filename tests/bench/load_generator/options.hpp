// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace crosspoint::bench {

/// What one run of the load generator does; the defaults are those of the command line.
struct Options {
    std::string host = "127.0.0.1";
    std::string port = "5672";
    /// Where senders and receivers connect if not to `port`: to load two routers in a row.
    std::string send_port;
    std::string receive_port;
    std::string address = "bench";
    /// The processes whose CPU time and memory are reported.
    std::vector<int> pids;
    int pairs = 1;
    /// More than one receiver for each sender makes sense on a multicast address.
    int receivers_per_sender = 1;
    double seconds = 5;
    double warmup_seconds = 1;
    std::size_t body_size = 100;
    int credit = 1000;
    /// Messages per second and sender; 0 is as fast as the credit allows.
    int rate = 0;
    bool presettled = false;
    bool anonymous = false;
    /// The receivers listen themselves: no router, only what Proton costs.
    bool direct = false;
    bool shared_address = false;
    /// Not 0: open so many idle connections instead of sending.
    int idle_connections = 0;
    /// Not 0: open so many links on a few connections and keep them.
    int held_links = 0;
    /// Query the router's addresses instead of sending.
    bool asks = false;
    /// Of a query; 0 is all at once.
    int rows_of_a_page = 0;
};

/// Reads the command line. Throws std::runtime_error with a text for the user.
Options parse_options(const std::vector<std::string>& arguments);

/// The options with their meanings, for --help.
extern const char* const usage_text;

} // namespace crosspoint::bench
