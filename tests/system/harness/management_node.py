# SPDX-License-Identifier: Apache-2.0
"""A management node that follows a script: it has the entities and answers that a test gives it."""
import itertools

from proton import Handler, Message, Terminus

PREFIX = "org.apache.qpid.dispatch."


class ManagementNode(Handler):
    """entities: lists of dicts by short type name. They may be changed while it runs.

    answers: what other operations are answered with: (status, description, body), or a function of
    the request that gives those. requests: what came so far. silent: it answers nothing. tls: an
    SSLDomain. with_sasl: for each connection, whether it had a SASL layer.
    """

    def __init__(self, reactor, entities=None, answers=None, tls=None):
        super().__init__()
        self.entities = entities or {}
        self.answers = answers or {}
        self.requests = []
        self.silent = False
        self._replies = {}
        self._numbers = itertools.count(1)
        self.with_sasl = []
        self.port = reactor.listen(self, tls)

    @property
    def url(self):
        return f"127.0.0.1:{self.port}"

    def on_connection_remote_open(self, event):
        event.connection.container = "node"
        self.with_sasl.append(event.transport.sasl().outcome is not None)
        event.connection.open()

    @staticmethod
    def on_session_remote_open(event):
        event.session.open()

    @staticmethod
    def on_connection_remote_close(event):
        event.connection.close()

    def on_link_remote_open(self, event):
        link = event.link
        if link.is_sender and link.remote_source.dynamic:
            link.source.address = f"reply-{next(self._numbers)}"
            self._replies[link.source.address] = link
        elif link.is_receiver:
            link.target.address = link.remote_target.address
            if link.target.address == "nowhere":
                link.target.type = Terminus.UNSPECIFIED
            else:
                link.flow(10)
        link.open()

    def on_delivery(self, event):
        delivery = event.delivery
        if not event.link.is_receiver or not delivery.readable or delivery.partial:
            return
        message = Message()
        message.decode(event.link.recv(delivery.pending))
        event.link.advance()
        delivery.update(delivery.ACCEPTED)
        delivery.settle()
        event.link.flow(1)
        message.address = event.link.target.address
        self.requests.append(message)
        if not self.silent:
            self._reply(message)

    def _reply(self, request):
        status, description, body = self._answer(request)
        reply = Message(address=request.reply_to, correlation_id=request.correlation_id, body=body,
                        properties={"statusCode": status, "statusDescription": description})
        link = self._replies[request.reply_to]
        link.send(reply)

    def _answer(self, request):
        operation = request.properties["operation"].upper()
        answer = self.answers.get(operation)
        if answer:
            return answer(request) if callable(answer) else answer
        if operation == "QUERY":
            return 200, "OK", self.query(request)
        return 501, f"Operation '{operation}' not implemented", {}

    def query(self, request):
        properties = request.properties
        rows = self.entities.get(properties.get("entityType", "").replace(PREFIX, "", 1), [])
        names = request.body["attributeNames"] or list(dict.fromkeys(
            itertools.chain.from_iterable(rows)))
        start = properties.get("offset", 0)
        page = rows[start:start + properties.get("count", len(rows))]
        return {"attributeNames": names, "results": [[row.get(name) for name in names]
                                                     for row in page]}
