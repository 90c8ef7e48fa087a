"""What a project requires is seen in whatever form it is written, each at its place."""

import pytest

from tests.engine.scan.reading import found, read, scan, sighted


def packages(path, text):
    return {(symbol, line) for kind, symbol, line in sighted(path, text) if kind == "package"}


def of_kind(kind, path, text):
    return {symbol for one, symbol, _ in sighted(path, text) if one == kind}


def test_requirements_with_extras_markers_addresses_hashes_and_options():
    text = """\
        -r base.txt
        --extra-index-url https://download.pytorch.org/whl/cu124
        torch==2.4.0+cu124 \\
            --hash=sha256:abc \\
            --hash=sha256:def
        Flash.Attn[ft] ~= 2.6 ; platform_machine == "x86_64"
        deepspeed; sys_platform != "win32"
        xformers==0.0.27; sys_platform == "win32"
        git+https://github.com/owner/causal_conv1d.git@v1.4
        -e git+ssh://git@host/team/kernels.git#egg=House_Kernels
        bitsandbytes @ https://host/bitsandbytes-0.43-py3-none-any.whl
        https://host/wheels/auto_gptq-0.7.1+cu121-cp310-linux_x86_64.whl  # built for CUDA
        ./local
        """

    assert packages("requirements-gpu.txt", text) == {
        *(("torch", 3), ("flash-attn", 6), ("flash-attn[ft]", 6), ("deepspeed", 7)),
        *(("causal-conv1d", 9), ("house-kernels", 10), ("bitsandbytes", 11), ("auto-gptq", 12)),
    }
    assert "torch==2.4.0+cu124" in of_kind("wheel", "requirements-gpu.txt", text)
    assert [link.target for link in read("requirements-gpu.txt", text).links] == ["base.txt"]


@pytest.mark.parametrize(
    "path",
    [
        "dev-requirements.txt",
        "requirements/gpu.txt",
        "reqs.in",
        "docker/requirements.cuda.txt",
        "pip-constraints.txt",
    ],
)
def test_a_file_of_requirements_is_known_by_its_name(path):
    assert ("vllm", 1) in packages(path, "vllm>=0.6\n")


def test_projects_of_every_tool():
    text = """\
        [build-system]
        requires = ["setuptools", "torch>=2.4"]
        [project.optional-dependencies]
        gpu = [
            "cupy-cuda12x",
        ]
        [dependency-groups]
        dev = ["nvidia-ml-py", {include-group = "gpu"}]
        [tool.poetry.group.serve.dependencies]
        vllm = {version = "^0.6", extras = ["audio"]}
        pywin32 = {version = "*", platform = "win32"}
        [tool.pdm.dev-dependencies]
        quant = ["auto_gptq"]
        [tool.uv]
        override-dependencies = ["xformers"]
        [[tool.uv.index]]
        url = "https://download.pytorch.org/whl/cu124"
        [tool.hatch.envs.default]
        extra-dependencies = ["bitsandbytes"]
        """
    seen = packages("pyproject.toml", text)

    assert seen == {
        *(("setuptools", 2), ("torch", 2), ("cupy-cuda12x", 5), ("nvidia-ml-py", 8), ("vllm", 10)),
        *(("vllm[audio]", 10), ("auto-gptq", 13), ("xformers", 15), ("bitsandbytes", 19)),
    }
    assert of_kind("index", "pyproject.toml", text) == {"https://download.pytorch.org/whl/cu124"}


def test_pipfile_and_pixi():
    pipfile = """\
        [[source]]
        url = "https://host/simple"
        [packages]
        torch = "==2.4.0+cu121"
        [dev-packages]
        flash_attn = "*"
        """
    pixi = '[dependencies]\npytorch-gpu = "*"\n[feature.cuda.pypi-dependencies]\nvllm = "*"\n'

    assert packages("Pipfile", pipfile) == {("torch", 4), ("flash-attn", 6)}
    assert packages("pixi.toml", pixi) == {("pytorch-gpu", 2), ("vllm", 4)}


def test_the_older_configuration_of_setuptools_and_tox():
    setup = """\
        [options]
        install_requires =
            torch>=2
            # cupy
            flash-attn
        [options.extras_require]
        gpu = nvidia-ml-py
        """
    tox = """\
        [testenv]
        deps =
            gpu: cupy-cuda12x
        setenv =
            CUDA_VISIBLE_DEVICES = 0
        commands = nvidia-smi -L
        """

    assert packages("setup.cfg", setup) == {("torch", 3), ("flash-attn", 5), ("nvidia-ml-py", 7)}
    seen = sighted("tox.ini", tox)
    assert {
        ("package", "cupy-cuda12x", 3),
        ("env", "CUDA_VISIBLE_DEVICES", 5),
        ("program", "nvidia-smi", 6),
    } <= seen


def test_a_conda_environment_with_channels_builds_and_pip():
    text = """\
        name: serve
        channels: [nvidia, conda-forge]
        dependencies:
          - python=3.11
          - pytorch=2.4.0=py3.11_cuda12.4
          - nvidia::cuda-toolkit=12.4
          - pytorch-cuda 12.4
          - pip:
              - vllm==0.6.1
              - --extra-index-url https://host/whl/cu124
        """
    seen = sighted("environment-gpu.yml", text)

    assert {("pytorch", 5), ("cuda-toolkit", 6), ("pytorch-cuda", 7), ("vllm", 9)} <= packages(
        "environment-gpu.yml", text
    )
    assert {("setting", "channels=nvidia", 2), ("setting", "channels=nvidia", 6)} <= seen
    assert ("wheel", "pytorch-cuda==12.4", 7) in seen


ENTRY = '[[package]]\nname = "flash-attn"\nversion = "2.6.3"\n'
LOCKS = {
    "poetry.lock": ENTRY + '[package.dependencies]\neinops = "*"\n',
    "uv.lock": ENTRY + 'dependencies = [\n    { name = "torch" },\n]\n',
    "pdm.lock": ENTRY,
    "Pipfile.lock": '{\n "default": {\n  "flash-attn": {\n   "version": "==2.6.3"\n  }\n }\n}\n',
    "conda-lock.yml": "package:\n- name: flash-attn\n  version: 2.6.3\n  manager: conda\n",
}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_each_package_once_and_asks_for_no_work(name):
    seen = sighted(name, LOCKS[name] * 2)

    assert len([symbol for kind, symbol, _ in seen if (kind, symbol) == ("package", "flash-attn")]) == 1
    assert "flash-attn==2.6.3" in {symbol for kind, symbol, _ in seen if kind == "wheel"}
    findings = scan({name: LOCKS[name]}).findings
    assert {(one.rule != "", one.status.value, one.confidence.value) for one in findings} <= {
        (True, "vendored", "possible")
    }


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "package-lock.json",
            '{\n "packages": {\n  "node_modules/onnxruntime-node": {\n   "version": "1.19.0"\n  }\n }\n}\n',
        ),
        ("pnpm-lock.yaml", "packages:\n\n  onnxruntime-node@1.19.0:\n    resolution: {}\n"),
        ("yarn.lock", 'onnxruntime-node@^1.19.0, onnxruntime-node@1.19:\n  version "1.19.0"\n'),
    ],
)
def test_locks_of_scripts(name, text):
    assert "onnxruntime-node" in {symbol for symbol, _ in packages(name, text)}


def test_a_project_file_that_is_no_toml_is_read_by_the_line_and_told():
    tree = scan({"config.toml": 'CUDA_VISIBLE_DEVICES = "0"\n[broken\n'})

    assert [one.symbol for one in tree.findings] == ["CUDA_VISIBLE_DEVICES"]
    assert tree.coverage.truncated[0].startswith("config.toml: not valid TOML")


def test_settings_of_toml_are_seen_too():
    seen = sighted(
        "serve.toml",
        '[model]\nquantization = "awq"\nload_in_4bit = true\nproviders = ["CUDAExecutionProvider"]\n',
    )

    assert {("setting", "quantization=awq", 2), ("setting", "load_in_4bit=true", 3)} <= seen
    assert ("setting", "providers=CUDAExecutionProvider", 4) in seen


def test_install_commands_of_every_tool():
    text = """\
        pip install "torch==2.4.0+cu124" --index-url https://host/whl/cu124 -r more.txt
        uv pip install flash-attn --no-build-isolation
        uv add vllm
        conda install -y -c nvidia pytorch-cuda=12.4
        python -m pip install -U git+https://github.com/owner/apex
        """
    seen = sighted("setup.sh", text)

    assert packages("setup.sh", text) == {
        ("torch", 1),
        ("flash-attn", 2),
        ("vllm", 3),
        ("pytorch-cuda", 4),
        ("apex", 5),
    }
    assert {("index", "https://host/whl/cu124", 1), ("setting", "channels=nvidia", 4)} <= seen
    assert ("config", "more.txt") in {(link.kind.value, link.target) for link in read("setup.sh", text).links}


def test_a_requirement_is_one_finding_at_its_place():
    (one,) = found("numpy\nflash-attn==2.6.3\n", "requirements.txt")

    assert (one.span.line, one.span.column, one.symbol) == (2, 1, "flash-attn")
