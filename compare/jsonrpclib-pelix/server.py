# SPDX-License-Identifier: MIT
"""server.py http|http+unix PORT|PATH benchmark|conformance"""

import math
import signal
import socket
import sys
import threading

from jsonrpclib import Fault
from jsonrpclib.config import Config
from jsonrpclib.SimpleJSONRPCServer import PooledJSONRPCServer, SimpleJSONRPCRequestHandler


def number(value):
    # The library answers a TypeError with -32602. A bool is an int to Python, not to JSON.
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("a number is expected")
    return value


def double(value):
    return float(value if value in ("NaN", "Infinity", "-Infinity") else number(value))


def written(value):
    """JSON has no NaN and no infinities: in this service they are strings."""
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def int32(value):
    if not -(2**31) <= number(value) < 2**31 or value != int(value):
        raise TypeError("a 32-bit integer is expected")
    return int(value)


def string(value):
    if not isinstance(value, str):
        raise TypeError("a string is expected")
    return value


def add_int(l, r):
    return (int32(l) + int32(r) + 2**31) % 2**32 - 2**31


BENCHMARK = {
    "add": lambda l, r: written(double(l) + double(r)),
    "addInt": add_int,
    "NullableFloatToNullableFloat": lambda a=None: None if a is None else written(double(a)),
    "Test2": lambda x: number(x),
    "StringMe": lambda x: string(x),
}


class Counter:
    def __init__(self):
        self.value, self.lock = 0, threading.Lock()

    def up(self):
        with self.lock:
            self.value += 1


class Whole:
    """Where the library passes params on as they came: a function cannot tell [] from {}."""

    def _dispatch(self, method, params):
        if method == "echo":
            return params
        raise AttributeError(method)  # the library answers -32601


def boom():
    raise RuntimeError("boom")


counter = Counter()
CONFORMANCE = {
    "add": lambda *numbers: sum(map(number, numbers)),
    "minus": lambda whole, part: number(whole) - number(part),
    "pair": lambda: ["hi", 5],
    "fail": lambda *_, **__: Fault(1234, "Application error", data={"k": "v"}),
    "boom": boom,
    "tick": lambda *_, **__: None,
    "note": lambda *_, **__: None,
    "count.up": counter.up,
    "count.get": lambda: counter.value,
}


class Handler(SimpleJSONRPCRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections open


def main(transport, place, service):
    unix = transport == "http+unix"
    server = PooledJSONRPCServer(
        place if unix else ("127.0.0.1", int(place)),
        Handler,
        logRequests=False,
        address_family=socket.AF_UNIX if unix else socket.AF_INET,
        config=Config(use_jsonclass=False),
    )
    for name, method in (BENCHMARK if service == "benchmark" else CONFORMANCE).items():
        server.register_function(method, name)
    if service == "conformance":
        server.register_instance(Whole())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    address = place if unix else "127.0.0.1:%d/" % server.server_address[1]
    print("listening on %s://%s" % (transport, address), flush=True)
    server.serve_forever()


main(*sys.argv[1:])
