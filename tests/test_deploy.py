"""The files in `deploy/` that people copy: they say what the program understands, and ask for what it measures."""

from __future__ import annotations

import inspect
import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
import yaml

from tabbytop.cli.table import serve
from tabbytop.server.cluster.registry import MEASURED
from tabbytop.server.operating.metrics import Metrics

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
OPTIONS = {f"--{name.replace('_', '-')}" for name in inspect.signature(serve).parameters}
OF_SEVERAL = {f"tabbytop_{name}" for name in MEASURED}


def options_in(command: str) -> set[str]:
    return {word for word in shlex.split(command) if word.startswith("--")}


def test_every_server_of_the_compose_file_is_started_with_options_that_exist():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    servers = {name: service for name, service in compose["services"].items() if service["image"] == "tabbytop"}
    assert len(servers) == 2
    for name, service in servers.items():
        command = service["command"]
        assert command.startswith("serve ")
        assert options_in(command) <= OPTIONS
        assert f"--host-name {name}" in command, "the proxy and Prometheus call a server by its name here"
        assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
        assert f"{name}:8888" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
        assert {"TABBYTOP_DATABASE", "TABBYTOP_BUS"} <= service["environment"].keys()
    ports = [service for service in compose["services"].values() if "ports" in service]
    assert [service["image"] for service in ports] == ["caddy:2"], "only the proxy can be reached from outside"


def test_the_image_starts_what_there_is():
    said = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    (command,) = re.findall(r"^CMD (\[.*\])$", said, re.MULTILINE)
    name, *words = json.loads(command)
    assert name == "serve"
    assert {word for word in words if word.startswith("--")} <= OPTIONS
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (entry,) = re.findall(r"^ENTRYPOINT (\[.*\])$", said, re.MULTILINE)
    assert set(json.loads(entry)) <= project["scripts"].keys()
    assert set(re.findall(r"\[(\w+)\]\"", said)) <= project["optional-dependencies"].keys()
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "tabbytop").rglob("*.py"))
    variables = re.findall(r"TABBYTOP_\w+", said)
    assert variables
    for variable in variables:
        assert f'"{variable}"' in sources
    (path,) = re.findall(r"127\.0\.0\.1:8888(/\w+)", said)
    assert f'"{path}"' in sources


def test_volumes_of_the_image_belong_to_its_user():
    """A volume that is mounted where the image has nothing belongs to root."""
    said = re.sub(r"\s*\\\n\s*", " ", (DEPLOY / "Containerfile").read_text(encoding="utf-8"))
    as_root, user, _ = said.rpartition("\nUSER ")
    assert user
    (places,) = re.findall(r"^ENV (.*)$", said, re.MULTILINE)
    made, given = (
        set(re.findall(rf"&& {command} (.*?)(?: &&|$)", as_root)) for command in ("mkdir", "chown tabbytop:")
    )
    assert made == given == {" ".join(place.partition("=")[2] for place in places.split())}
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    mounted = {volume.split(":")[1] for volume in compose["services"]["one"]["volumes"]}
    assert mounted <= set(made.pop().split())


def test_the_unit_of_systemd_uses_options_that_exist():
    unit = (DEPLOY / "tabbytop@.service").read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert options_in(command) <= OPTIONS


@pytest.mark.parametrize("name", ["TABBYTOP_DATABASE", "TABBYTOP_BUS"])
def test_the_variables_are_those_of_the_program(name: str):
    source = inspect.getsource(inspect.getmodule(serve)) + (ROOT / "src/tabbytop/cli/shared.py").read_text()  # type: ignore[arg-type]
    assert f'envvar="{name}"' in source


def test_the_dashboard_asks_for_what_is_measured():
    asked = [target["expr"] for panel in _dashboard()["panels"] for target in panel["targets"]]
    names = {re.sub("_bucket$", "", name) for each in asked for name in re.findall(r"tabbytop_\w+", each)}
    said = Metrics().text().decode()
    measured = set(re.findall(r"^# TYPE (tabbytop_\w+) ", said, re.MULTILINE)) | OF_SEVERAL
    assert names
    assert names <= measured


def _dashboard() -> dict[str, list[dict[str, list[dict[str, str]]]]]:
    found: dict[str, list[dict[str, list[dict[str, str]]]]] = json.loads((DEPLOY / "dashboard.json").read_text())
    return found


def test_prometheus_asks_the_servers_of_the_compose_file():
    asked = yaml.safe_load((DEPLOY / "prometheus.yml").read_text(encoding="utf-8"))
    (job,) = asked["scrape_configs"]
    assert job["static_configs"][0]["targets"] == ["one:8888", "two:8888"]
