// SPDX-License-Identifier: Apache-2.0
#pragma once

// CMocka from C++. CMocka reports a failed assert with longjmp, which must not jump over C++
// destructors; so EXPECT throws, and the wrapper tells CMocka once the stack is unwound.

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <csetjmp>
#include <exception>

extern "C" {
#include <cmocka.h>
#undef fail // CMocka's macro breaks standard headers that come later
}

namespace unit {

struct Failure {
    const char* what;
    const char* file;
    int line;
};

inline void expect(bool ok, const char* what, const char* file = __builtin_FILE(),
                   int line = __builtin_LINE()) {
    if (!ok) {
        throw Failure{what, file, line};
    }
}
#define EXPECT(condition) ::unit::expect((condition), #condition)

template <void (*body)()>
void run(void**) {
    Failure failure{nullptr, "", 0};
    char text[256] = "";
    try {
        body();
    } catch (const Failure& f) {
        failure = f;
    } catch (const std::exception& e) {
        std::snprintf(text, sizeof text, "%s", e.what());
        failure = {text, "exception", 0};
    }
    if (failure.what) {
        print_error("%s\n", failure.what);
        _fail(failure.file, failure.line);
    }
}

template <void (*body)()>
constexpr CMUnitTest test(const char* name) {
    return {name, run<body>, nullptr, nullptr, nullptr};
}

} // namespace unit
