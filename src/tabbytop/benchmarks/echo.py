"""An echo on a WebSocket, as the least that a table's socket could do: the same protocol class, used in the same way,
and nothing behind it.

    python -m tabbytop.benchmarks.echo

Prints its port and runs until it is told to stop.
"""

from __future__ import annotations

import uvicorn
from starlette.types import Receive, Scope, Send

from tabbytop.server.http.sockets import LARGEST_MESSAGE, PING_EVERY, PING_PATIENCE, TableSocket, table_socket
from tabbytop.server.operating.serve import bind


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Send back whatever comes."""
    await receive()
    await send({"type": "websocket.accept"})
    line = table_socket(scope)
    line.converse(line.say, lambda: None, lambda: None)


def main() -> None:
    """Serve on any free port."""
    listening = bind("127.0.0.1", 0)
    config = uvicorn.Config(
        echo,
        ws=TableSocket,
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_PATIENCE,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
    )
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
