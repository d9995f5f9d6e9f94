# SPDX-License-Identifier: Apache-2.0
"""The columns of the live tables as a C++ header, for router_core/management/column.hpp.

Names, order and types on the wire come from here alone; the core adds how a value is found.
"""
from model import WIRE_TYPES, columns, load


def type_name(entity_name):
    """router.config.linkRoute: RouterConfigLinkRoute"""
    return "".join(part[0].upper() + part[1:] for part in entity_name.split("."))


def row(name, wire_type):
    kind = wire_type.removesuffix("|null")
    kind = "list" if kind.startswith("list") else WIRE_TYPES[kind]
    may_be_null = "true" if wire_type.endswith("|null") else "false"
    return f'    {{"{name}", WireType::{kind}, {may_be_null}}},\n'


def table(model, entity, found):
    """An enumerator for each column, and what is known of it."""
    name = type_name(entity["name"])
    names = "".join(f"    {column},\n" for column in found)
    rows = "".join(row(*column) for column in found.items())
    return (f"enum class {name} : std::uint16_t {{\n{names}}};\n"
            f"inline constexpr WireColumn columns_of_{name}[] = {{\n{rows}}};\n"
            f"template <>\ninline constexpr WireTable table_of<{name}>{{\n"
            f'    "{model["prefix"]}.{entity["name"]}", columns_of_{name}}};\n')


def wire_columns(source):
    """The text of wire_columns.hpp."""
    model, by_name = load(source)
    tables = [table(model, entity, found) for entity in model["entities"]
              if (found := columns(by_name, entity))]
    return "\n".join(["// Generated from python/schema/entities.json by generate.py.",
                      "#pragma once", "",
                      '#include "router_core/management/wire_table.hpp"', "",
                      "namespace crosspoint::core::wire {", "",
                      *tables,
                      "} // namespace crosspoint::core::wire", ""])
