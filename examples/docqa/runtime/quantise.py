"""Four-bit weights for small devices."""

import bitsandbytes as bnb
import torch
from transformers import BitsAndBytesConfig


def four_bit() -> BitsAndBytesConfig:
    return BitsAndBytesConfig(
        load_in_4bit=True,
        bnb_4bit_quant_type="nf4",
        bnb_4bit_compute_dtype=torch.bfloat16,
    )


def eight_bit_layer(layer: torch.nn.Linear) -> torch.nn.Module:
    smaller = bnb.nn.Linear8bitLt(layer.in_features, layer.out_features, has_fp16_weights=False)
    smaller.load_state_dict(layer.state_dict())
    return smaller.cuda()
