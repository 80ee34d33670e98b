"""The page of one's profile: a name and a face, another device by code and by words, one's data. Knows no rules."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.browsers import PHONE
from tests.browser.codes import read_code
from tests.browser.people import ME, Person
from tests.server.servers import Server, running

PICTURES = os.environ.get("TABBYTOP_PICTURES")


def picture(person: Person, name: str) -> None:
    """A picture for people, where a folder is named for it."""
    if PICTURES:
        person.page.screenshot(path=str(Path(PICTURES) / f"{name}.png"), full_page=True)


def test_a_profile_goes_to_a_phone_and_is_deleted(browser: Browser, shared_server: Server):  # noqa: PLR0915
    """Ann chooses a face, goes on with her phone twice, signs it out, takes her data with her and is forgotten."""
    address = shared_server.address
    ann, phone = Person(browser, address, "Ann"), Person(browser, address, "", PHONE)
    ann.introduce()
    table = ann.open_table(ME, ME)
    page = ann.page
    page.goto(f"{address}/you")
    expect(page.get_by_label("Name")).to_have_value("Ann")
    face = next(name for name in ("Siamese", "Calico") if not page.get_by_label(name).is_checked())  # hers is by lot
    page.locator("label", has_text=face).click()
    expect(page.get_by_text("That is you from the next table on.")).to_be_visible()
    page.get_by_label("Name").fill("Annabel")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Others will see you as Annabel.")).to_be_visible()
    page.get_by_role("button", name="Show code and words").click()
    code = page.get_by_role("img", name="Code to scan")
    expect(code).to_be_visible()
    words = page.locator(".words span").all_inner_texts()
    assert len(words) == 4
    assert read_code(code) == f"{address}/enter#{'-'.join(words)}"
    picture(ann, "you-desktop")

    phone.page.goto(f"{address}/enter#{'-'.join(words)}")
    expect(phone.page).to_have_url(f"{address}/")
    phone.page.goto(f"{address}/you")
    expect(phone.page.get_by_label("Name")).to_have_value("Annabel")
    expect(phone.page.get_by_label(face)).to_be_checked()
    picture(phone, "you-phone")
    phone.page.goto(f"{address}/t/{table.id}")
    expect(phone.page.get_by_text("Annabel").or_(phone.page.get_by_text("Ann")).first).to_be_visible()

    # Signed out, it has to ask again; this time the words are typed.
    page.reload()
    page.get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)
    assert phone.ask("/api/me")["id"] is None
    page.get_by_role("button", name="Show code and words").click()
    expect(code).to_be_visible()
    phone.page.goto(f"{address}/enter")
    phone.page.get_by_label("Four words").fill("these are not ours")
    phone.page.get_by_role("button", name="Continue here").click()
    expect(phone.page.get_by_role("alert")).to_contain_text("none of our words")
    phone.page.get_by_label("Four words").fill(" ".join(page.locator(".words span").all_inner_texts()).upper())
    phone.page.get_by_role("button", name="Continue here").click()
    expect(phone.page).to_have_url(f"{address}/")
    assert phone.ask("/api/me")["name"] == "Annabel"

    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    names = zipfile.ZipFile(io.BytesIO(Path(download.value.path()).read_bytes())).namelist()
    assert {"profile.json", "results.csv"} <= set(names)
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_label("Type your name").fill("Ann")
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("alert")).to_contain_text("Type your name, Annabel")
    picture(ann, "delete-desktop")
    page.get_by_label("Type your name").fill("Annabel")
    page.get_by_role("button", name="Delete for good").click()
    expect(page).to_have_url(f"{address}/")
    assert ann.ask("/api/me")["id"] is None
    assert phone.ask("/api/me")["id"] is None
    for person in (ann, phone):
        person.leave()


def test_a_passkey_is_made_and_lets_one_in_elsewhere(browser: Browser, tmp_path: Path):
    """With a device that says yes to everything, which Chromium has for tests; its keys go along to a phone."""
    with running(tmp_path, passkeys=True) as server:
        address = server.address.replace("127.0.0.1", "localhost")
        ann, phone = Person(browser, address, "Ann"), Person(browser, address, "", PHONE, theme="dark")
        devices = {}
        for person in (ann, phone):
            line = person.context.new_cdp_session(person.page)
            line.send("WebAuthn.enable")
            options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
                       "hasUserVerification": True, "isUserVerified": True}  # fmt: skip
            added = line.send("WebAuthn.addVirtualAuthenticator", {"options": options})
            devices[person] = line, {"authenticatorId": added["authenticatorId"]}
        ann.introduce()
        page = ann.page
        page.goto("/you")
        page.get_by_role("button", name="Make a passkey here").click()
        expect(page.get_by_text("Made. You can come in with it from now on.")).to_be_visible()
        page.get_by_role("button", name="Make a passkey here").click()
        expect(page.get_by_text("This device has a passkey for you already.")).to_be_visible()
        picture(ann, "passkeys-desktop")

        here, there = devices[ann], devices[phone]
        (key,) = here[0].send("WebAuthn.getCredentials", here[1])["credentials"]
        there[0].send("WebAuthn.addCredential", {**there[1], "credential": key})
        phone.page.goto("/enter")
        picture(phone, "enter-phone-dark")
        phone.page.get_by_role("button", name="Use a passkey").click()
        phone.page.wait_for_url(f"{address}/")
        assert phone.ask("/api/me")["name"] == "Ann"
        phone.page.goto("/you")
        expect(phone.page.get_by_text("Made on")).to_contain_text("last used on")
        picture(phone, "passkeys-phone-dark")

        phone.page.get_by_role("button", name="Remove the passkey").click()
        expect(phone.page.get_by_text("Removed. It lets nobody in any more.")).to_be_visible()
        page.goto("/enter")
        page.get_by_role("button", name="Use a passkey").click()
        expect(page.get_by_role("alert")).to_contain_text("does not know that passkey")
        for person in (ann, phone):
            person.leave()
