"""The example files of docs/cluster.md are what they say they are."""

import re
import shlex

import pytest
import yaml

from engine.sources import ROOT
from studies.cli import COMMANDS
from studies.farm.ray_settings import prepare

HERE = ROOT / "docs" / "cluster"
RAY = re.search(r"^ray(?:\[.*\])?==(\S+)", (ROOT / "requirements.lock").read_text(), re.M)[1]


@pytest.fixture(scope="module")
def kuberay():
    return {part["kind"]: part for part in yaml.safe_load_all((HERE / "kuberay.yaml").read_text())}


def pods(cluster):
    return [cluster["headGroupSpec"], *cluster["workerGroupSpecs"]]


def test_the_study_on_kubernetes_is_one_of_our_commands_and_joins_the_cluster(kuberay):
    words = shlex.split(kuberay["RayJob"]["spec"]["entrypoint"])
    assert words[0] == "bottega"
    assert words[1] in COMMANDS
    assert words[-2:] == ["--farm", "ray"]
    assert kuberay["RayJob"]["apiVersion"] == "ray.io/v1"


def test_all_pods_run_one_image_with_the_ray_that_is_pinned_here(kuberay):
    cluster = kuberay["RayJob"]["spec"]["rayClusterSpec"]
    assert cluster["rayVersion"] == RAY
    images = {box["image"] for pod in pods(cluster) for box in pod["template"]["spec"]["containers"]}
    assert len(images) == 1
    for group in cluster["workerGroupSpecs"]:
        assert group["minReplicas"] <= group["replicas"] <= group["maxReplicas"]


def test_on_kubernetes_the_token_is_on_and_the_workshop_outlives_the_cluster(kuberay):
    job = kuberay["RayJob"]["spec"]
    cluster = job["rayClusterSpec"]
    assert cluster["authOptions"] == {"mode": "token"}
    head = cluster["headGroupSpec"]["template"]["spec"]
    claims = {volume["name"]: volume["persistentVolumeClaim"]["claimName"] for volume in head["volumes"]}
    mounts = {mount["mountPath"]: claims[mount["name"]] for mount in head["containers"][0]["volumeMounts"]}
    home = yaml.safe_load(job["runtimeEnvYAML"])["env_vars"]["BOTTEGA_HOME"]
    assert mounts[home] == kuberay["PersistentVolumeClaim"]["metadata"]["name"]


def test_strangers_cannot_reach_the_cluster(kuberay):
    policy = kuberay["NetworkPolicy"]["spec"]
    assert policy["policyTypes"] == ["Ingress"]
    assert all(rule["from"] and all("podSelector" in peer for peer in rule["from"]) for rule in policy["ingress"])


@pytest.mark.xdist_group("ray")
def test_the_launcher_file_is_one_that_ray_accepts():
    prepare("")  # ray is loaded with the settings that the other tests of this process need
    from ray.autoscaler._private.util import prepare_config, validate_config

    config = yaml.safe_load((HERE / "launcher.yaml").read_text())
    validate_config(prepare_config(config))
    assert config["provider"]["use_internal_ips"]
    assert any("RAY_AUTH_MODE=token" in option for option in config["docker"]["run_options"])
    assert config["available_node_types"]["head"]["resources"]["CPU"] == 0
