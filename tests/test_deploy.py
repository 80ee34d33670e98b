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
from uvicorn.middleware.proxy_headers import _TrustedHosts

from tabbytop.cli import COMMANDS
from tabbytop.cli.table import serve, think
from tabbytop.server.cluster.registry import MEASURED
from tabbytop.server.operating.metrics import Metrics

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
OPTIONS = {
    command.__name__: {f"--{name.replace('_', '-')}" for name in inspect.signature(command).parameters}
    for command in (serve, think)
}
OF_SEVERAL = {f"tabbytop_{name}" for name in MEASURED}


def check_command(name: str, *words: str) -> None:
    """Whether there is such a command with such options."""
    assert {word for word in words if word.startswith("--")} <= OPTIONS[name]


def test_every_service_of_the_compose_file_is_started_with_options_that_exist():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    own = {name: service for name, service in compose["services"].items() if service["image"] == "tabbytop"}
    for service in own.values():
        check_command(*service["command"].split())
    servers = {name: service for name, service in own.items() if service["command"].startswith("serve ")}
    assert len(servers) == 2
    assert {name: own[name]["healthcheck"] for name in own.keys() - servers.keys()} == {"thinker": {"disable": True}}
    for name, service in servers.items():
        command = service["command"]
        assert f"--host-name {name}" in command, "the proxy and Prometheus call a server by its name here"
        assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
        assert f"{name}:8888" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
        assert {"TABBYTOP_DATABASE", "TABBYTOP_BUS"} <= service["environment"].keys()
    ports = [service for service in compose["services"].values() if "ports" in service]
    assert [service["image"] for service in ports] == ["caddy:2"], "only the proxy can be reached from outside"


def test_the_addresses_of_visitors_are_those_that_the_proxy_saw():
    """Whatever a visitor sends, a proxy adds what it has seen itself."""
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    (kubernetes,) = re.findall(
        r"name: FORWARDED_ALLOW_IPS\n\s+value: (.*)", (DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8")
    )
    for said in (compose["services"]["one"]["environment"]["FORWARDED_ALLOW_IPS"], kubernetes):
        trusted = _TrustedHosts(said)
        assert all(proxy in trusted for proxy in ("10.42.0.7", "172.18.0.5"))
        assert "198.51.100.7" not in trusted
        assert trusted.get_trusted_client_address("203.0.113.9, 198.51.100.7")[0] == "198.51.100.7"


def test_the_image_starts_what_there_is():
    said = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    (command,) = re.findall(r"^CMD (\[.*\])$", said, re.MULTILINE)
    name, *words = json.loads(command)
    assert name == "serve"
    check_command(name, *words)
    (prepared,) = re.findall(r"^RUN (\[.*\])$", said, re.MULTILINE)
    assert json.loads(prepared) == ["tabbytop", "compile"]
    assert "compile" in COMMANDS
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


@pytest.mark.parametrize("name", ["tabbytop@.service", "tabbytop-thinker.service"])
def test_a_unit_of_systemd_uses_options_that_exist(name: str):
    unit = (DEPLOY / name).read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    program, *words = shlex.split(command)
    assert program.endswith("/bin/tabbytop")
    check_command(*words)
    if "serve" in words:
        assert re.findall(r"^LimitNOFILE=(.*)$", unit, re.MULTILINE) == ["65536"]  # the usual 1024 are soon used up


def test_kubernetes_starts_what_there_is_and_gives_it_time_to_stop():
    found = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8")))
    named = {(each["kind"], each["metadata"]["name"]): each for each in found}
    pods = {name: each["spec"]["template"] for (kind, name), each in named.items() if kind == "Deployment"}
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    secret, service = named["Secret", "tabbytop"], named["Service", "tabbytop"]
    assert secret["stringData"].keys() == {"TABBYTOP_DATABASE", "TABBYTOP_BUS"}
    for name, pod in pods.items():
        assert named["Deployment", name]["spec"]["selector"]["matchLabels"] == pod["metadata"]["labels"]
        assert f"USER {pod['spec']['securityContext']['fsGroup']}\n" in image
        (container,) = pod["spec"]["containers"]
        check_command(*container["args"])
        assert container["envFrom"] == [{"secretRef": {"name": "tabbytop"}}]
        assert all(each["mountPath"] in image for each in container["volumeMounts"])
    assert {pod["spec"]["containers"][0]["args"][0] for pod in pods.values()} == {"serve", "think"}
    server = pods["tabbytop"]["spec"]
    (container,) = server["containers"]
    assert named["Deployment", "tabbytop"]["spec"]["replicas"] == 2
    assert service["spec"]["selector"] == pods["tabbytop"]["metadata"]["labels"]
    assert service["spec"]["ports"][0]["targetPort"] == container["ports"][0]["name"]
    assert f"EXPOSE {container['ports'][0]['containerPort']}\n" in image
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    word, seconds = container["lifecycle"]["preStop"]["exec"]["command"]
    assert word == "sleep"
    assert server["terminationGracePeriodSeconds"] >= int(seconds) + 20, "as docs/hosting.md asks for"


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
