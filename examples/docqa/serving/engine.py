"""Runs a batch on vLLM where it knows the model, else on our own runtime."""

import argparse
import os
from functools import cache

from vllm import LLM, SamplingParams

from docqa.device.collectives import start_group
from docqa.runtime.loader import load_model

arguments = argparse.ArgumentParser()
arguments.add_argument("--model", default="Qwen/Qwen2.5-7B-Instruct")
arguments.add_argument("--device", default="cuda", help="where the model runs")
arguments.add_argument("--own-runtime", action="store_true")


@cache
def build():
    options, _ = arguments.parse_known_args()
    os.environ["CUDA_VISIBLE_DEVICES"] = os.environ.get("DOCQA_DEVICES", "0")
    if options.own_runtime:
        start_group()
        return load_model(options.model)
    return LLM(
        options.model,
        dtype="bfloat16",
        gpu_memory_utilization=0.9,
        enforce_eager=False,
        tensor_parallel_size=1,
        device=options.device,
    )


def generate(prompts: list[str]) -> list[str]:
    model = build()
    outputs = model.generate(prompts, SamplingParams(max_tokens=512, temperature=0.1))
    return [output.outputs[0].text for output in outputs]
