"""A bot that plays Cat Cab over HTTP, by chance, with nothing but Python's own library.

python bot_over_http.py http://127.0.0.1:8888                 opens a table against a kitten
python bot_over_http.py http://127.0.0.1:8888 TABLE INVITE    sits down at somebody's table
"""

import json
import random
import sys
import urllib.error
import urllib.request

SERVER, *INVITATION = sys.argv[1:]
TOKEN = None


def ask(path, body=None):
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {TOKEN}"} if TOKEN else {})
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers), timeout=30)


def decide(table, now):
    move = random.choice(now["choices"])["move"]
    command = {"type": "play", "key": f"move-{now['seq']}", "seq": now["seq"], "move": move}
    try:
        ask(f"/api/tables/{table}/commands", command)
    except urllib.error.HTTPError as refused:
        if refused.code != 409:  # the game has gone on meanwhile: the next message tells how
            raise


TOKEN = json.load(ask("/api/guests", {"name": "By chance"}))["token"]
if INVITATION:
    table, invite = INVITATION
    ask(f"/api/tables/{table}/commands?invite={invite}", {"type": "sit", "key": "sit"})
else:
    seats = [{"type": "me"}, {"type": "bot", "level": "kitten"}]
    table = json.load(ask("/api/tables", {"key": "open", "game": "cat-cab", "seats": seats}))["id"]

for line in ask(f"/api/tables/{table}/stream"):
    message = json.loads(line[6:]) if line.startswith(b"data: ") else {}
    for event in message.get("events", []):
        print(event["sentence"])
    now = message.get("now", {})
    if now.get("outcome"):
        print(f"Over: {now['outcome']['ending']}.")
        break
    if now.get("choices"):
        decide(table, now)
