// SPDX-License-Identifier: Apache-2.0
#include "router/config/command_line.hpp"

#include "router/config/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace crosspoint::config {

namespace {

constexpr const char* own_config = CROSSPOINT_SYSCONFDIR "/crosspoint/crosspoint.conf";
// Where the packages of the router before us have put it, wherever we are installed.
constexpr const char* inherited_config = "/etc/qpid-dispatch/qdrouterd.conf";

struct Option {
    char letter; ///< unique; options without a short form have a digit
    std::string_view name;
    std::string_view argument; ///< empty: takes none
    std::string_view help;
};

constexpr std::array options{
    Option{'c', "config", "PATH", "Load the configuration from PATH"},
    Option{'I', "include", "PATH", "Accepted for compatibility, and ignored"},
    Option{'d', "daemon", "", "Run in the background, detached from the terminal"},
    Option{'P', "pidfile", "FILE", "As a daemon, write the process id to FILE"},
    Option{'U', "user", "NAME", "As a daemon, run as user NAME"},
    Option{'T', "test-hooks", "", "Look for stuck deliveries and blocked links every 5 seconds"},
    Option{'1', "check", "", "Check the configuration, print it with all defaults, and exit"},
    Option{'2', "json", "", "With --check, print it in the JSON format"},
    Option{'3', "show-secrets", "", "With --check, print passwords, too"},
    Option{'v', "version", "", "Print the version and exit"},
    Option{'h', "help", "", "Print this help and exit"},
};

bool has_short_form(char letter) {
    return std::isalpha(static_cast<unsigned char>(letter)) != 0;
}

std::string usage(std::string_view program) {
    std::string text = "Usage: " + std::string(program) + " [OPTIONS]\n\n";
    for (const Option& option : options) {
        std::string left =
            has_short_form(option.letter) ? "  -" + std::string(1, option.letter) + ", " : "      ";
        left += "--" + std::string(option.name);
        left += option.argument.empty() ? "" : "=" + std::string(option.argument);
        left.resize(std::max<std::size_t>(left.size() + 2, 26), ' ');
        text += left + std::string(option.help) + "\n";
    }
    return text + "\nWithout --config the configuration is " + own_config + ",\nor " +
           inherited_config + " if that does not exist.\n";
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

/// One option as it was given.
struct Given {
    const Option* option;
    std::string argument;
};

/// Walks through the arguments in the manner of getopt_long, but without its global state.
class Walk {
public:
    Walk(std::span<const char* const> arguments, std::string program)
        : arguments_(arguments),
          program_(std::move(program)) {}

    std::vector<Given> given;
    std::vector<std::string> positional;
    std::string error;

    void run() {
        while (next_ < arguments_.size() && error.empty()) {
            const std::string_view argument = arguments_[next_++];
            if (argument == "--") {
                const auto rest = arguments_.subspan(next_);
                positional.insert(positional.end(), rest.begin(), rest.end());
                return;
            }
            if (argument.starts_with("--")) {
                long_option(argument.substr(2));
            } else if (argument.starts_with('-') && argument.size() > 1) {
                short_options(argument.substr(1));
            } else {
                positional.emplace_back(argument);
            }
        }
    }

private:
    void fail(const std::string& what) { error = program_ + ": " + what + "\n"; }

    /// The argument of an option that has none attached.
    bool take_argument(const Option& option, const std::string& shown) {
        if (next_ == arguments_.size()) {
            fail("option " + shown + " needs an argument " + std::string(option.argument));
            return false;
        }
        given.push_back({&option, arguments_[next_++]});
        return true;
    }

    /// A long name may be shortened as long as only one option begins like that.
    const Option* find_long(std::string_view name) {
        std::vector<std::string_view> names;
        std::vector<std::string> longer;
        const Option* found = nullptr;
        for (const Option& option : options) {
            if (option.name == name) {
                return &option;
            }
            names.push_back(option.name);
            if (option.name.starts_with(name)) {
                longer.push_back("'--" + std::string(option.name) + "'");
                found = &option;
            }
        }
        const std::string shown = "'--" + printable(name) + "'";
        if (longer.size() > 1) {
            fail("option " + shown + " is ambiguous: it begins " + joined(longer));
        } else if (longer.empty()) {
            const std::string_view guess = nearest(name, names);
            fail("unrecognized option " + shown +
                 (guess.empty() ? "" : "; did you mean '--" + std::string(guess) + "'?"));
        }
        return longer.size() == 1 ? found : nullptr;
    }

    void long_option(std::string_view text) {
        const auto equals = text.find('=');
        const Option* option = find_long(text.substr(0, equals));
        const std::string shown = "'--" + printable(text.substr(0, equals)) + "'";
        if (option == nullptr) {
            return; // find_long has told why
        }
        if (equals == std::string_view::npos) {
            if (option->argument.empty()) {
                given.push_back({option, {}});
            } else {
                take_argument(*option, shown);
            }
        } else if (option->argument.empty()) {
            fail("option " + shown + " does not allow an argument");
        } else {
            given.push_back({option, std::string(text.substr(equals + 1))});
        }
    }

    /// Letters may stand together; the last may take an argument, attached or not.
    void short_options(std::string_view letters) {
        while (!letters.empty()) {
            const char letter = letters.front();
            letters.remove_prefix(1);
            const auto option = std::ranges::find(options, letter, &Option::letter);
            if (option == options.end() || !has_short_form(letter)) {
                fail("invalid option -- '" + std::string(1, letter) + "'");
                return;
            }
            if (option->argument.empty()) {
                given.push_back({&*option, {}});
            } else if (letters.empty()) {
                take_argument(*option, "'-" + std::string(1, letter) + "'");
            } else {
                given.push_back({&*option, std::string(letters)});
                return;
            }
        }
    }

    std::span<const char* const> arguments_;
    std::string program_;
    std::size_t next_ = 1;
};

CommandLineResult leave(int exit_code, std::string to_stdout, std::string to_stderr = {}) {
    return {std::nullopt, exit_code, std::move(to_stdout), std::move(to_stderr)};
}

CommandLineResult command_line_of(const std::vector<Given>& given, const std::string& program) {
    CommandLine line;
    line.config_path = default_config_path();
    for (const auto& [option, argument] : given) {
        switch (option->letter) {
        case 'c':
            line.config_path = argument;
            break;
        case 'd':
            line.daemon = true;
            break;
        case 'P':
            line.pid_file = argument;
            break;
        case 'U':
            line.user = argument;
            break;
        case 'T':
            line.test_hooks = true;
            break;
        case '1':
            line.check = true;
            break;
        case '2':
            line.json = true;
            break;
        case '3':
            line.show_secrets = true;
            break;
        case 'v':
            return leave(0, CROSSPOINT_VERSION "\n");
        case 'h':
            return leave(0, usage(program));
        default:
            break;
        }
    }
    if ((line.json || line.show_secrets) && !line.check) {
        return leave(1, usage(program), program + ": --json and --show-secrets need --check\n");
    }
    std::string warning;
    if ((line.pid_file || line.user) && !line.daemon) {
        warning = program + ": --pidfile and --user have no effect without --daemon\n";
    }
    return {std::move(line), 0, {}, std::move(warning)};
}

} // namespace

std::string default_config_path() {
    const bool only_inherited =
        access(own_config, F_OK) != 0 && access(inherited_config, F_OK) == 0;
    return only_inherited ? inherited_config : own_config;
}

CommandLineResult parse_command_line(std::span<const char* const> arguments) {
    const std::string program = arguments.empty() ? "crosspointd" : arguments.front();
    Walk walk(arguments, program);
    walk.run();
    if (!walk.error.empty()) {
        return leave(1, usage(program), walk.error);
    }
    CommandLineResult result = command_line_of(walk.given, program);
    if (result.command_line && !walk.positional.empty()) {
        return leave(1, usage(program),
                     "Unexpected arguments: " + joined(walk.positional) + "\n\n");
    }
    return result;
}

} // namespace crosspoint::config
