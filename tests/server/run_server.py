"""A server under test: a real process with settings given as JSON, and faults planted where a test asks for them.

    python -m tests.server.run_server '{"data": "…", "unload_after": 1}' [module:function …]

Each `module:function` is called with the open store before anybody is let in; it may plant something at the store's
seams. Prints the port, then serves until it is told to stop or killed.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

from tabbytop.server.http.app import Application
from tabbytop.server.operating import logs
from tabbytop.server.operating.serve import TableServer, bind, database_in, open_store
from tabbytop.server.operating.settings import Settings


def main(settings_json: str, *faults: str) -> None:
    given = json.loads(settings_json)
    data = Path(given.pop("data"))
    listening = bind("127.0.0.1", given.pop("port", 0))
    settings = Settings(data=data, database=given.pop("database", None) or database_in(data), **given)
    logs.begin("info")
    store = open_store(settings)
    for fault in faults:
        module, _, name = fault.partition(":")
        getattr(importlib.import_module(module), name)(store)
    port = listening.getsockname()[1]
    TableServer(Application(settings, store), lambda: print(port, flush=True)).run([listening])


if __name__ == "__main__":
    main(*sys.argv[1:])
