"""E-mail, where the host names a server that sends it: smtp://user:password@host:587?from=cats@games.example."""

from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

from tabbytop.engine.errors import UserError
from tabbytop.server.notices.letters import Letter
from tabbytop.server.notices.outgoing import PATIENCE, Unsent

EXAMPLE = "Use smtp://user:password@host:587?from=cats@games.example, or smtps:// for a server that wants TLS at once."


@dataclass(frozen=True)
class MailServer:
    """A server that sends e-mail for this one."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    tls_at_once: bool = False

    def send(self, address: str, letter: Letter, site: str) -> None:
        """Hand a letter over; blocks until it was taken. What is secret is sent over TLS or not at all."""
        message = EmailMessage()
        message["from"], message["to"], message["subject"] = self.sender, address, letter.title
        message["date"], message["message-id"] = formatdate(), make_msgid(domain="tabbytop.invalid")
        message["auto-submitted"] = "auto-generated"
        footer = f"Too many letters? {site}/notices" if letter.tables else ""
        message.set_content(f"{letter.text}\n\n{site}{letter.path}\n\n{footer}".rstrip() + "\n")
        try:
            with self._connect() as line:
                if self.user:
                    line.login(self.user, self.password)
                line.send_message(message)
        except smtplib.SMTPRecipientsRefused:
            raise Unsent(f"Nobody gets e-mail at {address}.", gone=True) from None
        except (OSError, smtplib.SMTPException) as problem:
            raise Unsent(f"The e-mail could not be sent: {problem}.", again=True) from None

    def _connect(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.tls_at_once:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=context)
        line = smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        line.ehlo_or_helo_if_needed()
        if line.has_extn("starttls"):
            line.starttls(context=context)
        elif self.user:
            line.close()
            raise smtplib.SMTPNotSupportedError("the server offers no TLS for the password")
        return line


def mail_server(url: str) -> MailServer:
    """The mail server of an address; refused with a sentence if it is none."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise UserError(f"This is no address of a mail server. {EXAMPLE}") from None
    senders = parse_qs(parts.query).get("from", [])
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or len(senders) != 1 or "@" not in senders[0]:
        raise UserError(f"This is no address of a mail server with a sender. {EXAMPLE}")
    at_once = parts.scheme == "smtps"
    names = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, port or (465 if at_once else 587), senders[0], *names, at_once)
