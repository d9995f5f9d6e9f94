// SPDX-License-Identifier: Apache-2.0
#include "router/management/json_text.hpp"

#include "router/config/write_value.hpp"

namespace crosspoint::management {

using config::List;
using config::Map;
using config::Value;

namespace {

class Printer {
public:
    explicit Printer(std::size_t indent) : indent_(indent) {}

    void print(const Value& value, std::size_t depth) {
        const auto* list = value.get_if<List>();
        const auto* map = value.get_if<Map>();
        if (list && !list->empty()) {
            print_all(*list, '[', ']', depth,
                      [&](const Value& element) { print(element, depth + 1); });
        } else if (map && !map->empty()) {
            print_all(*map, '{', '}', depth, [&](const config::MapEntry& entry) {
                text_ += config::json_value({entry.key}) + ": ";
                print(entry.value, depth + 1);
            });
        } else {
            text_ += config::json_value(value);
        }
    }
    std::string take() { return std::move(text_); }

private:
    template <class Elements, class Print>
    void print_all(const Elements& elements, char open, char close, std::size_t depth,
                   Print print_one) {
        text_ += open;
        const char* between = "";
        for (const auto& element : elements) {
            text_ += between;
            new_line(depth + 1);
            print_one(element);
            between = ",";
        }
        new_line(depth);
        text_ += close;
    }
    void new_line(std::size_t depth) { text_ += '\n' + std::string(depth * indent_, ' '); }

    std::size_t indent_;
    std::string text_;
};

} // namespace

std::string indented_json(const Value& value, std::size_t indent) {
    Printer printer(indent);
    printer.print(value, 0);
    return printer.take();
}

} // namespace crosspoint::management
