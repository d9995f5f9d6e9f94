// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

/// Checks a printf format against its arguments while compiling. The compilers' own check cannot
/// see through log::write, which takes the place in the source along with the format.
namespace crosspoint::log::detail {

/// What counts about an argument once it was passed through `...`.
enum class ArgumentKind : std::uint8_t {
    small_integer,
    large_integer,
    floating,
    text,
    pointer,
    unfit
};

template <class T>
constexpr ArgumentKind kind_of() {
    // An enum class is not convertible, and has to be cast by whoever knows what to show.
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
        if (!std::is_convertible_v<T, long long>) {
            return ArgumentKind::unfit;
        }
        return sizeof(T) <= sizeof(int) ? ArgumentKind::small_integer : ArgumentKind::large_integer;
    } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
        return ArgumentKind::floating;
    } else if constexpr (std::is_same_v<T, const char*> || std::is_same_v<T, char*>) {
        return ArgumentKind::text;
    } else if constexpr (std::is_pointer_v<T>) {
        return ArgumentKind::pointer;
    } else {
        return ArgumentKind::unfit;
    }
}

/// Walks over a format and its arguments together.
class FormatCheck {
public:
    constexpr FormatCheck(const char* format, const ArgumentKind* kinds, std::size_t count)
        : rest_(format),
          kinds_(kinds),
          count_(count) {}

    constexpr bool fits() {
        while (!rest_.empty()) {
            const char c = next();
            if (c == '%' && !conversion()) {
                return false;
            }
        }
        return count_ == 0;
    }

private:
    constexpr bool conversion() {
        if (skip_any("%")) {
            return true;
        }
        while (skip_any("-+ #0")) {
        }
        if (!number()) {
            return false;
        }
        if (skip_any(".") && !number()) {
            return false;
        }
        const auto integer = integer_size();
        if (rest_.empty()) {
            return false;
        }
        switch (next()) {
        case 'd':
        case 'i':
        case 'u':
        case 'x':
        case 'X':
        case 'o':
            return take(integer);
        case 'c':
            return take(ArgumentKind::small_integer);
        case 'f':
        case 'e':
        case 'g':
            return take(ArgumentKind::floating);
        case 's':
            return take(ArgumentKind::text);
        case 'p':
            return take(ArgumentKind::pointer) || take(ArgumentKind::text);
        default:
            return false;
        }
    }

    /// A width or precision: digits, nothing, or an int among the arguments.
    constexpr bool number() {
        if (skip_any("*")) {
            return take(ArgumentKind::small_integer);
        }
        while (skip_any("0123456789")) {
        }
        return true;
    }

    constexpr ArgumentKind integer_size() {
        if (skip_any("h")) {
            skip_any("h");
            return ArgumentKind::small_integer;
        }
        if (skip_any("l")) {
            skip_any("l");
            return ArgumentKind::large_integer;
        }
        return skip_any("zjt") ? ArgumentKind::large_integer : ArgumentKind::small_integer;
    }

    constexpr bool take(ArgumentKind wanted) {
        if (count_ == 0 || *kinds_ != wanted) {
            return false;
        }
        ++kinds_;
        --count_;
        return true;
    }

    constexpr char next() {
        const char c = rest_.front();
        rest_.remove_prefix(1);
        return c;
    }

    constexpr bool skip_any(std::string_view characters) {
        if (rest_.empty() || characters.find(rest_.front()) == std::string_view::npos) {
            return false;
        }
        rest_.remove_prefix(1);
        return true;
    }

    std::string_view rest_;
    const ArgumentKind* kinds_;
    std::size_t count_;
};

template <class... Arguments>
constexpr bool format_fits(const char* format) {
    // One more, because an array has at least one element.
    constexpr std::array<ArgumentKind, sizeof...(Arguments) + 1> kinds{kind_of<Arguments>()...};
    return FormatCheck(format, kinds.data(), sizeof...(Arguments)).fits();
}

static_assert(sizeof(long) == 8 && sizeof(std::size_t) == 8,
              "FormatCheck takes l and z for 64 bit");

} // namespace crosspoint::log::detail
