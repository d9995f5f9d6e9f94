# SPDX-License-Identifier: Apache-2.0
"""The model as a page of the manual, crosspoint.conf(5)."""
from facts import kind, notes, section_sentences, sentences, settings
from model import load

HEAD = r""".\" Generated from python/schema/entities.json by generate.py.
.TH CROSSPOINT.CONF 5 "" "Crosspoint" "File formats"
.SH NAME
crosspoint.conf, qdrouterd.conf \- configuration of the Crosspoint message router
.SH DESCRIPTION
The file consists of sections. A section begins with its name and an opening brace, which is the
last character of its line, and ends with a line that holds only a closing brace. In between stands
one attribute on each line: its name, a colon and its value, which is not quoted.
.PP
.nf
router {
    mode: standalone
    id: Router.A
}

listener {
    host: 0.0.0.0
    port: amqp                  # a comment
    openProperties: {
        "site": "north",
        "rack": 12
    }
}
.fi
.PP
Everything from a # to the end of the line is a comment, except in the values of
.BR pattern ", " bindingKey " and " hostname ,
which are a single word that may hold a #.
Names may be written with \- or _ between words: ssl\-profile is sslProfile.
In values a backslash begins an escape sequence as in JSON; an empty value is
written "". If an attribute is given twice the last
one counts.
A boolean is yes, true, on, no, false or off.
.PP
A file whose name ends in .json holds a JSON list instead, with a list of two for each section: its
name and a map of its attributes. Lines that begin with # are comments there, too.
.PP
The sections may stand in any order. They are put into effect in this order: log, router, policy,
sslProfile, authServicePlugin, address, linkRoute, autoLink, exchange, binding, vhost, connector,
listener.
.SH SECTIONS
"""

TAIL = [".SH CHECKING", ".B crosspointd \\-\\-check \\-c \\fIFILE\\fR",
        "tells all that is wrong with a file, or prints its meaning with all defaults.",
        ".SH FILES", ".TP", ".I /etc/crosspoint/crosspoint.conf", "The usual place.", ".TP",
        ".I /etc/qpid\\-dispatch/qdrouterd.conf", "The place if that file does not exist.",
        ".SH SEE ALSO", ".BR crosspointd (8),", ".BR xpmanage (1)", ""]


def roff(text):
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return "\\&" + escaped if escaped[:1] in (".", "'") else escaped


def attribute_lines(attribute):
    about = "".join(f", {roff(note)}" for note in notes(attribute))
    return [".TP", f".BR {roff(attribute['name'])} \" (\\fI{roff(kind(attribute))}\\fR{about})\"",
            *map(roff, sentences(attribute))]


def man_page(source):
    model, by_name = load(source)
    lines = []
    for entity in model["entities"]:
        if "section" in entity:
            lines += [f".SS {roff(entity['section'])}", *map(roff, section_sentences(entity))]
            for attribute in settings(entity, by_name):
                lines += attribute_lines(attribute)
    return HEAD + "\n".join(lines + TAIL)
