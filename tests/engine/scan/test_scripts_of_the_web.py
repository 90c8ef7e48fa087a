"""JavaScript and TypeScript: modules, addresses, providers, variables; never the graphics of a browser."""

import pytest

from migration_engine.intake import skips
from tests.engine.scan.reading import found, read, scan, sighted


def test_modules_in_every_form():
    text = """\
        import OpenAI, { type Chat } from "openai";
        import "./styles.css";
        export * from './api';
        const ort = require("onnxruntime-node");
        const page = await import(/* webpackChunkName: "page" */ "./page");
        // import gone from "gone";
        const text = "import x from 'quoted'";
        const odd = /import y from "pattern"/;
        """

    assert {(link.target, link.line) for link in read("src/app.ts", text).links} == {
        *(("openai", 1), ("./styles.css", 2), ("./api", 3), ("onnxruntime-node", 4), ("./page", 5)),
    }


def test_variables_in_every_form_and_not_in_comments():
    text = """\
        const a = process.env.CUDA_VISIBLE_DEVICES ?? "0";
        const b = process.env["NCCL_DEBUG"], c = import.meta.env.VITE_OPENAI_BASE_URL;
        const { OPENAI_API_BASE, OLLAMA_HOST: host } = process.env;
        // process.env.CUDA_HOME
        const d = "process.env.CUDA_PATH", e = `${process.env.NVIDIA_VISIBLE_DEVICES}`;
        """
    seen = {(symbol, line) for kind, symbol, line in sighted("a.js", text) if kind == "env"}

    assert seen == {
        *(("CUDA_VISIBLE_DEVICES", 1), ("NCCL_DEBUG", 2), ("VITE_OPENAI_BASE_URL", 2)),
        *(("OPENAI_API_BASE", 3), ("OLLAMA_HOST", 3), ("NVIDIA_VISIBLE_DEVICES", 5)),
    }


def test_providers_devices_addresses_and_commands():
    text = """\
        const s = await ort.InferenceSession.create(m, { executionProviders: ["cuda", "cpu"] });
        const p = await pipeline("task", m, { device: "cuda" });
        const r = await fetch(`${base}/v1/chat/completions`);
        execSync("nvidia-smi -L");
        const c = new OpenAI({ baseURL: "http://llm:8000/v1" });
        """
    seen = sighted("a.ts", text)

    assert {("argument", "executionProviders=cuda", 1), ("argument", "device=cuda", 2)} <= seen
    assert {("url", "${base}/v1/chat/completions", 3), ("url", "http://llm:8000/v1", 5)} <= seen
    assert ("program", "nvidia-smi", 4) in seen


def test_quotes_in_patterns_and_templates_of_many_rows_shift_nothing():
    text = 'const a = s.replace(/\'/g, "");\nconst t = `\nit\'s\n`;\nimport x from "openai";\n'

    assert [(link.target, link.line) for link in read("a.js", text).links] == [("openai", 5)]


@pytest.mark.parametrize(
    "text",
    [
        'import { GPU } from "gpu.js";',
        "const gpu = await navigator.gpu.requestAdapter();",
        'import * as ort from "onnxruntime-web";',
        'const device = "webgpu"; const s = { executionProviders: ["webgpu", "wasm"] };',
        "const row = { gpu_price: 1, gpu: true };",
    ],
)
def test_graphics_of_a_browser_bind_nothing(text):
    assert [one for one in found(f"{text}\n", "web/app.ts") if one.coupling == "strong"] == []


def test_a_bundle_is_named_not_read():
    bundle = 'import("x");f("cuda",process.env.CUDA_HOME);' * 1000

    assert [(one.path, one.reason) for one in scan({"static/app.js": bundle}).coverage.skipped] == [
        ("static/app.js", skips.MINIFIED)
    ]
