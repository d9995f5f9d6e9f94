// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crosspoint/base/check.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace crosspoint {

/// Things that are named by slot and generation. A thing never moves while it lives; the name of a
/// thing that is gone finds nothing. Pages that a burst has left empty are given back.
template <class T, class IdType, std::size_t page_size = 64>
class SlotMap {
public:
    /// Makes a T; `find(id)` will find it until `erase(id)`.
    template <class... Arguments>
    std::pair<IdType, T&> emplace(Arguments&&... arguments) {
        const std::size_t page = page_with_room();
        Page& p = *pages_[page];
        const std::uint32_t index = p.free_head;
        Cell& cell = p.cells[index];
        p.free_head = cell.next_free;
        ++p.used;
        ++size_;
        // The generation goes on from the page's last one, so that an id of a page that was given
        // back and made anew is not found either.
        cell.generation = ++generation_;
        if (generation_ == 0) {
            cell.generation = generation_ = 1;
        }
        cell.value.emplace(std::forward<Arguments>(arguments)...);
        return {IdType{static_cast<std::uint32_t>(page * page_size + index), cell.generation},
                *cell.value};
    }

    T* find(IdType id) noexcept {
        Cell* cell = cell_of(id);
        return cell ? &*cell->value : nullptr;
    }

    bool erase(IdType id) {
        Cell* cell = cell_of(id);
        if (!cell) {
            return false;
        }
        cell->value.reset();
        cell->generation = 0;
        const std::size_t page = id.slot / page_size;
        Page& p = *pages_[page];
        cell->next_free = p.free_head;
        p.free_head = static_cast<std::uint32_t>(id.slot % page_size);
        --size_;
        if (--p.used == 0) {
            release(page);
        } else {
            hint_ = page < hint_ ? page : hint_;
        }
        return true;
    }

    std::size_t size() const noexcept { return size_; }

    /// What it has taken from the heap, counted in things.
    struct Room {
        std::size_t thing_size = 0; ///< of one, in bytes
        std::size_t page = 0;       ///< so many are taken and given back together
        std::size_t now = 0;
        std::size_t most = 0; ///< at one time
    };
    Room room() const noexcept {
        return {sizeof(Page) / page_size, page_size, pages_now_ * page_size,
                pages_most_ * page_size};
    }
    bool empty() const noexcept { return size_ == 0; }

    template <class Visitor>
    void for_each(Visitor&& visit) {
        for (auto& page : pages_) {
            if (!page) {
                continue;
            }
            for (Cell& cell : page->cells) {
                if (cell.generation != 0) {
                    visit(*cell.value);
                }
            }
        }
    }

private:
    struct Cell {
        std::uint32_t generation = 0;
        std::uint32_t next_free = 0;
        std::optional<T> value;
    };
    struct Page {
        std::array<Cell, page_size> cells;
        std::uint32_t free_head = 0;
        std::uint32_t used = 0;
        Page() {
            for (std::uint32_t i = 0; i < page_size; ++i) {
                cells[i].next_free = i + 1;
            }
        }
        bool full() const noexcept { return free_head == page_size; }
    };

    std::size_t page_with_room() {
        for (; hint_ < pages_.size(); ++hint_) {
            if (!pages_[hint_]) {
                pages_[hint_] = make_page();
            }
            if (!pages_[hint_]->full()) {
                return hint_;
            }
        }
        pages_.push_back(make_page());
        return hint_ = pages_.size() - 1;
    }

    std::unique_ptr<Page> make_page() {
        ++pages_now_;
        pages_most_ = pages_now_ > pages_most_ ? pages_now_ : pages_most_;
        return std::make_unique<Page>();
    }

    /// Keeps the first page for the next thing; a map that is used now and then does not allocate.
    void release(std::size_t page) {
        hint_ = page < hint_ ? page : hint_;
        if (page != 0) {
            pages_[page].reset();
            --pages_now_;
        }
        while (pages_.size() > 1 && !pages_.back()) {
            pages_.pop_back();
        }
    }

    Cell* cell_of(IdType id) noexcept {
        const std::size_t page = id.slot / page_size;
        if (id.generation == 0 || page >= pages_.size() || !pages_[page]) {
            return nullptr;
        }
        Cell& cell = pages_[page]->cells[id.slot % page_size];
        return cell.generation == id.generation ? &cell : nullptr;
    }

    std::vector<std::unique_ptr<Page>> pages_;
    std::size_t hint_ = 0; ///< no page before it has room
    std::size_t size_ = 0;
    std::size_t pages_now_ = 0;
    std::size_t pages_most_ = 0;
    std::uint32_t generation_ = 0;
};

} // namespace crosspoint
