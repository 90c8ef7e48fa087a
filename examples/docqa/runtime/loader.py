"""Loads weights and puts them on the device.

Earlier versions called ``model.cuda()`` on every layer; now ``device_map`` places the weights.
"""

import torch as th
from transformers import AutoModelForCausalLM, AutoTokenizer

from docqa.device.memory import free_bytes
from docqa.runtime.kv_cache import KeyValueCache
from docqa.runtime.patches import use_own_kernels
from docqa.runtime.quantise import four_bit

SMALL_DEVICE = 24 * 2**30


def load_model(name: str):
    quantisation = four_bit() if free_bytes() < SMALL_DEVICE else None
    model = AutoModelForCausalLM.from_pretrained(
        name,
        torch_dtype=th.bfloat16,
        attn_implementation="flash_attention_2",
        device_map="cuda:0",
        quantization_config=quantisation,
    )
    th.backends.cuda.matmul.allow_tf32 = True
    use_own_kernels(model)
    model.cache = KeyValueCache(layers=model.config.num_hidden_layers)
    return th.compile(model, mode="max-autotune")


def warm_up(model, name: str) -> float:
    """Milliseconds of one short run, so that the first user does not wait for compilation."""
    tokens = AutoTokenizer.from_pretrained(name)("Hello", return_tensors="pt").to("cuda")
    start, end = th.cuda.Event(enable_timing=True), th.cuda.Event(enable_timing=True)
    start.record()
    with th.inference_mode(), th.autocast("cuda", dtype=th.bfloat16):
        model.generate(**tokens, max_new_tokens=8)
    end.record()
    th.cuda.synchronize()
    return start.elapsed_time(end)
