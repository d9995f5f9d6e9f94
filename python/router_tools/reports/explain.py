# SPDX-License-Identifier: Apache-2.0
"""Why an address or a link behaves as it does, in the router's own words."""
from router_tools import formats


def explain(client, subject):
    answer = client.explain(subject)
    answer = answer if isinstance(answer, dict) else {"summary": answer}
    yield f"{formats.text(answer.get('subject') or subject)}: {formats.text(answer.get('summary'))}"
    for reason in answer.get("reasons") or []:
        yield f"  - {formats.text(reason)}"
